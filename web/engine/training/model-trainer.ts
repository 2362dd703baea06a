// A trainer: a model in its own WebAssembly memory, which is trained step by step.
import { checkAsyncOptions, type AsyncOptions } from '../core/async-options.js';
import { EventLoop } from '../core/event-loop.js';
import { describe, expectOptions, expectWholeNumber, isA } from '../core/checks.js';
import { makeReadOnly } from '../core/read-only.js';
import { elementAt, findNonFinite, sizeOf, type Tensor } from '../core/tensor.js';
import { copyInto, expectTypedArray } from '../core/typed-arrays.js';
import { declaredParameters } from '../runtime/parameter-set.js';
import { copyOutAt } from '../runtime/wasm-memory.js';
import { DivergenceError } from './divergence-error.js';
import { RandomNumbers } from './random.js';
import type { CheckedConfig } from './trainer-config.js';
import { checkTrainedOptions, trainedModel } from './trained-model.js';
import { configFileOf } from '../pretrained/families/spotlight.js';
import { checkBatch, type CheckedBatch } from './training-batch.js';
import { allocateTraining, writeBatch, writeProbe, type TrainingMemory } from './training-memory.js';
import { readState, writeState } from './training-state.js';
import type { PretrainedModel } from '../pretrained/pretrained-model.js';
import type { Module } from '../runtime/wasm-module.js';
import type { SecondWorker } from './second-worker.js';
import type { Evaluation, StepReport, TrainedModelOptions, Trainer, TrainingBatch } from './trainer.js';
import type { TrainingModule } from './training-module.js';
import type { TrainingSession } from '../wasm/spotlight-training.js';

/** Duration in milliseconds, half a frame, after which `stepAsync` lets the page handle events. */
const SLICE = 8;
/**
 * Minimum size of a training step, as number of parameters times tokens, for which a worker computes half of the batch.
 * It amounts to about 1 ms; for less work, the messages would take longer than they save.
 */
const WORTH_SHARING = 1e7;

/** Shape of a parameter, and its offset in the array of all parameters. */
interface Place {
  shape: readonly number[];
  offset: number;
}

/** A training step in progress whose second half a worker computes. */
interface SharedStep {
  batch: CheckedBatch;
  /**
   * Returns or throws the result of the step, if another call has completed the step before the worker replied;
   * otherwise null.
   */
  outcome: (() => StepReport) | null;
}

export class ModelTrainer implements Trainer {
  readonly config: CheckedConfig;
  readonly #module: TrainingModule;
  readonly #engine: () => Module;
  readonly #tensors: TrainingMemory['tensors'];
  readonly #places = new Map<string, Place>();
  readonly #random: RandomNumbers;
  /** State of the random number generator before it created the last batch. */
  #randomBefore: readonly number[];
  readonly #startSecond: (() => SecondWorker) | null;
  #second: SecondWorker | null = null;
  #shared: SharedStep | null = null;
  #session: TrainingSession | null;

  /** Internal constructor; use `engine.createTrainer`. */
  constructor(
    module: TrainingModule,
    engine: () => Module,
    config: CheckedConfig,
    startSecond: (() => SecondWorker) | null,
  ) {
    const { model, optimizer, seed } = config;
    const { session, tensors } = allocateTraining(module, model, seed);
    const { learningRate, warmupSteps, weightDecay, beta1, beta2, epsilon, clipNorm } = optimizer;
    session.setOptimizer(learningRate, warmupSteps, weightDecay, beta1, beta2, epsilon, clipNorm);
    this.config = config;
    this.#module = module;
    this.#engine = engine;
    this.#session = session;
    this.#tensors = tensors;
    this.#startSecond = startSecond;
    this.#random = new RandomNumbers(seed);
    this.#randomBefore = this.#random.state;
    let offset = 0;
    for (const { name, shape } of declaredParameters(session.parameters()!)) {
      this.#places.set(name, { shape, offset });
      offset += sizeOf(shape);
    }
    makeReadOnly(this);
  }

  get steps(): number {
    return this.#live().steps();
  }

  get parameters(): Readonly<Record<string, Tensor>> {
    return this.#named('values');
  }

  get gradients(): Readonly<Record<string, Tensor>> {
    this.#complete();
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
          report = await this.#stepShared();
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
    writeProbe({ session, tensors: this.#tensors }, checked);
    session.evaluate();
    const weights = (address: (layer: number) => number, queries: number, keys: number) =>
      Array.from({ length: model.layers }, (_, layer) =>
        copyOutAt(this.#module, address(layer), [model.numHeads, queries, keys]),
      );
    const { tokens, sourceTokens } = checked;
    const hasCross = model.shape === 'encoder-decoder';
    const logits = this.#tensors.copyOut('logits', [checked.batch, tokens, model.vocabularySize]);
    const wrong = findNonFinite(logits.data);
    if (wrong >= 0) {
      throw new RangeError(`${elementAt('logits', logits.shape, wrong)} is beyond float32: the weights are too large`);
    }
    return {
      loss: session.loss(),
      accuracy: session.accuracy(),
      logits,
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
    this.#live();
    const { model } = this.config;
    return configFileOf(model, checkTrainedOptions(model, options));
  }

  snapshot(): Float32Array<ArrayBuffer> {
    this.#live();
    return this.#tensors.view('values').slice();
  }

  restore(snapshot: Float32Array): void {
    this.#live();
    const { length } = this.#tensors.view('values');
    const given = expectTypedArray('snapshot', snapshot, 'Float32Array');
    if (given.length !== length) {
      throw new RangeError(`snapshot: expected the ${length} numbers of a snapshot of this model, got ${given.length}`);
    }
    this.#setValues('snapshot', given);
  }

  save(): Uint8Array<ArrayBuffer> {
    const session = this.#live();
    this.#complete();
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
    const values = new Float32Array(this.#tensors.view('values').length);
    for (const [name, { offset }] of this.#places) values.set(state.parameters[name]!.data, offset);
    this.#setValues('weights', values);
    this.#tensors.view('firstMoments').set(state.firstMoments);
    this.#tensors.view('secondMoments').set(state.secondMoments);
    session.setSteps(state.steps, state.momentSteps);
    this.#random.state = state.random;
  }

  dispose(): void {
    this.#session?.delete();
    this.#session = null;
    this.#second?.dispose();
  }

  #live(): TrainingSession {
    if (!this.#session) throw new Error('this trainer has been disposed of');
    return this.#session;
  }

  #stepOnce(): StepReport {
    this.#complete();
    return this.#stepOn(this.#nextBatch());
  }

  /**
   * Runs a training step. If the step is large, a worker computes the second half of the batch in parallel; the result
   * is the same, bit for bit.
   */
  async #stepShared(): Promise<StepReport> {
    this.#complete();
    const batch = this.#nextBatch();
    const session = this.#live(); // the function `data` may have disposed of the trainer
    const second = this.#secondFor(batch);
    if (!second) return this.#stepOn(batch);
    const shared: SharedStep = (this.#shared = { batch, outcome: null });
    const computed = second.compute(this.#tensors.view('values'), session.steps(), batch);
    try {
      writeBatch({ session, tensors: this.#tensors }, batch);
      session.computeHalf(0);
    } catch (error) {
      this.#shared = null;
      throw error;
    }
    const half = await computed;
    if (shared.outcome) return shared.outcome();
    this.#shared = null;
    this.#live();
    if (!half) return this.#stepOn(batch);
    this.#tensors.view('exchangeBuffer').set(half.numbers);
    return this.#report(session.stepWithSecondHalf(half.loss, half.accuracy));
  }

  /**
   * Completes the training step in progress without waiting for its worker, so that other calls find the trainer
   * between two steps.
   */
  #complete(): void {
    const shared = this.#shared;
    if (!shared) return;
    this.#shared = null;
    try {
      const report = this.#stepOn(shared.batch);
      shared.outcome = () => report;
    } catch (error) {
      shared.outcome = () => {
        throw error;
      };
    }
  }

  #nextBatch(): CheckedBatch {
    this.#live();
    this.#randomBefore = this.#random.state;
    try {
      return checkBatch('data()', this.config.data(this.#random.next), this.config.model);
    } catch (error) {
      this.#random.state = this.#randomBefore;
      throw error;
    }
  }

  /** Returns the worker that computes half of a batch; null if the batch is too small, or no worker is ready. */
  #secondFor({ batch, tokens, sourceTokens }: CheckedBatch): SecondWorker | null {
    const size = this.#tensors.view('values').length * batch * (tokens + sourceTokens);
    if (batch < 2 || size < WORTH_SHARING || !this.#startSecond) return null;
    this.#second ??= this.#startSecond();
    return this.#second.isFree ? this.#second : null;
  }

  #stepOn(batch: CheckedBatch): StepReport {
    const session = this.#live();
    writeBatch({ session, tensors: this.#tensors }, batch);
    return this.#report(session.step());
  }

  /**
   * Returns the report of the training step just computed. If its numbers are not finite, the step was rejected, and an
   * error is thrown.
   */
  #report(isFinite: boolean): StepReport {
    const session = this.#live();
    const [loss, gradientNorm, weightNorm] = [session.loss(), session.gradientNorm(), session.weightNorm()];
    if (isFinite) return { step: session.steps(), loss, accuracy: session.accuracy(), gradientNorm, weightNorm };
    this.#random.state = this.#randomBefore;
    const step = session.steps() + 1;
    const expected =
      Number.isFinite(loss) && Number.isFinite(gradientNorm)
        ? `weights from which the model computes finite numbers, got weights of norm ${weightNorm}`
        : `a finite loss and gradient, got a loss of ${loss} and a gradient of norm ${gradientNorm}`;
    throw new DivergenceError(
      step,
      `step ${step}: expected ${expected}; the weights are those before this step. A smaller learning rate than ` +
        `${this.config.optimizer.learningRate} may help`,
    );
  }

  /**
   * Sets all weights of the model, and resets the optimizer.
   * @param name name of the values in error messages
   * @throws RangeError that names the parameter; the trainer is then unchanged
   */
  #setValues(name: string, values: Float32Array): void {
    this.#complete(); // now, because the memory may grow, which invalidates views of it
    const wrong = findNonFinite(values);
    if (wrong >= 0) {
      throw new RangeError(`${name}: ${this.#elementAt(wrong)}: expected a finite number, got ${values[wrong]}`);
    }
    copyInto(this.#tensors.view('exchangeBuffer'), name, values);
    if (this.#live().acceptValues()) return;
    const largest = values.reduce((most, value, at) => (Math.abs(value) > Math.abs(values[most]!) ? at : most), 0);
    throw new RangeError(
      `${name}: ${this.#elementAt(largest)}: expected weights from which the model computes finite numbers, ` +
        `got ${values[largest]}`,
    );
  }

  /** Formats an index in the array of all parameters as an element of a parameter for error messages. */
  #elementAt(index: number): string {
    const [name, { shape, offset }] = [...this.#places].filter(([, { offset: begin }]) => begin <= index).at(-1)!;
    return elementAt(name, shape, index - offset);
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

/** Contents of a file in an ArrayBuffer that contains nothing else. */
function bufferOf(file: unknown): ArrayBuffer {
  if (isA(file, ArrayBuffer)) return file;
  if (isA(file, Uint8Array)) return file.slice().buffer;
  throw new TypeError(`file: expected a Uint8Array or an ArrayBuffer, got ${describe(file)}`);
}
