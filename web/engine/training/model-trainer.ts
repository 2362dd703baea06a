// A trainer: a model in a WebAssembly memory of its own, trained step by step.
import { checkAsyncOptions, type AsyncOptions } from '../core/async-options.js';
import { EventLoop } from '../core/event-loop.js';
import { describe, expectOptions, expectWholeNumber } from '../core/checks.js';
import { expectFinite, sizeOf, type Tensor } from '../core/tensor.js';
import { copyInto, expectTypedArray } from '../core/typed-arrays.js';
import { withDescription } from '../model/description.js';
import { TensorTable } from '../runtime/tensor-table.js';
import { copyOutAt } from '../runtime/wasm-memory.js';
import { RandomNumbers } from './random.js';
import type { CheckedConfig } from './trainer-config.js';
import { checkTrainedOptions, trainedModel } from './trained-model.js';
import { configFileOf, descriptionOf } from '../models/spotlight.js';
import { checkBatch, type CheckedBatch } from './training-batch.js';
import { readState, writeState } from './training-state.js';
import type { PretrainedModel } from '../models/pretrained-model.js';
import type { Module } from '../runtime/wasm-module.js';
import type { Evaluation, StepReport, TrainedModelOptions, Trainer, TrainingBatch } from './trainer.js';
import type { TrainingModule } from './training-module.js';
import type { TrainingSession } from '../wasm/spotlight-training.js';

/** Of `stepAsync`: half a frame, in milliseconds. */
const SLICE = 8;

/** A parameter, and where it is in the array of all. */
interface Place {
  shape: readonly number[];
  offset: number;
}

export class ModelTrainer implements Trainer {
  readonly config: CheckedConfig;
  readonly #module: TrainingModule;
  readonly #engine: () => Module;
  readonly #tensors: TensorTable<keyof TrainingModule['TrainingTensor']>;
  readonly #places = new Map<string, Place>();
  readonly #random: RandomNumbers;
  #session: TrainingSession | null;

  /** Not for direct use: `engine.createTrainer`. */
  constructor(module: TrainingModule, engine: () => Module, config: CheckedConfig) {
    const { model, optimizer, seed } = config;
    const session = withDescription(
      module,
      descriptionOf(model),
      (block) => new module.TrainingSession(block, model.causal, model.tiedHead, model.dropout, seed),
    );
    const { learningRate, warmupSteps, weightDecay, beta1, beta2, epsilon, clipNorm } = optimizer;
    session.setOptimizer(learningRate, warmupSteps, weightDecay, beta1, beta2, epsilon, clipNorm);
    this.config = config;
    this.#module = module;
    this.#engine = engine;
    this.#session = session;
    this.#tensors = new TensorTable(module, session.tensors(), module.TrainingTensor);
    this.#random = new RandomNumbers(seed);
    let offset = 0;
    for (let index = 0; index < session.parameterCount(); ++index) {
      const [rows, columns] = [session.parameterRows(index), session.parameterColumns(index)];
      const shape = session.parameterRank(index) === 1 ? [columns] : [rows, columns];
      this.#places.set(session.parameterName(index), { shape, offset });
      offset += rows * columns;
    }
  }

  get steps(): number {
    return this.#live().steps();
  }

  get parameters(): Readonly<Record<string, Tensor>> {
    return this.#named('values');
  }

  get gradients(): Readonly<Record<string, Tensor>> {
    return this.#named('gradients');
  }

  get heapSize(): number {
    this.#live();
    return this.#module.heapSize();
  }

  step(count = 1): StepReport {
    expectWholeNumber('count', count, 1);
    let report = this.#stepOnce();
    for (let done = 1; done < count; ++done) report = this.#stepOnce();
    return report;
  }

  async stepAsync(count: number, options?: AsyncOptions): Promise<StepReport> {
    expectWholeNumber('count', count, 1);
    const { signal, onProgress } = checkAsyncOptions(expectOptions('options', options, ['signal', 'onProgress']));
    const eventLoop = new EventLoop();
    try {
      for (let done = 0; ;) {
        signal?.throwIfAborted();
        const end = performance.now() + SLICE;
        let report: StepReport;
        do {
          report = this.#stepOnce();
        } while (++done < count && performance.now() < end);
        onProgress?.(done / count);
        if (done === count) return report;
        await eventLoop.yield();
      }
    } finally {
      eventLoop.close();
    }
  }

  evaluate(batch: TrainingBatch): Evaluation {
    const session = this.#live();
    const { model } = this.config;
    const checked = checkBatch('batch', batch, model);
    session.resizeProbe(checked.batch, checked.tokens, checked.sourceTokens);
    this.#copyIn(['probeInputs', 'probeTargets', 'probeSources'], checked);
    session.evaluate();
    const weights = (address: (layer: number) => number, queries: number, keys: number) =>
      Array.from({ length: model.layers }, (_, layer) =>
        copyOutAt(this.#module, address(layer), [model.heads, queries, keys]),
      );
    const { tokens, sourceTokens } = checked;
    const hasCross = model.shape === 'encoder-decoder';
    return {
      loss: session.loss(),
      accuracy: session.accuracy(),
      logits: this.#tensors.copyOut('logits', [checked.batch, tokens, model.vocabularySize]),
      weights: {
        encoder: hasCross ? weights((layer) => session.encoderWeights(layer), sourceTokens, sourceTokens) : [],
        self: weights((layer) => session.selfWeights(layer), tokens, tokens),
        cross: hasCross ? weights((layer) => session.crossWeights(layer), tokens, sourceTokens) : [],
      },
    };
  }

  model(options?: TrainedModelOptions): PretrainedModel {
    const file = this.save().buffer;
    return trainedModel(this.#engine(), this.config.model, file, options);
  }

  modelConfig(options?: TrainedModelOptions): Readonly<Record<string, unknown>> {
    const { model } = this.config;
    return configFileOf(model, checkTrainedOptions(model, options));
  }

  snapshot(): Float32Array<ArrayBuffer> {
    this.#live();
    return this.#tensors.view('values').slice();
  }

  restore(snapshot: Float32Array): void {
    const session = this.#live();
    const values = this.#tensors.view('values');
    const given = expectTypedArray('snapshot', snapshot, 'Float32Array');
    if (given.length !== values.length) {
      throw new RangeError(
        `snapshot: expected the ${values.length} numbers of a snapshot of this model, got ${given.length}`,
      );
    }
    expectFinite('snapshot', { data: given, shape: [given.length] });
    copyInto(values, 'snapshot', given);
    session.restartOptimizer();
    session.useValues();
  }

  save(): Uint8Array<ArrayBuffer> {
    const session = this.#live();
    return writeState(this.config.model, {
      parameters: this.parameters,
      firstMoments: this.#tensors.view('firstMoments'),
      secondMoments: this.#tensors.view('secondMoments'),
      steps: session.steps(),
      momentSteps: session.momentSteps(),
      random: this.#random.state,
    });
  }

  load(file: Uint8Array | ArrayBuffer): void {
    const session = this.#live();
    const shapes = new Map([...this.#places].map(([name, { shape }]) => [name, shape]));
    const state = readState(bufferOf(file), this.config.model, shapes);
    const values = this.#tensors.view('values');
    for (const [name, { offset }] of this.#places) values.set(state.parameters[name]!.data, offset);
    this.#tensors.view('firstMoments').set(state.firstMoments);
    this.#tensors.view('secondMoments').set(state.secondMoments);
    session.setSteps(state.steps, state.momentSteps);
    session.useValues();
    this.#random.state = state.random;
  }

  dispose(): void {
    this.#session?.delete();
    this.#session = null;
  }

  #live(): TrainingSession {
    if (!this.#session) throw new Error('this trainer has been disposed of');
    return this.#session;
  }

  #stepOnce(): StepReport {
    const { data, model, optimizer } = this.config;
    this.#live();
    const batch = checkBatch('data()', data(this.#random.next), model);
    const session = this.#live(); // `data` may have disposed of it
    session.resizeBatch(batch.batch, batch.tokens, batch.sourceTokens);
    this.#copyIn(['inputs', 'targets', 'sources'], batch);
    const isFinite = session.step();
    const loss = session.loss();
    if (!isFinite) {
      throw new Error(
        `step ${session.steps() + 1}: expected a finite loss and gradient, got a loss of ${loss} and a gradient of norm ` +
          `${session.gradientNorm()}; the weights are those before this step. A smaller learning rate than ` +
          `${optimizer.learningRate} may help`,
      );
    }
    return {
      step: session.steps(),
      loss,
      accuracy: session.accuracy(),
      gradientNorm: session.gradientNorm(),
      weightNorm: session.weightNorm(),
    };
  }

  #copyIn(
    names: readonly [inputs: BatchTensor, targets: BatchTensor, sources: BatchTensor],
    { inputs, targets, sources }: CheckedBatch,
  ): void {
    [inputs, targets, sources].forEach((ids, at) => this.#tensors.intView(names[at]!).set(ids));
  }

  #named(array: 'values' | 'gradients'): Readonly<Record<string, Tensor>> {
    this.#live();
    const all = this.#tensors.view(array);
    const entries = [...this.#places].map(([name, { shape, offset }]) => {
      return [name, { data: all.slice(offset, offset + sizeOf(shape)), shape }] as const;
    });
    return Object.fromEntries(entries);
  }
}

type BatchTensor = 'inputs' | 'targets' | 'sources' | 'probeInputs' | 'probeTargets' | 'probeSources';

/** The bytes of a file, in a buffer of their own. */
function bufferOf(file: unknown): ArrayBuffer {
  if (file instanceof ArrayBuffer) return file;
  if (file instanceof Uint8Array) return file.slice().buffer;
  throw new TypeError(`file: expected a Uint8Array or an ArrayBuffer, got ${describe(file)}`);
}
