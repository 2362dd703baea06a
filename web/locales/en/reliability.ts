// Texts about the reliability of a head, and an explanation of heads, in English.
import type { MeasureName } from '../../engine/transformer/model-config.js';

/**
 * Function that states a head's accuracy as part of a sentence.
 * @param harder accuracy on harder texts; undefined if it was not measured
 */
type Rate = (score: string, baseline: string, harder?: string) => string;

export const reliability = {
  reliability: {
    rates: {
      natural: (score, baseline, harder) =>
        `right in ${score} of 100 everyday sentences${harder === undefined ? '' : ` and ${harder} of 100 harder ones`} (always taking the nearest noun: ${baseline})`,
      syntax: (score, baseline) => `right for ${score} of 100 words (always taking the next word: ${baseline})`,
      alignment: (score, baseline) => `right for ${score} of 100 words (going straight along: ${baseline})`,
    } as Partial<Record<MeasureName, Rate>>,
    /** Sentences that state a head's accuracy and that of a simple rule, beside the tally of strokes. */
    tallies: {
      natural: {
        says: (score) => `Of 100 everyday sentences like this one, this head gets ${score} right.`,
        rule: (baseline) => `always taking the nearest noun: ${baseline}`,
      },
    } as Partial<Record<MeasureName, Record<'says' | 'rule', (score: string) => string>>>,
    harder: (score: string) => `of 100 harder sentences: ${score}`,
    anyRate: ((score) => `true of ${score} of 100 words`) as Rate,
    or: ' or ',
    /** Reasons why the reliability of a head is not stated. */
    limits: {
      text: (languages: string) => `tested on whole sentences in ${languages} only: with this text it may be wrong`,
      pronoun: () => 'trained on pronouns only (it, she, he, they): what it does with other words means little',
      sentence: () => 'tested only where two nouns come before the pronoun, in one sentence: here it may be wrong',
      first: () => 'for the first token there is nothing to find',
      mark: () => 'tested on words only, not on punctuation',
      changed: () => 'tested without your interventions: with them it may be wrong',
    },
    otherText: (languages: string) => `Measured on texts in ${languages}: in this one it may differ.`,
    undecided: 'Not sure: no word gets half of the weight.',
    unsure: (right: string) => `Not sure: when it was as undecided as here, it was right in ${right} of 100 cases.`,
  },
  gloss: {
    ask: 'What is a head?',
    answer: (heads: number) =>
      `An attention head is a small part of the model. For each word it decides how much to take from each other word. Here are ${heads} of them, and each has learned something of its own, such as looking at the word before, or finding what a pronoun refers to.`,
    close: 'Close',
  },
};

export type Reliability = typeof reliability;
