// Vocabulary check of code, messages, comments and docs: one word for each thing, the one that PyTorch and the
// literature use. The tables list words to avoid, their replacements, and exceptions.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { project } from '../paths.mjs';
import { command, CommandError, isProgram } from '../say.mjs';

// A word matches alone and as part of an identifier: `heard`, `keysHeard`, `keys_heard`. A space matches a space, a
// hyphen or nothing: `let go` matches `letGo` too. `fine` lists allowed phrases that contain the word; `except`, files
// in which it is allowed.
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
  { not: ['the other text'], use: 'encoder output' },
  { not: ['untouched'], use: 'baseline' },
  { not: ['hands on'], use: 'interventions; in the interface “Experiment”' },
  { not: ['film', 'films'], use: 'export; video' },
  { not: ['let go', 'lets go'], use: 'unpin' },
  { not: ['given attention'], use: 'external attention' },
  { not: ['eyes', 'told'], use: 'render context; caption, message' },
  { not: ['loud', 'louder', 'loudness'], use: 'weight, opacity', fine: /out loud/g },
  { not: ['stage canvas'], use: 'canvas, scene; a stage is a step of the animation' },
  { not: ['beat', 'beats'], use: 'step' },
  { not: ['left free'], use: 'unsupervised' },
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

// Measured results, natural-language data, third-party packages and licenses, and this file.
const SKIPPED = [
  /package-lock\.json$/,
  /^(BENCHMARKS|THIRD-PARTY)\.md$/,
  /^(tests\/fixtures|models|docs\/(api|public))\//,
  /^training\/smoke\.py$/,
  /^scripts\/lint\/vocabulary\.mjs$/,
];

/** Regular expression of a term, in the spellings listed above. */
function patternOf(term) {
  const [first, ...rest] = term;
  const tail = rest.join('').replace(/ (.)/g, (_, letter) => `[-_ ]?[${letter}${letter.toUpperCase()}]`);
  return `(?:(?<![A-Za-z])${first}|${first.toUpperCase()})${tail}(?![a-z])`;
}

const RULES = [
  ...ENGLISH.map(({ not, ...rule }) => ({ pattern: new RegExp(not.map(patternOf).join('|')), ...rule })),
  ...ANYWHERE,
];

/** Words to replace in a file: [{ line, word, use }]. */
export function wordsToReplace(file, text) {
  const rules = RULES.filter(({ except }) => !except?.test(file));
  return text.split('\n').flatMap((content, index) =>
    rules.flatMap(({ pattern, use, fine }) => {
      const found = pattern.exec(fine ? content.replace(fine, '') : content);
      return found ? [{ line: index + 1, word: found[0], use }] : [];
    }),
  );
}

/** Paths of all text files in a folder, relative to the project, with `/`. */
function textsIn(folder) {
  return readdirSync(join(project, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return IGNORED_FOLDERS.test(entry.name) ? [] : textsIn(path);
    return TEXT.test(path) && !SKIPPED.some((pattern) => pattern.test(path)) ? [path] : [];
  });
}

/** Throws a CommandError that lists every match. */
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
