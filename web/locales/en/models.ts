// Texts about models and their heads in English.
import { measuredPatterns } from '../head-patterns.js';
import { patterns } from './head-patterns.js';
import { numbers } from './numbers.js';
import type { ModelName } from '../../view/model-names.js';
import type { MeasureName } from '../../engine/transformer/model-config.js';

const { count } = numbers;

export const models = {
  model: 'Model',
  models: { default: 'Translator', untrained: 'Untrained', stories: 'Storyteller' } satisfies Record<ModelName, string>,
  modelHelp: {
    default: 'An encoder and a decoder, trained to translate. Its heads were measured.',
    untrained: 'One layer of attention with random weights.',
    stories: 'A decoder only, a Llama of 260 thousand parameters, which goes on with a story.',
  } satisfies Record<ModelName, string>,
  /** Texts about the continuation of a text by the story model. */
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
    chooseToken: (token: string, share: string) => `Go on with “${token}” (${share})`,
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
    noPattern: 'This head has no simple pattern',
    attendsMost: (what: string, score: string, baseline: string) =>
      `This head attends most to the ${what} ${score} of the time. Uniform weights would do so ${baseline} of the time.`,
    attendsAtMost: (what: string, score: string, baseline: string) =>
      `This head has no simple pattern. It attends most to the ${what} only ${score} of the time (uniform weights: ${baseline}).`,
  },
};

export type Models = typeof models;
