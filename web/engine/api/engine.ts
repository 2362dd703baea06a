// The engine: public interface to the attention computations in a WebAssembly module.
import { expectObject, isA } from '../core/checks.js';
import { makeReadOnly } from '../core/read-only.js';
import {
  ScaledDotProductAttention,
  type AttentionGradients,
  type AttentionResult,
  type AttentionTrace,
} from '../attention/attention.js';
import type { Module } from '../runtime/wasm-module.js';
import { MultiheadAttention } from '../attention/multihead.js';
import type { MultiheadConfig } from '../attention/multihead-config.js';
import type { OutOption } from '../core/output-buffer.js';
import { AsyncAttention } from '../parallel/async-attention.js';
import { matmul } from '../attention/matmul.js';
import { saturation, type Saturation, type SaturationOptions } from '../analysis/saturation.js';
import { loadPackaged } from './packaged-model.js';
import type { TranslatorFiles } from '../translator/load-model.js';
import { TransformerLayer, type TransformerLayerConfig } from '../transformer/transformer-layer.js';
import type { TransformerModel } from '../translator/transformer-model.js';
import type { ModelAddress, PretrainedFiles, PretrainedOptions } from '../pretrained/load.js';
import type { PretrainedModel } from '../pretrained/pretrained-model.js';
import { UntrainedModel, type UntrainedConfig } from '../transformer/untrained-model.js';
import { xavierUniform, type XavierOptions } from '../transformer/initialization.js';
import type { ScaledDotProductOptions, WithWeights } from '../attention/attention-options.js';
import type { Flags } from '../attention/mask.js';
import type { SparsePattern } from '../attention/sparse-pattern.js';
import type { Build } from '../runtime/wasm-features.js';
import type { AsyncOptions } from '../core/async-options.js';
import type { Tensor, TensorInput } from '../core/tensor.js';
import type { Trainer, TrainerConfig } from '../training/trainer.js';
import type { EngineFiles } from './platform.js';

/** Parts that an engine is constructed from: its WebAssembly module, its build and its threads. */
export interface EngineParts {
  module: Module;
  /** Compiled single-threaded module for the workers of asynchronous calls; null if there are no workers. */
  compiled: WebAssembly.Module | null;
  build: Build;
  threads: number;
  /** Terminates the workers in which the helper threads run. */
  dispose: () => void;
}

/**
 * The engine, which computes attention and runs models. Created by `createEngine`. Results are copies and stay valid;
 * after an error the engine stays usable.
 */
export class Engine {
  /** Build of the .wasm file in use: 'simd' or 'relaxed'. */
  readonly build: Build;
  /** Number of threads that compute synchronous calls, including the calling thread. */
  readonly threads: number;
  #module: Module | null;
  readonly #files: EngineFiles;
  readonly #attention: ScaledDotProductAttention;
  readonly #workers: number;
  readonly #async: AsyncAttention;
  readonly #disposeThreads: () => void;

  /** Internal constructor; use `createEngine`. */
  constructor(parts: EngineParts, files: EngineFiles, workers: number) {
    const { module, compiled, build, threads, dispose } = parts;
    this.build = build;
    this.threads = threads;
    this.#disposeThreads = dispose;
    this.#module = module;
    this.#files = files;
    this.#attention = new ScaledDotProductAttention(module);
    this.#workers = workers;
    this.#async = new AsyncAttention(this.#attention, { module, compiled, workers, startWorker: files.startWorker });
    makeReadOnly(this);
  }

  /**
   * Computes scaled dot-product attention, softmax(Q·Kᵀ·scale + M)·V (Vaswani et al. 2017; PyTorch's
   * `scaled_dot_product_attention`). A query whose keys are all masked out gets weights 0 and output 0.
   * @param query [batch, heads, queries, headDim]
   * @param key [batch, heads, keys, headDim]
   * @param value [batch, heads, keys, valueDim]
   * @throws TypeError or RangeError that names the argument, the expected and the actual value
   */
  scaledDotProductAttention(
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    options: ScaledDotProductOptions & OutOption & WithWeights,
  ): Required<AttentionResult>;
  scaledDotProductAttention(
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    options?: ScaledDotProductOptions & OutOption,
  ): AttentionResult;
  scaledDotProductAttention(
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    options?: ScaledDotProductOptions & OutOption,
  ): AttentionResult {
    return this.#liveAttention().forward(query, key, value, options);
  }

  /**
   * Same as `scaledDotProductAttention`, bit for bit, without blocking the page. Heads, and blocks of queries of a long
   * head, are distributed over the workers; the calling thread takes a share of short work, in slices of at most half a
   * frame. Work of about 1 ms or less, and variants, are computed synchronously.
   * @throws as `scaledDotProductAttention`; the signal's reason if aborted; an Error if a worker crashes
   */
  scaledDotProductAttentionAsync(
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    options: ScaledDotProductOptions & OutOption & AsyncOptions & WithWeights,
  ): Promise<Required<AttentionResult>>;
  scaledDotProductAttentionAsync(
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    options?: ScaledDotProductOptions & OutOption & AsyncOptions,
  ): Promise<AttentionResult>;
  async scaledDotProductAttentionAsync(
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    options?: ScaledDotProductOptions & OutOption & AsyncOptions,
  ): Promise<AttentionResult> {
    this.#live();
    return this.#async.forward(query, key, value, options);
  }

  /**
   * Computes attention like `scaledDotProductAttention`, and returns every step: scores, scaled, masked, weights,
   * output.
   */
  traceAttention(
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    options?: ScaledDotProductOptions,
  ): AttentionTrace {
    return this.#liveAttention().trace(query, key, value, options);
  }

  /**
   * Computes the backward pass of `scaledDotProductAttention`, as PyTorch's autograd does.
   * @param outputGradient gradient of a loss with respect to the output, [batch, heads, queries, valueDim]
   * @param options as in the forward pass, without dropout, `eps`, `activation: 'relu'`, `needWeights` and variants
   */
  attentionBackward(
    query: TensorInput,
    key: TensorInput,
    value: TensorInput,
    outputGradient: TensorInput,
    options?: ScaledDotProductOptions,
  ): AttentionGradients {
    return this.#liveAttention().backward(query, key, value, outputGradient, options);
  }

  /**
   * Computes the matrix product over the last two dimensions; the others are broadcast (`torch.matmul` for two or more
   * dimensions).
   * @param a […, rows, depth]
   * @param b […, depth, columns]
   * @returns […, rows, columns]
   */
  matmul(a: TensorInput, b: TensorInput): Tensor {
    return matmul(this.#live(), a, b);
  }

  /**
   * Computes statistics of the softmax and its gradient for random queries and keys, with or without the division by
   * √d_k.
   */
  saturation(options: SaturationOptions): Saturation {
    return saturation(this.#live(), this.#attention, options);
  }

  /**
   * Computes the mask of a sparse pattern, which allows the token pairs of the pattern.
   * @returns allow, [seqLen, seqLen]: 1 where the row's token attends to the column's
   */
  patternMask(pattern: SparsePattern, seqLen: number): { allow: Flags } {
    return this.#liveAttention().patternMask(pattern, seqLen);
  }

  /**
   * Creates a multi-head attention layer with the given weights, or with seeded initial ones. Call `dispose()` when
   * done.
   */
  createMultiheadAttention(config: MultiheadConfig): MultiheadAttention {
    return new MultiheadAttention(this.#live(), config);
  }

  /** Creates a Transformer layer with the given weights. Call `dispose()` when done. */
  createTransformerLayer(config: TransformerLayerConfig): TransformerLayer {
    return new TransformerLayer(this.#live(), config);
  }

  /**
   * Creates initial weights, uniform in ±gain·√(6 / (fanIn + fanOut)) (Glorot & Bengio 2010; PyTorch's
   * `xavier_uniform_`).
   * @param shape [fanOut, fanIn]
   */
  xavierUniform(shape: readonly number[], options?: XavierOptions): Tensor {
    return xavierUniform(this.#live(), shape, options);
  }

  /** Creates a small model with seeded, untrained weights. Call `dispose()` when done. */
  createUntrainedModel(config?: UntrainedConfig): UntrainedModel {
    return new UntrainedModel(this.#live(), config);
  }

  /**
   * Loads a trained model: `defaultModel` of 'attention-spotlight/model'; the Hugging Face files of a Llama, Mistral,
   * Qwen2, Qwen3, Gemma, Gemma 2 or 3, GPT-2, GPT-Neo, GPT-NeoX, OPT, BERT, RoBERTa, DistilBERT, ALBERT, BART, Marian,
   * T5 or ViT model; a model saved by a trainer; or a GGUF file of Llama, Qwen2 or Qwen3. A single address denotes a
   * folder of such files, or a GGUF file. Without files, the default model is loaded from the package's folders, which
   * a bundle does not include. Call `dispose()` when done.
   * @param options which part of the model to load, and a signal to abort
   * @throws TypeError or RangeError that names the file, and the invalid field or tensor in it; the signal's reason if
   * aborted
   */
  loadModel(files?: TranslatorFiles, options?: Pick<PretrainedOptions, 'signal'>): Promise<TransformerModel>;
  loadModel(files: ModelAddress | PretrainedFiles, options?: PretrainedOptions): Promise<PretrainedModel>;
  async loadModel(
    files?: ModelAddress | PretrainedFiles | TranslatorFiles,
    options?: PretrainedOptions,
  ): Promise<TransformerModel | PretrainedModel> {
    const loader = { ...this.#files, live: () => this.#live() };
    const isAddress = files === undefined || typeof files === 'string' || isA(files, URL);
    const { program } = isAddress ? {} : (expectObject('files', files) as Partial<TranslatorFiles>);
    if (typeof program === 'function') return program(files, loader, options);
    const { loadModel } = await import('../pretrained/load.js');
    return files === undefined ? loadPackaged(loadModel, loader, options) : loadModel(files, loader, options);
  }

  /** Same as `loadModel`, but never loads the default model. */
  async loadPretrained(files: ModelAddress | PretrainedFiles, options?: PretrainedOptions): Promise<PretrainedModel> {
    return this.loadModel(files ?? ({} as PretrainedFiles), options);
  }

  /**
   * Creates a model with seeded random weights and a trainer for it. Training uses its own WebAssembly module and
   * memory, loaded from the engine's location. Call `dispose()` when done.
   * @throws TypeError or RangeError that names the option
   */
  async createTrainer(config: TrainerConfig): Promise<Trainer> {
    this.#live();
    const { createTrainer } = await import('../training/create-trainer.js');
    const { build } = this;
    return createTrainer({ ...this.#files, build, workers: this.#workers, live: () => this.#live() }, config);
  }

  /** Size in bytes of the WebAssembly memory that the engine uses. */
  get heapSize(): number {
    return this.#live().heapSize();
  }

  /**
   * Frees the engine's memory, terminates its workers and rejects pending calls. Any later use throws an Error, or
   * rejects with one.
   */
  dispose(): void {
    if (this.#module) this.#attention.dispose();
    this.#module = null;
    this.#async.dispose(disposed());
    this.#disposeThreads();
  }

  #liveAttention(): ScaledDotProductAttention {
    this.#live();
    return this.#attention;
  }

  #live(): Module {
    if (!this.#module) throw disposed();
    return this.#module;
  }
}

const disposed = () => new Error('this engine has been disposed of');
