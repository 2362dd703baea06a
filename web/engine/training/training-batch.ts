// Checks the batches of a training run.
import { expectObject, expectWholeNumber } from '../core/checks.js';
import { elementAt } from '../core/tensor.js';
import { expectTypedArray } from '../core/typed-arrays.js';
import type { TrainerModel, TrainingBatch } from './trainer.js';

/** A checked training batch with all fields; `sources` is empty for models without an encoder. */
export type CheckedBatch = Required<TrainingBatch>;

/**
 * Checks a training batch.
 * @param name name of the batch in error messages
 * @throws TypeError or RangeError that names the field, and the token in it
 */
export function checkBatch(name: string, value: unknown, model: Required<TrainerModel>): CheckedBatch {
  const given = expectObject(name, value);
  const batch = expectWholeNumber(`${name}.batch`, given['batch'], 1);
  const tokens = expectWholeNumber(`${name}.tokens`, given['tokens'], 1, model.maxTokens);
  const last = model.vocabularySize - 1;
  const targets = expectTokens(`${name}.targets`, given['targets'], [batch, tokens], -1, last);
  if (!targets.some((target) => target >= 0)) {
    throw new RangeError(`${name}.targets: expected at least one that is not -1, got none`);
  }
  const inputs = expectTokens(`${name}.inputs`, given['inputs'], [batch, tokens], 0, last);
  if (model.shape !== 'encoder-decoder') {
    const wrong = ['sources', 'sourceTokens'].find((field) => given[field] !== undefined);
    if (wrong === undefined) return { inputs, targets, batch, tokens, sources: new Int32Array(), sourceTokens: 0 };
    throw new TypeError(`${name}.${wrong}: expected none for a model that is not an encoder-decoder, got some`);
  }
  const sourceTokens = expectWholeNumber(`${name}.sourceTokens`, given['sourceTokens'], 1, model.maxTokens);
  const sources = expectTokens(`${name}.sources`, given['sources'], [batch, sourceTokens], 0, last);
  return { inputs, targets, batch, tokens, sources, sourceTokens };
}

function expectTokens(name: string, value: unknown, shape: readonly [number, number], min: number, max: number) {
  const tokens = expectTypedArray(name, value, 'Int32Array');
  if (tokens.length !== shape[0] * shape[1]) {
    throw new RangeError(
      `${name}: expected ${shape[0] * shape[1]} tokens for [${shape.join(', ')}], got ${tokens.length}`,
    );
  }
  const wrong = tokens.findIndex((token) => token < min || token > max);
  if (wrong >= 0) expectWholeNumber(elementAt(name, shape, wrong), tokens[wrong], min, max);
  return tokens;
}
