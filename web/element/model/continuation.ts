// How a model with a decoder only goes on with the text: the most probable next tokens, and the one that is drawn.
import { nextTokens, type NextToken } from './token-labels.js';
import type { Intervention } from '../../engine/transformer/intervention.js';
import type { Run } from '../../engine/transformer/run.js';
import type { Sampling } from '../property-codecs.js';
import type { ShownModel } from './shown-model.js';

/** A character may be spread over so many tokens. */
const MAX_BYTES = 4;
/** A sentence that is longer is cut. */
const MAX_SENTENCE = 60;
const SENTENCE_END = /[.!?]\W*$/;

export interface Continuation {
  /** The most probable tokens after the text, in descending order. */
  readonly next: readonly NextToken[];
  /** The most tokens that are read, and whether there is room for another one. */
  readonly most: number;
  readonly hasRoom: boolean;
  /**
   * Draws what follows. The same text and seed draw the same.
   * @returns what it adds to the text; '' where the model ends it
   */
  draw: (sampling: Sampling) => string;
  /** The same until a sentence ends. */
  drawSentence: (sampling: Sampling) => string;
}

/**
 * @param most the most tokens of a text that are read
 * @returns null where the model goes on with no text
 */
export function continuationOf(
  model: ShownModel,
  run: Run,
  intervene: Intervention,
  most: number,
): Continuation | null {
  const target = model.layers.encoder === 0 ? run.decode() : null;
  const next = target?.next.at(-1) ?? [];
  if (next.length === 0 || !model.generate) return null; // it was loaded in part
  const drawAfter = (before: string, { temperature, topP, seed }: Sampling): string => {
    const { length } = model.tokenize(before);
    if (length >= most) return '';
    // A seed for each place, so that token by token draws the same as many at once.
    const options = { maxTokens: MAX_BYTES, temperature, topP, seed: seed * 2 ** 16 + length, intervene };
    for (const { text } of model.generate!(before, options)) if (text !== '') return text;
    return '';
  };
  return {
    next: nextTokens(run.text, next),
    most,
    hasRoom: run.tokens.length < most,
    draw: (sampling) => drawAfter(run.text, sampling),
    drawSentence: (sampling) => {
      let added = '';
      for (let count = 0; count < MAX_SENTENCE; count++) {
        const token = drawAfter(run.text + added, sampling);
        added += token;
        if (token === '' || SENTENCE_END.test(added)) break;
      }
      return added;
    },
  };
}
