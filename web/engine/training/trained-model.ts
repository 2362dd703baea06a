// What a trainer has trained, as a model of the engine: its runs, traces and texts are those of any other model.
import { expectArray, expectOptions, expectWholeNumber } from '../core/checks.js';
import { Safetensors } from '../weights/safetensors.js';
import { TransformerComputation } from '../model/transformer-computation.js';
import { PretrainedModel } from '../models/pretrained-model.js';
import { descriptionOf } from './trainer-config.js';
import type { Module } from '../runtime/wasm-module.js';
import type { TrainedModelOptions, TrainerModel } from './trainer.js';

/**
 * @param names of the parameters
 * @param file with their values, as `save` writes it
 */
export function trainedModel(
  module: Module,
  model: Required<TrainerModel>,
  names: readonly string[],
  file: ArrayBuffer,
  options?: TrainedModelOptions,
): PretrainedModel {
  const { start, end } = expectOptions('options', options, ['start', 'end']);
  const last = model.vocabularySize - 1;
  const predicting = model.shape === 'encoder' ? 'encoder' : 'decoder';
  const general = names.map((name) => name.replace(/\.\d+\./, '.#.').replace(/\.(weight|bias)$/, ''));
  const parts = {
    description: descriptionOf(model),
    tensors: {
      ...Object.fromEntries(general.map((name) => [name, `${name}.*`])),
      output: model.tiedHead ? `${predicting}.tokens.*` : 'output.*',
    },
    unused: [/^optimizer\./, ...(model.shape === 'encoder' ? [/^output\./] : [])],
    contextLength: model.maxTokens,
    decoderStart: start === undefined ? null : expectWholeNumber('start', start, 0, last),
    end: expectArray('end', end ?? []).map((token, at) => expectWholeNumber(`end[${at}]`, token, 0, last)),
  };
  const computation = new TransformerComputation(module, { ...parts, weights: new Safetensors(file) });
  return new PretrainedModel('trained', computation, parts, null);
}
