// Texts that say how far a head can be trusted, and what a head is, in English. `reliability-zh.ts` has the same keys.
import type { MeasureName } from '../engine/model/model-config.js';

type Rate = (score: string, baseline: string) => string;

export const reliabilityEn = {
  reliability: {
    rates: {
      natural: (score, baseline) =>
        `right in ${score} of 100 such sentences (always taking the nearest noun: ${baseline})`,
      syntax: (score, baseline) => `right for ${score} of 100 words (always taking the next word: ${baseline})`,
      alignment: (score, baseline) => `right for ${score} of 100 words (going straight along: ${baseline})`,
    } as Partial<Record<MeasureName, Rate>>,
    anyRate: ((score) => `true of ${score} of 100 words`) as Rate,
    notMadeFor: 'trained on pronouns only: what it does with other words means little',
    undecided: 'Not sure: no word gets half of the weight.',
    oftenWrong: 'Not sure: this head is often wrong.',
  },
  gloss: {
    ask: 'What is a head?',
    answer: (heads: number) =>
      `An attention head is a small part of the model. For each word it decides how much to take from each other word. Here are ${heads} of them, and each has learned something of its own, such as looking at the word before, or finding what a pronoun refers to.`,
    close: 'Close',
  },
};
