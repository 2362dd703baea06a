// One word for one thing, in code, messages, comments and docs: the word of PyTorch and of the literature. The tables list
// the words that are not used, what to write instead, and the ordinary uses that are fine.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { project } from '../paths.mjs';
import { command, CommandError, isProgram } from '../say.mjs';

// A word is found on its own and as a part of an identifier: `heard`, `keysHeard`, `keys_heard`. A space stands for a
// space, a hyphen or nothing: `take away` finds `takeAway` too. `fine` is what may stand although the word is in it,
// `except` are the files in which it may.
const ENGLISH = [
  { not: ['hear', 'hears', 'heard', 'hearing'], use: 'attend to, attended; masked out' },
  {
    not: ['asking', 'answering', 'word that asks', 'word asks', 'words ask', 'words answer'],
    use: 'query token, key token',
  },
  { not: ['silence', 'silences', 'silenced', 'silencing'], use: 'ablate; in the interface “switch off”' },
  {
    not: ['mix', 'mixes', 'mixed', 'mixing'],
    use: 'weighted sum',
    fine: /mixed[ -](precision|language|text)|color-mix|mix-blend|SplitMix64/g,
  },
  // `merges` is a field of the tokenizer's file, MergedWith… what its Split does
  {
    not: ['merge', 'merges', 'merged', 'merging'],
    use: 'concatenate, concat',
    fine: /declaration-merging|merges: |'merges'|(ggml|model)\.merges|no merges|ignore_merges|MergedWith/g,
  },
  {
    not: ['piece', 'pieces'],
    use: 'token, subword',
    fine: /piece_embedding|[Ww]ord-?[Pp]iece|SentencePiece/g,
    // `pieces` is a field of the tokenizer's file
    except:
      /(model-config|transformer-model|transformer-computation)\.ts|(default-model|model-files)\.test|models\.md|^training\//,
  },
  { not: ['the other text'], use: 'encoder output' },
  { not: ['untouched'], use: 'baseline' },
  { not: ['hands on'], use: 'interventions; in the interface “Experiment”' },
  { not: ['take away', 'taken away', 'film', 'films'], use: 'export; video' },
  { not: ['let go', 'lets go'], use: 'unpin' },
  { not: ['given attention'], use: 'external attention' },
  { not: ['eyes', 'told'], use: 'render context; caption, message' },
  { not: ['loud', 'louder', 'loudness'], use: 'weight, opacity', fine: /out loud/g },
  { not: ['stage canvas'], use: 'canvas, scene; a stage is a step of the animation' },
  { not: ['beat', 'beats'], use: 'step' },
  { not: ['left free'], use: 'unsupervised' },
  {
    not: ['reader', 'readers'],
    use: 'user; in the course learner',
    fine: /screen readers?|(File|Stream|Dict|StreamDefault|GGUF)Reader|getReader|csv\.reader/gi,
  },
  {
    not: ['norm1', 'norm2', 'norm3'],
    use: 'self_attention_norm, cross_attention_norm, feed_forward_norm',
    fine: /["'.]norm[123]|norm[123]['.]/g, // names of PyTorch's parameters
  },
  { not: ['longest key'], use: 'max_key_squared_norm' },
  { not: ['head address', 'head place'], use: 'HeadRef' },
  { not: ['attention call', 'head call', 'multihead call', 'block call', 'transformer call'], use: 'session' },
  { not: ['mend', 'mends', 'mended', 'mending'], use: 'fix, repair' },
  { not: ['licence', 'licences', 'labelled', 'centre', 'centred', 'grey'], use: 'American spelling' },
];
const ANYWHERE = [
  { pattern: /\bkeyHeads\??:|[({, ]keyHeads[,} ]|\bkey_heads\b(?! *[,)])/, use: 'numKeyValueHeads, kv_heads' },
  { pattern: /(normal|initial|summar|optim|recogn|visual|token|stabil)is(e[ds]?|ing|ation|er)(?![a-z])/i, use: '-ize' },
  { pattern: /(col|behavi|neighb|fav)our/i, use: '-or' },
  { pattern: /(?<![监试])听(?!觉)|静音|沉默/, use: '关注; 消融（关闭）' },
];

const TEXT = /\.(cpp|css|hpp|html|js|json|jsx|md|mdx|mjs|py|ts|vue|yml)$/;
const IGNORED_FOLDERS = /^(\.(?!github|devcontainer).*|build|dist|node_modules|static|test-results|wasm)$/;

// Measured results, data in natural language, packages and licenses of others, and this file.
const SKIPPED = [
  /package-lock\.json$/,
  /^(BENCHMARKS|THIRD-PARTY)\.md$/,
  /^(tests\/fixtures|models|docs\/(api|public))\//,
  /^training\/smoke\.py$/,
  /^scripts\/lint\/vocabulary\.mjs$/,
];

/** A pattern that finds a term, in the ways of writing that the comment above names. */
function patternOf(term) {
  const [first, ...rest] = term;
  const tail = rest.join('').replace(/ (.)/g, (_, letter) => `[-_ ]?[${letter}${letter.toUpperCase()}]`);
  return `(?:(?<![A-Za-z])${first}|${first.toUpperCase()})${tail}(?![a-z])`;
}

const RULES = [
  ...ENGLISH.map(({ not, ...rule }) => ({ pattern: new RegExp(not.map(patternOf).join('|')), ...rule })),
  ...ANYWHERE,
];

/** What is wrong in a file: [{ line, word, use }]. */
export function wordsToReplace(file, text) {
  const rules = RULES.filter(({ except }) => !except?.test(file));
  return text.split('\n').flatMap((content, index) =>
    rules.flatMap(({ pattern, use, fine }) => {
      const found = pattern.exec(fine ? content.replace(fine, '') : content);
      return found ? [{ line: index + 1, word: found[0], use }] : [];
    }),
  );
}

/** The paths of all texts in a folder of the project, with `/`. */
function textsIn(folder) {
  return readdirSync(join(project, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return IGNORED_FOLDERS.test(entry.name) ? [] : textsIn(path);
    return TEXT.test(path) && !SKIPPED.some((pattern) => pattern.test(path)) ? [path] : [];
  });
}

/** Throws an error that lists every word of the tables' left columns. */
export function checkVocabulary() {
  const found = textsIn('').flatMap((file) =>
    wordsToReplace(file, readFileSync(join(project, file), 'utf8')).map(
      ({ line, word, use }) => `${file}:${line}: “${word}”: ${use}`,
    ),
  );
  if (found.length > 0) {
    throw new CommandError(
      `${found.length} words that this project does not use (scripts/lint/vocabulary.mjs):\n  ${found.join('\n  ')}`,
    );
  }
}

if (isProgram(import.meta.filename)) await command(checkVocabulary);
