// The engine: one WebAssembly module and what can be computed with it.
import * as attention from './attention.js';
import { expectOneOf, expectOptions, expectWholeNumber } from './checks.js';
import { chooseBuild, compile, instantiate, type Module, type ReadFile, type WasmUrl } from './load.js';
import { MultiheadAttention, type MultiheadConfig } from './multihead.js';
import type { OutOption } from './out.js';
import { scaledDotProductAttentionAsync } from './parallel/attention-async.js';
import { checkByHand, type HandOptions, type HandSteps, type WrongCell } from './by-hand.js';
import { matmul } from './matmul.js';
import { saturation, type Saturation, type SaturationOptions } from './saturation.js';
import { WorkerPool } from './parallel/pool.js';
import { readModelFiles, type ModelFiles } from './model-files.js';
import { TransformerLayer, type TransformerLayerConfig } from './transformer-layer.js';
import { TransformerModel } from './transformer-model.js';
import { UntrainedModel, type UntrainedConfig } from './untrained-model.js';
import { xavierUniform, type XavierOptions } from './initialisation.js';
import type { Flags, ScaledDotProductOptions } from './attention-options.js';
import type { SparsePattern } from './pattern.js';
import type { AttentionCall } from './wasm/spotlight.js';
import type { Build } from './features.js';
import type { AsyncOptions } from './parallel/task.js';
import type { StartWorker } from './parallel/messages.js';
import type { Tensor } from './tensor.js';

/** Options of `createEngine`. */
export interface EngineOptions {
  /** Which build to use: 'simd', 'relaxed' (with relaxed SIMD), or, by default, 'auto': the best that runs here. */
  build?: Build | 'auto';
  /** Where the .wasm files are, if not beside this file: their folder, or a function from file name to address. */
  wasmUrl?: WasmUrl;
  /**
   * How many workers the asynchronous calls may use, each with a memory of its own; they are started when first needed.
   * Default 1; 0: the asynchronous calls compute on this thread, in slices. No cross-origin isolation is needed.
   */
  workers?: number;
}

/** What differs between a browser and Node. */
export interface Surroundings {
  read: ReadFile;
  startWorker: StartWorker;
}

const MOST_WORKERS = 64;

/** Computes attention. Made by `createEngine`. Every result is a copy that stays valid; errors leave the engine working. */
export class Engine {
  /** The build in use. */
  readonly build: Build;
  #module: Module | null;
  readonly #read: ReadFile;
  readonly #call: AttentionCall;
  readonly #workers: number;
  readonly #pool: WorkerPool | null;

  /** Not for direct use: `createEngine`. */
  constructor(module: Module, build: Build, read: ReadFile, workers: number, pool: WorkerPool | null) {
    this.build = build;
    this.#module = module;
    this.#read = read;
    this.#call = new module.AttentionCall();
    this.#workers = workers;
    this.#pool = pool;
  }

  /**
   * softmax(Q·Kᵀ·scale + M)·V (Vaswani et al. 2017; PyTorch's `scaled_dot_product_attention`). A query whose keys are
   * all masked gets weights 0 and output 0.
   * @param query [batch, heads, queries, headDim]
   * @param key [batch, heads, keys, headDim]
   * @param value [batch, heads, keys, valueDim]
   * @throws TypeError or RangeError that names the argument, what was expected and what came
   */
  scaledDotProductAttention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    options?: ScaledDotProductOptions & OutOption,
  ): attention.AttentionResult {
    return attention.scaledDotProductAttention(this.#live(), this.#call, query, key, value, options);
  }

  /**
   * The same numbers, bit for bit, while the page goes on: heads, and blocks of the queries of a long head, are spread
   * over the workers where that pays; this thread takes a share of what is short, in slices of at most half a frame. What
   * takes about a millisecond, or needs the weights, is computed at once.
   * @throws as `scaledDotProductAttention`; with the signal's reason where it is aborted; an Error where a worker crashed
   */
  scaledDotProductAttentionAsync(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    options?: ScaledDotProductOptions & OutOption & AsyncOptions,
  ): Promise<attention.AttentionResult> {
    const threads = { module: this.#live(), call: this.#call, pool: this.#pool, workers: this.#workers };
    return scaledDotProductAttentionAsync(threads, query, key, value, options);
  }

  /** The same with every step kept: scores, scaled, masked, weights, output. */
  traceAttention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    options?: ScaledDotProductOptions,
  ): attention.AttentionTrace {
    return attention.traceAttention(this.#live(), this.#call, query, key, value, options);
  }

  /**
   * The backward pass of `scaledDotProductAttention`, as PyTorch's autograd gives it.
   * @param outputGradient of a loss with respect to the output, [batch, heads, queries, valueDim]
   * @param options as in the forward pass; without dropout, and without patterns that sum the keys up
   */
  attentionBackward(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    outputGradient: Tensor,
    options?: ScaledDotProductOptions,
  ): attention.AttentionGradients {
    return attention.attentionBackward(this.#live(), this.#call, query, key, value, outputGradient, options);
  }

  /**
   * a·b of the last two dimensions; those before them are broadcast (`torch.matmul` of two or more dimensions each).
   * @param a […, rows, depth]
   * @param b […, depth, columns]
   * @returns […, rows, columns]
   */
  matmul(a: Tensor, b: Tensor): Tensor {
    return matmul(this.#live(), a, b);
  }

  /**
   * Why scores are divided by √d_k, in numbers: what the softmax of seeded random queries and keys is like, and how much
   * of a gradient comes back through it.
   */
  saturation(options: SaturationOptions): Saturation {
    return saturation(this.#live(), this.#call, options);
  }

  /**
   * Checks an attention that was computed by hand.
   * @param steps what was computed, each of the shape that `traceAttention` gives
   * @returns the first cell that is wrong, or null
   */
  checkByHand(query: Tensor, key: Tensor, value: Tensor, steps: HandSteps, options?: HandOptions): WrongCell | null {
    return checkByHand(this.#live(), this.#call, query, key, value, steps, options);
  }

  /**
   * Which pairs of words a sparse pattern keeps, as a mask to draw or to use.
   * @returns allow, [words, words]: 1 where the word of the row hears that of the column
   */
  patternMask(pattern: SparsePattern, words: number): { allow: Flags } {
    return attention.patternMask(this.#live(), this.#call, pattern, words);
  }

  /** A multi-head attention with these weights, or with seeded initial ones. Dispose of it when done. */
  createMultiheadAttention(config: MultiheadConfig): MultiheadAttention {
    return new MultiheadAttention(this.#live(), config);
  }

  /** One block of a Transformer with weights of one's own, at once or step by step. Dispose of it when done. */
  createTransformerLayer(config: TransformerLayerConfig): TransformerLayer {
    return new TransformerLayer(this.#live(), config);
  }

  /**
   * Initial weights, uniform in ±gain·√(6 / (fanIn + fanOut)) (Glorot & Bengio 2010; PyTorch's `xavier_uniform_`).
   * @param shape [fanOut, fanIn]
   */
  xavierUniform(shape: readonly number[], options?: XavierOptions): Tensor {
    return xavierUniform(this.#live(), shape, options);
  }

  /** A small model with seeded, untrained weights: to see the steps of attention on any text. Dispose of it when done. */
  createUntrainedModel(config?: UntrainedConfig): UntrainedModel {
    return new UntrainedModel(this.#live(), config);
  }

  /**
   * A trained Transformer: the default one that comes with the package, or the files given. Dispose of it when done.
   * @throws TypeError or RangeError where a file is not what it must be, naming the part
   */
  async loadModel(files?: ModelFiles): Promise<TransformerModel> {
    const parts = await readModelFiles(files, this.#read);
    return new TransformerModel(this.#live(), parts);
  }

  /** How many bytes of WebAssembly memory are in use: after the same calls, the same number. */
  get heapSize(): number {
    return this.#live().heapSize();
  }

  /** Lets go of the memory and the workers. Using the engine afterwards is an error that says so. */
  dispose(): void {
    if (this.#module) this.#call.delete();
    this.#module = null;
    this.#pool?.dispose(disposed());
  }

  #live(): Module {
    if (!this.#module) throw disposed();
    return this.#module;
  }
}

const disposed = () => new Error('this engine has been disposed of');

/** The `createEngine` of a place with these surroundings. */
export function engineFactory({ read, startWorker }: Surroundings): (options?: EngineOptions) => Promise<Engine> {
  return async (value) => {
    const options = expectOptions('options', value, ['build', 'wasmUrl', 'workers']);
    const build = chooseBuild(expectOneOf('build', options['build'] ?? 'auto', ['auto', 'simd', 'relaxed']));
    const workers = expectWholeNumber('workers', options['workers'] ?? 1, 0, MOST_WORKERS);
    const compiled = await compile(build, options['wasmUrl'] as WasmUrl | undefined, read);
    const pool = workers > 0 ? new WorkerPool(compiled, startWorker) : null;
    return new Engine(await instantiate(compiled), build, read, workers, pool);
  };
}
