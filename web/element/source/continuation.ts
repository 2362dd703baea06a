// Continuation of a text by a decoder-only model: the most probable next tokens, and sampling.
import { andThen, read, type Answer } from './answer.js';
import { nextTokens, type NextToken } from './token-labels.js';
import type { Intervention } from '../../engine/transformer/intervention.js';
import type { DrawnToken, ShownModel, ShownRun } from './shown-model.js';
import type { Sampling } from '../property-codecs.js';

/** Maximum number of tokens that encode one character. */
const MAX_BYTES = 4;
/** Maximum number of tokens in a sampled sentence; a longer sentence is truncated. */
const MAX_SENTENCE = 60;
const SENTENCE_END = /[.!?]\W*$/;

export interface Continuation {
  /** The most probable next tokens, in descending order of probability. */
  readonly next: readonly NextToken[];
  /** Maximum length, in tokens, of the text with its continuation. */
  readonly maxTokens: number;
  readonly hasRoom: boolean;
  /**
   * Samples the next token. The result only depends on the text and the seed.
   * @returns the text to append; '' if the model ends the text
   */
  draw: (sampling: Sampling) => Answer<string>;
  /** Samples the next tokens of the text, up to the end of a sentence. */
  drawSentence: (sampling: Sampling) => Answer<string>;
}

/**
 * Creates the continuation of the text of a run.
 * @param intervene interventions of the run
 * @param maxTokens maximum length, in tokens, of the text with its continuation
 * @returns null if the model does not continue texts
 */
export function continuationOf(
  model: ShownModel,
  run: ShownRun,
  intervene: Intervention,
  maxTokens: number,
): Continuation | null {
  const target = model.layers.encoder === 0 ? read(run.decode()) : null;
  const next = target?.next.at(-1) ?? [];
  if (next.length === 0 || !run.generate) return null; // the model was only partially loaded
  const draw = (from: ShownRun, { temperature, topP, seed }: Sampling): Answer<string> => {
    const { length } = from.tokens;
    if (length >= maxTokens) return '';
    // Each position in the text has its own seed, so that sampling tokens one by one gives the same text as sampling
    // many at once.
    return firstTextIn(from.generate!({ maxTokens: MAX_BYTES, temperature, topP, seed: seed * 2 ** 16 + length }));
  };
  const drawSentence = (from: ShownRun, sampling: Sampling, drawn = '', count = 1): Answer<string> =>
    andThen(draw(from, sampling), (token) => {
      const isOver = token === '' || SENTENCE_END.test(drawn + token) || count === MAX_SENTENCE;
      if (isOver) return drawn + token;
      return andThen(model.run(from.text + token, { intervene, after: from }), (longer) =>
        drawSentence(longer, sampling, drawn + token, count + 1),
      );
    });
  return {
    next: nextTokens(run.text, next),
    maxTokens,
    hasRoom: run.tokens.length < maxTokens,
    draw: (sampling) => draw(run, sampling),
    drawSentence: (sampling) => drawSentence(run, sampling),
  };
}

/** Text of the first sampled token whose text is not empty; '' if there is none. */
function firstTextIn(tokens: Iterable<DrawnToken> | AsyncIterable<DrawnToken>): Answer<string> {
  if (Symbol.asyncIterator in tokens) return firstTextFrom(tokens);
  for (const { text } of tokens) if (text !== '') return text;
  return '';
}

async function firstTextFrom(tokens: AsyncIterable<DrawnToken>): Promise<string> {
  for await (const { text } of tokens) if (text !== '') return text;
  return '';
}
