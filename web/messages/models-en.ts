// The texts on models and their heads in English. `models-zh.ts` has the same keys.
import { en as patterns, measuredPatterns } from './head-patterns.js';
import { numberFormat } from './number-format.js';
import type { CardName, ModelName } from '../view/model-names.js';
import type { MeasureName } from '../engine/model/model-config.js';

const { count } = numberFormat('en');

export const modelsEn = {
  model: 'Model',
  models: { default: 'Translator', untrained: 'Untrained', stories: 'Storyteller' } satisfies Record<ModelName, string>,
  modelHelp: {
    default: 'An encoder and a decoder, trained to translate. Its heads were measured.',
    untrained: 'One layer of attention with random weights.',
    stories: 'A decoder only, a Llama of 260 thousand parameters, which goes on with a story.',
  } satisfies Record<ModelName, string>,
  /** Of a model that goes on with the text. */
  continuation: {
    label: 'The story goes on',
    beginning: 'The beginning of a story',
    beginningHint: 'Type the beginning of a story, in English',
    note: 'This small model has read nothing but English stories for little children, in parts of words: -ed goes on with the word before it. ▸ is the start of the text.',
    bytes:
      'It knows no Chinese: each Chinese character reaches it as three bytes, written 你₁ 你₂ 你₃, and what it goes on with means nothing.',
    goOn: 'Go on',
    stop: 'Stop',
    once: 'One token',
    temperature: 'Temperature',
    sampling: 'How it draws',
    temperatureHelp: '0: always the most likely token. Higher: less likely tokens are drawn more often.',
    topP: 'Top-p',
    topPHelp: 'Draws from the fewest most likely tokens whose probabilities add up to this.',
    seed: 'Seed',
    seedHelp: 'The same seed draws the same story.',
    next: 'Most likely next tokens',
    nextHelp: 'Choose one to go on with it. In gray: the word that it would go on with.',
    goOnWith: (token: string, share: string) => `Go on with “${token}” (${share})`,
    ended: 'The story ends here.',
    full: (most: number) => `The text is full: the model reads at most ${count(most)} tokens.`,
  },

  measuredHeads:
    'Below a number: what the head attends to most often, and how often, measured on many texts. In this one it may differ. A number alone: no simple pattern.',

  measures: {
    natural: { what: 'correct noun in natural sentences', rule: 'nearest noun' },
    written: { what: 'correct noun in new sentences like those of training', rule: 'nearest noun' },
    unseenNouns: { what: 'correct noun in new sentence patterns with new nouns', rule: 'nearest noun' },
    unseenPredicates: { what: 'correct noun with predicates not seen in training', rule: 'nearest noun' },
    syntax: { what: 'correct governor (syntactic head) in a treebank', rule: 'next word' },
    syntaxShort: { what: 'the same, sentences of up to 20 words', rule: 'next word' },
    alignment: { what: 'aligned word', rule: 'diagonal' },
    ...measuredPatterns(patterns, 'uniform weights'),
  } satisfies Record<MeasureName, { what: string; rule: string }>,
  card: {
    open: 'Model card',
    close: 'Close',
    title: 'The model and its heads',
    place: (attention: string, layer: number, head: number) => `${attention} ${layer + 1}.${head + 1}`,
    unsupervised: 'This head attends most often to',
    noPattern: 'This head has no simple pattern',
    attendsMost: (what: string, score: string, baseline: string) =>
      `This head attends most to the ${what} ${score} of the time. Uniform weights would do so ${baseline} of the time.`,
    attendsAtMost: (what: string, score: string, baseline: string) =>
      `This head has no simple pattern. It attends most to the ${what} only ${score} of the time (uniform weights: ${baseline}).`,
    scored: (language: string, score: string, rule: string, baseline: string, n: string) =>
      `${language} ${score} (${rule}: ${baseline}, n = ${n})`,
    fails: 'Examples of errors:',
    failure: (query: string, attended: string, right: string) =>
      `“${query}” attends to “${attended}”; correct: “${right}”`,
    supervisedHeads: 'Supervised heads',
    unsupervisedHeads: (heads: number) => `The ${heads} unsupervised heads`,
    limitsTitle: 'Limitations',
  },
  cards: {
    default: {
      intro: [
        'A small Transformer with the original architecture: an encoder of four layers and a decoder of two, 4 heads per layer, 1.9 million weights in 8 bits. It was trained for Spotlight on public text. Its translations are good enough to watch, not to use.',
        'Four heads were supervised in training: each was taught what to attend to. Every score was measured on texts not used in training, with the same engine that runs on this page. In parentheses: the score of a simple rule on the same texts, and the number of cases.',
      ],
      limits: [
        'Names, occupations and texts with several clauses: on GAP, WinoBias and WinoGrande it is no better than a simple rule.',
        'Rare words: a word not seen in training is known only by its letters.',
        'Chinese syntax: it was trained on fewer than 3,000 Chinese trees.',
        'Translation of anything but short everyday sentences.',
      ],
      sources:
        'Trained on Tatoeba (CC-BY 2.0 FR), CC-CEDICT, Wiktionary examples and the game Cataclysm: DDA (CC BY-SA), Universal Dependencies EWT, PUD, GSDSimp, HK and CFL (CC BY-SA), GAP (Apache-2.0), WinoGrande (CC-BY), KnowRef and small collections that the card names, and our own templates. The weights are licensed under CC BY-SA 4.0. Full model card: models/default/MODEL_CARD.md.',
    },
    stories: {
      intro: [
        'stories260K, a Llama of 5 layers with 8 heads each, which share 4 heads of keys and values, and 512 tokens. Andrej Karpathy trained it on TinyStories, short English stories for little children that GPT-3.5 and GPT-4 wrote. Here its weights have 8 bits.',
        'No head was supervised. Each was measured with the engine of this page: on stories that the model wrote, and on random tokens that are repeated. Only tokens that have such a token before them count. In parentheses: what weights that are all the same would reach, and the number of cases.',
      ],
      limits: [
        'English only. It knows no other kind of text than such stories.',
        'It keeps the grammar, and soon loses the thread.',
        'A head that does something on random tokens need not do it in stories.',
      ],
      sources: 'Weights: MIT license, karpathy/tinyllamas. Full model card: models/stories/MODEL_CARD.md.',
    },
  } satisfies Record<CardName, { intro: readonly string[]; limits: readonly string[]; sources: string }>,
};
