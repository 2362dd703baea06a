// Format of a saved training run, a safetensors file: named weights, which can be loaded as a model, and the state from
// which the run resumes.
import { describe, expectArray, expectObject, expectWholeNumber } from '../core/checks.js';
import { elementAt, MAX_SIZE, type Tensor } from '../core/tensor.js';
import { inMemory, readNow } from '../weights/reading.js';
import { readTensor } from '../parameters/load-parameters.js';
import { Safetensors } from '../weights/safetensors.js';
import { writeSafetensors } from '../weights/write-safetensors.js';
import type { TrainerModel } from './trainer.js';

/** State from which a training run resumes, besides its options. */
export interface TrainingState {
  /** Weights of the model, by parameter name. */
  parameters: Readonly<Record<string, Tensor>>;
  /** First moments of the optimizer for all parameters, in one array. */
  firstMoments: Float32Array;
  secondMoments: Float32Array;
  steps: number;
  momentSteps: number;
  /** State of the random number generator with which batches are created. */
  random: readonly number[];
}

const FIRST = 'optimizer.first_moments';
const SECOND = 'optimizer.second_moments';

export function writeState(model: Required<TrainerModel>, state: TrainingState): Uint8Array<ArrayBuffer> {
  const moments = ([first, second]: readonly [string, string]): [string, Tensor][] => [
    [first, { data: state.firstMoments, shape: [state.firstMoments.length] }],
    [second, { data: state.secondMoments, shape: [state.secondMoments.length] }],
  ];
  const tensors = [...Object.entries(state.parameters), ...moments([FIRST, SECOND])];
  return writeSafetensors(tensors, {
    format: 'pt',
    model: JSON.stringify(model),
    steps: String(state.steps),
    momentSteps: String(state.momentSteps),
    random: JSON.stringify(state.random),
  });
}

/**
 * Reads the state of a training run from a safetensors file.
 * @param model model that is to resume from the state
 * @param shapes parameter shapes, by name
 * @throws TypeError or RangeError that names the invalid metadata or tensor
 */
export function readState(
  file: ArrayBuffer,
  model: Required<TrainerModel>,
  shapes: ReadonlyMap<string, readonly number[]>,
): TrainingState {
  const tensors = readNow(Safetensors.open(inMemory(file)));
  const { model: saved, steps, momentSteps, random } = tensors.metadata;
  expectSameModel(parse('model', saved), model);
  const read = (name: string, shape: readonly number[]) => readNow(readTensor(tensors.find(name, shape)));
  const parameters = Object.fromEntries([...shapes].map(([name, shape]) => [name, read(name, shape)]));
  const size = Object.values(parameters).reduce((sum, { data }) => sum + data.length, 0);
  const [first, second] = [FIRST, SECOND].map((name) => read(name, [size]).data) as [Float32Array, Float32Array];
  tensors.expectAllFound();
  const negative = second.findIndex((moment) => moment < 0);
  if (negative >= 0) {
    throw new RangeError(`${elementAt(SECOND, [size], negative)}: expected 0 or more, got ${second[negative]}`);
  }
  const allSteps = expectCount('steps', steps);
  const words = expectArray('weights: metadata: random', parse('random', random), 4);
  if (words.length !== 4) {
    throw new RangeError(`weights: metadata: random: expected 4 numbers, got ${words.length}`);
  }
  return {
    parameters,
    firstMoments: first,
    secondMoments: second,
    steps: allSteps,
    momentSteps: expectCount('momentSteps', momentSteps, allSteps),
    random: words.map((word, at) => expectWholeNumber(`weights: metadata: random[${at}]`, word, 0, 2 ** 32 - 1)),
  };
}

/**
 * Checks that the model's options equal those of the saved model. Equal parameter shapes do not suffice: such models
 * may compute different things, for example with more heads or without a mask.
 */
function expectSameModel(saved: unknown, model: Required<TrainerModel>): void {
  const given = expectObject('weights: metadata: model', saved);
  for (const [option, value] of Object.entries(model)) {
    // The option `dropout` is not compared: it may change when training resumes, as may the optimizer's options.
    if (option === 'dropout' || given[option] === value) continue;
    throw new RangeError(`weights: metadata: model.${option}: expected ${value}, got ${describe(given[option])}`);
  }
}

const expectCount = (name: string, text: unknown, max = MAX_SIZE): number =>
  expectWholeNumber(`weights: metadata: ${name}`, parse(name, text), 0, max);

function parse(name: string, text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    throw new TypeError(`weights: metadata: ${name}: expected that of a saved trainer, got ${describe(text)}`);
  }
}
