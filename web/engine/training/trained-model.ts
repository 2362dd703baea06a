// Converts a trained model to a model of the engine, with the same runs, traces and texts as any other model.
import { expectArray, expectOptions, expectWholeNumber } from '../core/checks.js';
import { inMemory, readNow } from '../weights/reading.js';
import { Safetensors } from '../weights/safetensors.js';
import { TransformerComputation } from '../transformer/transformer-computation.js';
import { PretrainedModel } from '../pretrained/pretrained-model.js';
import { familyModelOf } from '../pretrained/families/spotlight.js';
import type { Module } from '../runtime/wasm-module.js';
import type { TrainedModelOptions, TrainerModel } from './trainer.js';

/**
 * Checks the options of a trainer's `model` and `modelConfig`.
 * @throws TypeError or RangeError that names the option
 */
export function checkTrainedOptions(
  { shape, vocabularySize }: Required<TrainerModel>,
  options: TrainedModelOptions | undefined,
): TrainedModelOptions {
  const { start, end = [] } = expectOptions('options', options, ['start', 'end']);
  if (start !== undefined && shape !== 'encoder-decoder') {
    throw new TypeError('start: expected none for a model that is not an encoder-decoder, got one');
  }
  const token = (name: string, value: unknown) => expectWholeNumber(name, value, 0, vocabularySize - 1);
  return {
    ...(start !== undefined && { start: token('start', start) }),
    end: expectArray('end', end).map((each, at) => token(`end[${at}]`, each)),
  };
}

/**
 * Creates a model with the weights that a trainer has saved.
 * @param file safetensors file with the parameters, in the format of `save`
 */
export function trainedModel(
  module: Module,
  model: Required<TrainerModel>,
  file: ArrayBuffer,
  options?: TrainedModelOptions,
): PretrainedModel {
  const { start = null, end = [] } = checkTrainedOptions(model, options);
  const parts = familyModelOf(model, start, end);
  const weights = readNow(Safetensors.open(inMemory(file)));
  const computation = readNow(TransformerComputation.load(module, { ...parts, weights }));
  return new PretrainedModel('spotlight', computation, parts);
}
