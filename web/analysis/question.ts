// The question that an analysis answers: why this token, at this position, and not another.
import { describe, expectObject, expectWholeNumber } from '../engine/core/checks.js';
import type { ModelParts, Run } from '../engine/transformer/run.js';
import type { TransformerDescription } from '../engine/transformer/description.js';

/** Question about a prediction: a logit of a run, or the difference of two logits. */
export interface Question {
  /** Id of the predicted token in the vocabulary; for a classifier, index of a class. */
  token: number;
  /**
   * Id of a token to compare with: results are about logit(token) − logit(against). Default: none; results are about
   * the token's logit.
   */
  against?: number;
  /**
   * Position at which the logits are read, from 0, in the decoder, or in an encoder with logits. Default: in a decoder,
   * the last position; in an encoder, the first masked token; for a classifier 0, the position of [CLS].
   */
  position?: number;
}

/** Option names of `Question`, for functions whose options extend it. */
export const QUESTION = ['token', 'against', 'position'] as const;

/** A question about a logit, validated and completed for a run. */
export interface ResolvedQuestion {
  /** The stack (encoder or decoder) that produces the logits. */
  readonly stack: 'encoder' | 'decoder';
  readonly token: number;
  /** Id of the token to compare with; null if the question is about the token's logit itself. */
  readonly against: number | null;
  readonly position: number;
}

/** A model with layers whose activations can be analyzed, unlike a single attention. */
export interface LayeredModel extends ModelParts {
  readonly description: TransformerDescription;
}

/** Checks that a value is a run of a model with layers. @throws TypeError if it is not */
export function expectRun(name: string, value: unknown): { run: Run; model: LayeredModel } {
  const run = expectObject(name, value) as unknown as Run;
  if (typeof run.activation !== 'function') {
    throw new TypeError(`${name}: expected a run of a model, got ${describe(value)}`);
  }
  const { model } = run;
  if (!model?.description) {
    throw new TypeError(
      `${name}: expected a run of a model with layers, got one of a model that is a single attention`,
    );
  }
  return { run, model: model as LayeredModel };
}

/**
 * The stack (encoder or decoder) that produces a run's logits, and the number of logits per position.
 * @throws TypeError if the model has none
 */
export function logitsOf(name: string, { activations }: ModelParts): { stack: 'encoder' | 'decoder'; count: number } {
  const logits = activations.find((each) => each.name === 'decoder.logits' || each.name === 'encoder.logits');
  if (!logits) {
    throw new TypeError(
      `${name}: expected a run of a model with logits, got one of a model with an encoder only, or that was loaded in part`,
    );
  }
  return { stack: logits.name.startsWith('decoder') ? 'decoder' : 'encoder', count: logits.shape.at(-1) as number };
}

/** Tokens that a stack reads. The decoder of an encoder-decoder reads a target, which is given or generated. */
export const tokensOf = (run: Run, stack: 'encoder' | 'decoder') =>
  stack === 'encoder' || run.layers.encoder === 0 ? run.tokens : run.decode()!.tokens;

/**
 * Checks a question about a logit, and completes it for a run.
 * @param prefix prefix of option names in error messages, such as 'question.'
 * @param given options of the question; their names have been checked
 * @throws TypeError or RangeError that names the option that does not match the run
 */
export function checkQuestion(prefix: string, given: Readonly<Record<string, unknown>>, run: Run): ResolvedQuestion {
  const { stack, count } = logitsOf('run', run.model);
  const id = (field: 'token' | 'against') => expectWholeNumber(`${prefix}${field}`, given[field], 0, count - 1);
  const token = id('token');
  const against = given['against'] === undefined ? null : id('against');
  if (against === token) throw new RangeError(`${prefix}against: expected another token than ${token}, got the same`);
  const { length } = tokensOf(run, stack);
  const position =
    given['position'] === undefined
      ? defaultPosition(prefix, run, stack)
      : expectWholeNumber(`${prefix}position`, given['position'], 0, length - 1);
  return { stack, token, against, position };
}

/** Texts of the mask tokens of BERT and RoBERTa. */
const MASKS = ['[MASK]', '<mask>'];

function defaultPosition(prefix: string, run: Run, stack: 'encoder' | 'decoder'): number {
  const tokens = tokensOf(run, stack);
  if (stack === 'decoder') return tokens.length - 1;
  if (run.model.description!.encoder!.outputTransformDim === undefined) return 0; // the model is a classifier
  const masked = tokens.findIndex(({ text }) => MASKS.includes(text));
  if (masked >= 0) return masked;
  throw new RangeError(`${prefix}position: expected one: no token of the text is ${MASKS.join(' or ')}`);
}

/**
 * Logits at the position of a question, [vocabulary] or [classes]. The output layer is computed for this position only.
 */
export const logitsAt = (run: Run, { stack, position }: Pick<ResolvedQuestion, 'stack' | 'position'>): Float32Array =>
  run.activation(`${stack}.logits`, { tokens: [position] }).data;

/** The quantity that a question is about: the logit of its token, minus that of the token `against`. */
export const valueOf = (
  logits: Float32Array,
  { token, against }: Pick<ResolvedQuestion, 'token' | 'against'>,
): number => logits[token]! - (against === null ? 0 : logits[against]!);
