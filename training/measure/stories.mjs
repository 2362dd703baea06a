// npm run measure -- stories: what each head of the storyteller attends to, measured through the engine itself. Prints the
// table; with --write puts it into models/stories/config.json and MODEL_CARD.md.
//
// 1. Stories that the model writes, at temperature 1 with fixed seeds: the previous token, the token itself, the first one; the
//    rest of its word, the word before, punctuation, where there is one (web/text/word-patterns.ts).
// 2. Random tokens, repeated (Olsson et al. 2022): where the same token stood before, and the token after that one.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEngine } from '../../dist/engine/node.js';
import { stories } from '../../dist/model/stories.js';
import { proseOf } from '../../dist/element/model/token-labels.js';
import { keysNamed, WORD_PATTERNS } from '../../dist/text/word-patterns.js';
import { largest } from './heads.mjs';

const folder = join(import.meta.dirname, '../../models/stories');
const engine = await createEngine();
const model = await engine.loadPretrained(stories);

const STORIES = 24;
const STORY_TOKENS = 200;
const BEGINNINGS = ['Once upon a time', 'One day', 'Tom and Sue', 'The little dog'];
const SEQUENCES = 24;
const RANDOM_TOKENS = 60; // repeated once
const [BEGIN, FIRST_WORD, VOCABULARY] = [1, 259, 512]; // before them stand the special tokens and the single bytes

const texts = Array.from({ length: STORIES }, (_, seed) => {
  const begin = BEGINNINGS[seed % BEGINNINGS.length];
  const options = { maxTokens: STORY_TOKENS, temperature: 1, seed };
  return begin + [...model.generate(begin, options)].map(({ text }) => text).join('');
});

/** Uniform integers below a limit, the same every time (Marsaglia's xorshift). */
function* integers(limit, seed) {
  let state = seed;
  for (;;) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    yield (state >>> 0) % limit;
  }
}
const random = integers(VOCABULARY - FIRST_WORD, 2024);
const sequences = Array.from({ length: SEQUENCES }, () => {
  const tokens = Array.from({ length: RANDOM_TOKENS }, () => FIRST_WORD + random.next().value);
  return [BEGIN, ...tokens, ...tokens];
});

/** For each measure the keys that would be right for a query of a run; none: the query does not count. */
function onStories(run) {
  const named = keysNamed(proseOf(run.tokens, run.text));
  const ofWords = WORD_PATTERNS.map((pattern) => [pattern, (row) => named(pattern, row)]);
  return { previous: (row) => [row - 1], itself: (row) => [row], first: () => [0], ...Object.fromEntries(ofWords) };
}
const again = (row) => (row > RANDOM_TOKENS ? [row - RANDOM_TOKENS] : []);
const onRepetitions = () => ({ duplicate: again, induction: (row) => again(row).map((key) => key + 1) });

/** By head: how often each measure is right, by chance, and of how many. */
const counts = new Map();

function count(inputs, measuresOf) {
  for (const input of inputs) {
    const run = model.run(input);
    const measures = Object.entries(measuresOf(run));
    for (let layer = 0; layer < run.layers.decoder; ++layer) {
      const weights = run.attention('decoder', layer);
      for (let head = 0; head < run.numHeads; ++head) {
        const of = counts.get(`${layer}.${head}`) ?? {};
        counts.set(`${layer}.${head}`, of);
        for (let row = 2; row < weights.shape[1]; ++row) {
          const { key } = largest(weights, head, row);
          for (const [name, rightKeys] of measures) {
            const right = rightKeys(row);
            if (right.length === 0) continue;
            const total = (of[name] ??= { right: 0, chance: 0, n: 0 });
            total.right += Number(right.includes(key));
            total.chance += right.length / (row + 1); // it attends to itself and to what is before it
            total.n += 1;
          }
        }
      }
    }
  }
}
count(texts, onStories);
count(sequences, onRepetitions);

const digits = (share) => Math.round(share * 1e4) / 1e4;
const heads = [...counts].map(([place, of]) => {
  const [layer, head] = place.split('.').map(Number);
  const measures = Object.entries(of)
    .map(([measure, { right, chance, n }]) => ({
      ...{ measure, language: 'en', score: digits(right / n), baseline: digits(chance / n), n },
    }))
    .sort((one, other) => other.score - one.score);
  return { attention: 'decoder', layer, head, role: null, measures, failures: [] };
});

// The most regular head first: the element shows it first, too.
heads.sort((one, other) => other.measures[0].score - one.measures[0].score);

const NAMES = ['previous', 'itself', 'first', ...WORD_PATTERNS, 'duplicate', 'induction'];
const percent = (share) => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)}%`;
const rows = heads.map(({ layer, head, measures }) => {
  const of = (name) => measures.find(({ measure }) => measure === name);
  const cells = NAMES.map((name) =>
    measures[0] === of(name) ? `**${percent(of(name).score)}**` : percent(of(name).score),
  );
  return `| ${layer + 1}.${head + 1} | ${cells.join(' | ')} |`;
});
const chance = NAMES.map((name) => {
  const { baseline } = heads[0].measures.find(({ measure }) => measure === name);
  return percent(baseline);
});
const most = Math.max(...heads.map(({ measures }) => measures.find(({ measure }) => measure === 'induction').score));
const n = (name) => heads[0].measures.find(({ measure }) => measure === name).n.toLocaleString('en');
const table = [
  `How often each head attends most to the named token, the largest share in bold. On ${STORIES} stories that the model wrote at`,
  `temperature 1 (n = ${n('previous')} queries): the previous token, the token itself, the start token; and, of the queries that`,
  `have one, the letters before it in its word (n = ${n('word')}), the word before (n = ${n('previousWord')}), a punctuation mark`,
  `(n = ${n('punctuation')}). On ${SEQUENCES} sequences of ${RANDOM_TOKENS} random tokens, each repeated once (n = ${n('induction')} queries, all in the repetition): where the same token stood before, and the`,
  `token after that one (induction, Olsson et al. 2022). Chance is what weights that are all the same would reach. The most`,
  `regular head comes first.`,
  '',
  `Many heads attend to the rest of their word or to the word before. No head does induction: the best one reaches ${percent(most)}.`,
  '',
  '| head | previous token | token itself | first token | rest of its word | previous word | punctuation | same token earlier | token after the same one |',
  `| ---- | ${NAMES.map(() => '---').join(' | ')} |`,
  ...rows,
  `| chance | ${chance.join(' | ')} |`,
].join('\n');
console.log(table);

if (process.argv.includes('--write')) {
  const config = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'));
  writeFileSync(join(folder, 'config.json'), `${JSON.stringify({ ...config, heads }, null, 2)}\n`);
  const card = readFileSync(join(folder, 'MODEL_CARD.md'), 'utf8').replace(/\n## The heads\n[\s\S]*$/, '');
  writeFileSync(join(folder, 'MODEL_CARD.md'), `${card.trimEnd()}\n\n## The heads\n\n${table}\n`);
}
