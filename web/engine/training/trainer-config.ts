// Checks the options of `engine.createTrainer`.
import {
  describe,
  expectBoolean,
  expectFloat,
  expectMultiple,
  expectNumber,
  expectObject,
  expectOneOf,
  expectOptions,
  expectWholeNumber,
} from '../core/checks.js';
import { MAX_SIZE } from '../core/tensor.js';
import { ACTIVATIONS, NORMS } from '../transformer/description.js';
import { POSITIONS, SHAPES } from '../pretrained/families/spotlight.js';
import type { BatchSource, OptimizerOptions, TrainerConfig, TrainerModel } from './trainer.js';

/** Checked options of a trainer, with defaults filled in. */
export interface CheckedConfig {
  model: Required<TrainerModel>;
  data: BatchSource;
  optimizer: Required<OptimizerOptions>;
  seed: number;
}

const CONFIG_OPTIONS = ['model', 'data', 'optimizer', 'seed', 'wasm'];
const MAX_LAYERS = 256;
const MODEL_OPTIONS = [
  'shape',
  'vocabularySize',
  'layers',
  'numHeads',
  'embedDim',
  'feedforwardDim',
  'maxTokens',
  'positions',
  'norm',
  'activation',
  'tiedHead',
  'causal',
  'scale',
  'dropout',
];
const MODEL_DEFAULTS = {
  shape: 'decoder',
  feedforwardDim: 0,
  positions: 'learned',
  norm: 'layer',
  activation: 'gelu',
  tiedHead: false,
  dropout: 0,
};
const OPTIMIZER_DEFAULTS: Required<OptimizerOptions> = {
  learningRate: 3e-3,
  warmupSteps: 100,
  weightDecay: 0.01,
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  clipNorm: 1,
};

/**
 * Checks the options of a trainer.
 * @returns the checked options, and the WebAssembly module that the caller has passed, unchecked
 * @throws TypeError or RangeError that names the option
 */
export function checkTrainerConfig(value: TrainerConfig): { config: CheckedConfig; wasm: unknown } {
  const { model, data, optimizer, seed = 0, wasm } = expectOptions('config', value, CONFIG_OPTIONS);
  if (typeof data !== 'function') throw new TypeError(`data: expected a function, got ${describe(data)}`);
  const config = {
    model: checkModel(model),
    data: data as BatchSource,
    optimizer: checkOptimizer(optimizer),
    seed: expectWholeNumber('seed', seed, 0),
  };
  return { config, wasm };
}

function checkModel(value: unknown): Required<TrainerModel> {
  const fields = expectObject('model', value);
  if ('trained' in fields) {
    throw new TypeError(
      `model: expected the options of a model, which is trained from random weights; got ${describe(value)}`,
    );
  }
  const given: Record<string, unknown> = { ...MODEL_DEFAULTS, ...expectOptions('model', fields, MODEL_OPTIONS) };
  const size = (name: string, min: number) => expectWholeNumber(`model.${name}`, given[name], min, MAX_SIZE);
  const shape = expectOneOf('model.shape', given['shape'], SHAPES);
  const numHeads = size('numHeads', 1);
  const embedDim = size('embedDim', 1);
  expectMultiple('model.embedDim', embedDim, 'numHeads', numHeads);
  const positions = expectOneOf('model.positions', given['positions'], POSITIONS);
  if (positions === 'rotary' && (embedDim / numHeads) % 2 !== 0) {
    throw new RangeError(
      `model.embedDim: expected an even number for each of ${numHeads} heads with rotary positions, got ${embedDim / numHeads}`,
    );
  }
  const { causal = shape !== 'encoder', scale = 1 / Math.sqrt(embedDim / numHeads) } = given;
  return {
    shape,
    vocabularySize: size('vocabularySize', 2),
    layers: expectWholeNumber('model.layers', given['layers'], 1, MAX_LAYERS),
    numHeads,
    embedDim,
    feedforwardDim: size('feedforwardDim', 0),
    maxTokens: size('maxTokens', 1),
    positions,
    norm: expectOneOf('model.norm', given['norm'], NORMS),
    activation: expectOneOf('model.activation', given['activation'], ACTIVATIONS),
    tiedHead: expectBoolean('model.tiedHead', given['tiedHead']),
    causal: expectBoolean('model.causal', causal),
    scale: Math.fround(expectPositive('model.scale', scale)),
    dropout: expectRange('model.dropout', given['dropout'], 0, 1),
  };
}

function checkOptimizer(value: unknown): Required<OptimizerOptions> {
  const given: Record<string, unknown> = {
    ...OPTIMIZER_DEFAULTS,
    ...expectOptions('optimizer', value, Object.keys(OPTIMIZER_DEFAULTS)),
  };
  const number = (name: string, limit = Infinity) => expectRange(`optimizer.${name}`, given[name], 0, limit);
  return {
    learningRate: number('learningRate'),
    warmupSteps: expectWholeNumber('optimizer.warmupSteps', given['warmupSteps'], 0),
    weightDecay: number('weightDecay'),
    beta1: number('beta1', 1),
    beta2: number('beta2', 1),
    // With an epsilon of 0, AdamW would update a weight whose gradients have all been 0 by 0 / 0.
    epsilon: expectPositive('optimizer.epsilon', given['epsilon']),
    clipNorm: number('clipNorm'),
  };
}

/** Checks that a number is above 0, even if it is rounded to float32. */
function expectPositive(name: string, value: unknown): number {
  const number = expectNumber(name, value);
  if (!(expectFloat(name, number) > 0)) {
    throw new RangeError(`${name}: expected a number above 0 in float32, got ${number}`);
  }
  return number;
}

/** Checks that a number is at least `min` and below `limit`. */
function expectRange(name: string, value: unknown, min: number, limit: number): number {
  const number = expectNumber(name, value);
  expectFloat(name, number);
  if (number < min || number >= limit) {
    const range = limit === Infinity ? `of at least ${min}` : `from ${min} to below ${limit}`;
    throw new RangeError(`${name}: expected a number ${range}, got ${number}`);
  }
  return number;
}
