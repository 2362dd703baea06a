// npm run measure: what the shipped model does, measured through the engine itself, on what training never saw.
// Prints the table; with --write puts it into config.json and MODEL_CARD.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createEngine, tokenize } from '../../dist/engine/node.js';
import { bleu } from './bleu.mjs';
import { modelCard } from './card.mjs';
import { loudest, measureAlignment, measureHabit, measurePrevious, measurePronouns, measureSyntax } from './heads.mjs';

const [heldOutFile, modelFolder, ...flags] = process.argv.slice(2);
const heldOut = JSON.parse(readFileSync(heldOutFile, 'utf8'));
const engine = await createEngine();
const file = (name) => pathToFileURL(join(modelFolder, name));
const model = await engine.loadModel({
  weights: file('model.safetensors'),
  config: file('config.json'),
  tokenizer: file('tokenizer.json'),
});
const languages = ['en', 'zh'];
const FAILURES_SHOWN = 3; // of each language
const HABIT_TEXTS = 150; // for heads that were left free

const words = (text) => tokenize(text.toLowerCase()).map((token) => token.text);
const characters = (text) => Array.from(text.replaceAll(' ', ''));

function measureTranslation(to) {
  const cut = to === 'zh' ? characters : words;
  const examples = heldOut.translations[`test-${to}`];
  const translations = examples.map(({ source }) => model.run(source).target.text);
  const score = bleu(
    translations.map(cut),
    examples.map(({ reference }) => cut(reference)),
  );
  return { to, score, n: examples.length };
}

/** The weight on the right noun in the question of the source documents. */
function measureSeed([text, pronoun, right]) {
  const { kind, layer, head } = model.heads.find(({ role }) => role === 'antecedent');
  const run = model.run(text);
  const weights = run.attention(kind, layer);
  const [, , keys] = weights.shape;
  const at = (word) => run.tokens.findIndex((token) => token.text === word);
  const row = (head * keys + at(pronoun)) * keys;
  const weight = weights.data[row + at(right)];
  return { text, pronoun, right, weight, heard: run.tokens[loudest(weights, head, at(pronoun))].text };
}

const SEEDS = [
  ['The cat sat on the mat because it was tired', 'it', 'cat'],
  ['The cat sat on the mat because it was soft', 'it', 'mat'],
  ['猫坐在垫子上，因为它累了', '它', '猫'],
  ['猫坐在垫子上，因为它很软', '它', '垫子'],
];

function measureRoles() {
  const pronouns = (set, measure) => (language) =>
    measurePronouns(model, heldOut.pronouns[`${set}-${language}`], measure, language);
  const natural = languages.map(pronouns('natural', 'natural'));
  const failures = natural.flatMap(({ failures: some }) => some.slice(0, FAILURES_SHOWN));
  const each = (measure) => languages.map(measure);
  const syntax = (language) => measureSyntax(model, heldOut.syntax[`test-${language}`], 'syntax', language);
  return {
    antecedent: {
      measures: [
        ...natural.map(({ measure }) => measure),
        ...each((language) => pronouns('test-frames-nouns', 'unseenNouns')(language).measure),
        ...each((language) => pronouns('test-predicates', 'unseenPredicates')(language).measure),
      ],
      failures,
    },
    syntax: {
      measures: [syntax('en'), measureSyntax(model, heldOut.syntax['test-en'], 'syntaxShort', 'en', 20), syntax('zh')],
    },
    previous: { measures: each((language) => measurePrevious(model, heldOut.syntax[`test-${language}`], language)) },
    alignment: {
      measures: each((language) => measureAlignment(model, heldOut.translations[`test-${language}`], language)),
    },
  };
}

/** Collections that such a model is not made for: the numbers say so. */
function measureBeyond() {
  const sets = {
    'test-gap': 'GAP',
    'test-winobias-1': 'WinoBias, type 1',
    'test-winobias-2': 'WinoBias, type 2',
    'test-winogrande': 'WinoGrande',
  };
  return Object.entries(sets).map(([set, name]) => ({
    name,
    ...measurePronouns(model, heldOut.pronouns[set], 'natural', 'en').measure,
  }));
}

const roles = measureRoles();
const habitTexts = Object.fromEntries(
  languages.map((language) => [
    language,
    heldOut.syntax[`test-${language}`].slice(0, HABIT_TEXTS).map(({ text }) => text),
  ]),
);
function measureFree(head) {
  if (head.kind !== 'cross')
    return languages.map((language) => measureHabit(model, head, habitTexts[language], language));
  const examples = (language) => heldOut.translations[`test-${language}`].slice(0, HABIT_TEXTS);
  return languages.map((language) => measureAlignment(model, examples(language), language, head));
}

const heads = model.heads.map((head) => ({
  kind: head.kind,
  layer: head.layer,
  head: head.head,
  role: head.role,
  measures: head.role ? roles[head.role].measures : measureFree(head),
  failures: (head.role && roles[head.role].failures) ?? [],
}));
const results = {
  heads,
  seeds: SEEDS.map(measureSeed),
  translation: languages.toReversed().map(measureTranslation),
  beyond: measureBeyond(),
  examples: readFileSync(new URL('../examples.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
    .flatMap(([en, zh]) => [
      [en, zh],
      [zh, en],
    ])
    .map(([text, reference]) => ({ text, reference, translation: model.run(text).target.text })),
};

const percent = (share) => `${(share * 100).toFixed(1)} %`.padStart(8);
for (const { kind, layer, head, role, measures } of heads) {
  for (const { measure, language, score, baseline, n } of measures) {
    const place = `${kind} ${layer + 1}.${head + 1}`.padEnd(11);
    console.log(
      `${place}${(role ?? 'free').padEnd(11)}${measure.padEnd(17)}${language} ${percent(score)} baseline ${percent(baseline)} n ${n}`,
    );
  }
}
for (const { text, right, weight } of results.seeds)
  console.log(`${weight.toFixed(4)} of the weight on ${right}: ${text}`);
for (const { to, score, n } of results.translation) console.log(`BLEU into ${to}: ${score.toFixed(1)}, n ${n}`);
for (const { name, score, baseline, n } of results.beyond)
  console.log(`${name}: ${percent(score)} baseline ${percent(baseline)} n ${n}`);

if (flags.includes('--write')) {
  const configFile = join(modelFolder, 'config.json');
  const config = JSON.parse(readFileSync(configFile, 'utf8'));
  const rounded = (key, value) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toFixed(4)) : value;
  writeFileSync(configFile, `${JSON.stringify({ ...config, heads }, rounded)}\n`);
  const manifest = JSON.parse(readFileSync(new URL('../manifest.json', import.meta.url), 'utf8'));
  writeFileSync(join(modelFolder, 'MODEL_CARD.md'), modelCard(results, manifest, config));
}
