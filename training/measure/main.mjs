// npm run measure: measures the published model on held-out data, with the engine itself. Prints the table of results;
// --write stores the results in config.json and MODEL_CARD.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createEngine } from '../../dist/engine/node.js';
import { binsForConfig, calibrationOf } from './calibration.mjs';
import { modelCard, reliabilityPanels } from './card.mjs';
import { measureEveryday } from './everyday.mjs';
import { largest, measureAlignment, measureHabit, measurePrevious, measurePronouns, measureSyntax } from './heads.mjs';
import { reliabilityDiagram } from './reliability.mjs';
import { measureTranslation } from './translation.mjs';

const [workFolder, modelFolder, ...flags] = process.argv.slice(2);
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const heldOut = readJson(join(workFolder, 'held-out.json'));
const engine = await createEngine();
const file = (name) => pathToFileURL(join(modelFolder, name));
const model = await engine.loadModel({
  weights: file('model.safetensors'),
  config: file('config.json'),
  tokenizer: file('tokenizer.json'),
});
const languages = ['en', 'zh'];
const FAILURES_SHOWN = 3; // per language
const HABIT_TEXTS = 60; // for unsupervised heads

/**
 * Attention weights of a pronoun for the two nouns that it may refer to, in a sentence of the original task
 * description.
 */
function measureSeed([text, pronoun, right, other]) {
  const { attention, layer, head } = model.heads.find(({ role }) => role === 'antecedent');
  const run = model.run(text);
  const weights = run.attention(attention, layer);
  const [, , keys] = weights.shape;
  const at = (word) => run.tokens.findIndex((token) => token.text === word);
  const weightOn = (word) => weights.data[(head * keys + at(pronoun)) * keys + at(word)];
  const attended = run.tokens[largest(weights, head, at(pronoun)).key].text;
  return { text, pronoun, right, other, weight: weightOn(right), otherWeight: weightOn(other), attended };
}

const SEEDS = [
  ['The cat sat on the mat because it was tired', 'it', 'cat', 'mat'],
  ['The cat sat on the mat because it was soft', 'it', 'mat', 'cat'],
  ['猫坐在垫子上，因为它累了', '它', '猫', '垫子'],
  ['猫坐在垫子上，因为它很软', '它', '垫子', '猫'],
];

/** Results of all supervised heads: { measures, calibration, failures }. */
function measureRoles() {
  const pronouns = (set, measure) => (language) =>
    measurePronouns(model, heldOut.pronouns[`${set}-${language}`], measure, language);
  const natural = languages.map(pronouns('natural', 'natural'));
  const written = languages.map(pronouns('test-written', 'written'));
  const templates = ['test-frames-nouns', 'test-predicates'].flatMap((set, index) =>
    languages.map(pronouns(set, ['unseenNouns', 'unseenPredicates'][index])),
  );
  const naturalAndWritten = natural.map(({ answers }, index) => ({
    answers: [...answers, ...written[index].answers.slice(heldOut.fittedOn.written)],
  }));
  const syntaxOf = (language) => heldOut.syntax[`test-${language}`];
  const syntax = languages.map((language) => measureSyntax(model, syntaxOf(language), 'syntax', language));
  const short = measureSyntax(model, syntaxOf('en'), 'syntaxShort', 'en', 20);
  const alignment = languages.map((to) => measureAlignment(model, heldOut.translations[`test-${to}`], to));
  // The first examples of each set are left out of the calibration, because the heads' temperatures were fitted to
  // them.
  const calibrations = (results, fittedOn = () => 0) =>
    results.map(({ answers }, index) =>
      calibrationOf(
        answers.filter(({ example = 0 }) => example >= fittedOn(languages[index])),
        languages[index],
      ),
    );
  return {
    antecedent: {
      measures: [...natural, ...written, ...templates].map(({ measure }) => measure),
      calibration: calibrations(naturalAndWritten),
      failures: natural.flatMap(({ failures }) => failures.slice(0, FAILURES_SHOWN)),
    },
    syntax: {
      measures: [syntax[0], short, syntax[1]].map(({ measure }) => measure),
      calibration: calibrations(syntax, (language) => heldOut.fittedOn[`syntax-${language}`]),
    },
    previous: {
      measures: languages.map((language) => measurePrevious(model, syntaxOf(language), language)),
    },
    alignment: {
      measures: alignment.map(({ measure }) => measure),
      calibration: calibrations(alignment, () => heldOut.fittedOn.alignment),
    },
  };
}

/** Results on data sets that are outside the model's scope, such as GAP and WinoBias. */
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

function measureFree(head) {
  if (head.attention !== 'cross') {
    const texts = (language) => heldOut.syntax[`test-${language}`].slice(0, HABIT_TEXTS).map(({ text }) => text);
    return languages.map((language) => measureHabit(model, head, texts(language), language));
  }
  const examples = (language) => heldOut.translations[`test-${language}`].slice(0, HABIT_TEXTS);
  return languages.map((language) => measureAlignment(model, examples(language), language, head).measure);
}

/**
 * Loss of translation quality without each head: from ablations.json, a result of the training program, or else from
 * config.json, where the previous measurement stored it.
 */
const ablationFile = join(workFolder, 'ablations.json');
const ablations = existsSync(ablationFile) ? readJson(ablationFile) : [];
const described = readJson(join(modelFolder, 'config.json')).heads; // read from the file: the engine keeps only a part
const ablationOf = ({ attention, layer, head }) => {
  const isIt = (one) => one.attention === attention && one.layer === layer && one.head === head;
  return ablations.find(isIt)?.lost ?? described.find(isIt)?.ablation;
};

const roles = measureRoles();
const heads = model.heads.map((head) => ({
  attention: head.attention,
  layer: head.layer,
  head: head.head,
  role: head.role,
  measures: head.role ? roles[head.role].measures : measureFree(head),
  ...(head.role && roles[head.role].calibration ? { calibration: roles[head.role].calibration } : {}),
  ...(ablationOf(head) ? { ablation: ablationOf(head) } : {}),
  failures: (head.role && roles[head.role].failures) ?? [],
}));
const exampleRows = ['../examples.tsv', '../page-examples.tsv'].flatMap((name) =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t')),
);
const results = {
  heads,
  seeds: SEEDS.map(measureSeed),
  translation: languages.toReversed().map((to) => measureTranslation(model, heldOut.translations[`test-${to}`], to)),
  everyday: measureEveryday(model),
  beyond: measureBeyond(),
  examples: exampleRows
    .flatMap(([en, zh]) => [
      [en, zh],
      [zh, en],
    ])
    .map(([text, reference]) => ({ text, reference, translation: model.run(text).decode().text })),
};

const percent = (share) => `${(share * 100).toFixed(1)}%`.padStart(7);
for (const { attention, layer, head, role, measures, calibration = [], ablation } of heads) {
  const place = `${attention} ${layer + 1}.${head + 1}`.padEnd(12);
  for (const { measure, language, score, baseline, n } of measures) {
    const name = `${(role ?? 'free').padEnd(11)}${measure.padEnd(17)}`;
    console.log(`${place}${name}${language} ${percent(score)} baseline ${percent(baseline)} n ${n}`);
  }
  for (const { language, error, byChance, n } of calibration)
    console.log(`${place}calibration error ${language} ${error.toFixed(3)} by chance ${byChance.toFixed(3)} n ${n}`);
  if (ablation)
    console.log(`${place}ablated: −${ablation.en.toFixed(3)} en, −${ablation.zh.toFixed(3)} zh nats per token`);
}
for (const { text, right, weight, other, otherWeight } of results.seeds)
  console.log(`${weight.toFixed(4)} on ${right}, ${otherWeight.toFixed(4)} on ${other}: ${text}`);
for (const { to, written, typed, anyCase, signature, loops, n } of results.translation) {
  const scores = `${written.toFixed(1)}, any case ${anyCase.toFixed(1)}, without marks ${typed.toFixed(1)}`;
  console.log(`BLEU into ${to}: ${scores}; loops ${percent(loops)}; n ${n}; ${signature}`);
}
for (const { from, withMark, without, n } of results.everyday)
  console.log(`everyday sentences from ${from}: right ${withMark} with end mark, ${without} without, of ${n}`);
for (const { name, score, baseline, n } of results.beyond)
  console.log(`${name}: ${percent(score)} baseline ${percent(baseline)} n ${n}`);

if (flags.includes('--write')) {
  const configFile = join(modelFolder, 'config.json');
  const config = readJson(configFile);
  const rounded = (key, value) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toFixed(4)) : value;
  const inConfig = heads.map(({ calibration, ...head }) =>
    calibration
      ? {
          ...head,
          calibration: calibration.map(({ language, error, n, bins }) => ({
            language,
            error,
            n,
            bins: binsForConfig(bins),
          })),
        }
      : head,
  );
  writeFileSync(configFile, `${JSON.stringify({ ...config, heads: inConfig }, rounded)}\n`);
  writeFileSync(join(modelFolder, 'reliability.svg'), reliabilityDiagram(reliabilityPanels(heads)));
  const manifest = readJson(new URL('../manifest.json', import.meta.url));
  writeFileSync(join(modelFolder, 'MODEL_CARD.md'), modelCard(results, manifest, config));
}
