// Types of `engine.createTrainer`: the options of a training run, and its results.
import type { AsyncOptions } from '../core/async-options.js';
import type { PretrainedModel } from '../pretrained/pretrained-model.js';
import type { Tensor } from '../core/tensor.js';
import type { ACTIVATIONS, NORMS } from '../transformer/description.js';

/** The model to train, from seeded random weights. Blocks are pre-norm: x + attention(norm(x)), x + feedForward(norm(x)). */
export interface TrainerModel {
  /** Architecture of the model. Default 'decoder'. */
  shape?: 'decoder' | 'encoder' | 'encoder-decoder';
  /** Number of tokens; ids are 0 … vocabularySize − 1. */
  vocabularySize: number;
  /** Number of blocks; in an encoder–decoder, of each stack. */
  layers: number;
  numHeads: number;
  /** Size of the embeddings, a multiple of `numHeads`. */
  embedDim: number;
  /** Width of the feed-forward layers; 0: attention-only blocks. Default 0. */
  feedforwardDim?: number;
  /** Maximum number of tokens in a sequence, which also applies to sources. */
  maxTokens: number;
  /** Position encoding. Default 'learned'. */
  positions?: 'learned' | 'sinusoidal' | 'rotary' | 'none';
  /** Kind of norm: LayerNorm or RMSNorm. Default 'layer'. */
  norm?: (typeof NORMS)[number];
  /** Activation of the feed-forward layers. Default 'gelu'. */
  activation?: (typeof ACTIVATIONS)[number];
  /** True if the output layer shares the weights of the embedding. Default false. */
  tiedHead?: boolean;
  /**
   * True if self-attention (that of the decoder in an encoder–decoder) attends to earlier tokens only. Default: false
   * for an encoder, true otherwise.
   */
  causal?: boolean;
  /** Factor of the scores. Default 1/√headDim; 1 leaves them unscaled. */
  scale?: number;
  /** Probability that an attention weight, or an output of an attention or a feed-forward layer, is dropped. Default 0. */
  dropout?: number;
}

/** Sequences of equal length, and the target of each token. */
export interface TrainingBatch {
  /** Tokens, [batch, tokens]. */
  inputs: Int32Array;
  /** Token to predict at each position, [batch, tokens]; −1: ignored. */
  targets: Int32Array;
  batch: number;
  tokens: number;
  /** Input of the encoder of an encoder–decoder, [batch, sourceTokens]. */
  sources?: Int32Array;
  sourceTokens?: number;
}

/**
 * Creates the next batch. `random` returns the trainer's uniform random numbers in [0, 1), so that the same seed yields
 * the same batches.
 */
export type BatchSource = (random: () => number) => TrainingBatch;

/** Options of AdamW (Loshchilov & Hutter 2019), as in `torch.optim.AdamW`. */
export interface OptimizerOptions {
  /** Learning rate. Default 0.003. */
  learningRate?: number;
  /** Steps over which the learning rate grows linearly to its full value. Default 100. */
  warmupSteps?: number;
  /** Weight decay of matrices; vectors (biases, norms) are not decayed. Default 0.01. */
  weightDecay?: number;
  /** Decay rate of the first moment. Default 0.9. */
  beta1?: number;
  /** Decay rate of the second moment. Default 0.999. */
  beta2?: number;
  /** Added to the root of the second moment; must be above 0. Default 1e-8. */
  epsilon?: number;
  /**
   * Maximum norm of the gradient over all parameters. A larger gradient is scaled down to it; 0 means unlimited.
   * Default 1.
   */
  clipNorm?: number;
}

/** The model, the data and the optimizer of a training run. */
export interface TrainerConfig {
  model: TrainerModel;
  data: BatchSource;
  optimizer?: OptimizerOptions;
  /** Seed of the initial weights, the batches and dropout. Default 0. */
  seed?: number;
  /**
   * The training WebAssembly, compiled or as bytes, where it cannot be loaded from a URL (Cloudflare Workers); must match the
   * engine's build.
   */
  wasm?: WebAssembly.Module | BufferSource;
}

/** Result of a step. */
export interface StepReport {
  /** Number of this step; the first is 1. */
  step: number;
  /** Mean cross-entropy of the counted predictions in nats, before the step's update. */
  loss: number;
  /** Share of the counted predictions in which the most probable token was correct. */
  accuracy: number;
  /** Norm of the gradient over all parameters, before clipping. */
  gradientNorm: number;
  /** Norm of the weights over all parameters, after the step. */
  weightNorm: number;
}

/** Loss, logits and attention weights for a batch, without dropout. */
export interface Evaluation {
  loss: number;
  accuracy: number;
  /** Logits of the batch, [batch, tokens, vocabularySize]. */
  logits: Tensor;
  /** Attention weights of the batch's first sequence: a tensor [heads, queries, keys] for each layer. */
  weights: {
    /** Self-attention weights in the encoder of an encoder–decoder; otherwise empty. */
    encoder: readonly Tensor[];
    /** Self-attention weights in the model's only stack, or in the decoder of an encoder–decoder. */
    self: readonly Tensor[];
    /** Cross-attention weights of an encoder–decoder; otherwise empty. */
    cross: readonly Tensor[];
  };
}

/** Options of a trainer's `model` and `modelConfig`. */
export interface TrainedModelOptions {
  /** Start token of an encoder–decoder's decoder. */
  start?: number;
  /** Tokens that end a generated text. */
  end?: readonly number[];
}

/** A model in training. Created by `engine.createTrainer`; results are copies. */
export interface Trainer {
  /** The config with defaults filled in. */
  readonly config: {
    readonly model: Required<TrainerModel>;
    readonly data: BatchSource;
    readonly optimizer: Required<OptimizerOptions>;
    readonly seed: number;
  };
  /** Number of completed steps. */
  readonly steps: number;
  /** Copies of all parameters, by name. */
  readonly parameters: Readonly<Record<string, Tensor>>;
  /** Copies of the last step's gradients before clipping, by parameter name. */
  readonly gradients: Readonly<Record<string, Tensor>>;
  /** Size of this trainer's WebAssembly memory in use, in bytes. */
  readonly heapSize: number;
  /**
   * Trains on the next `count` batches (default 1).
   * @returns the report of the last step
   * @throws DivergenceError at a step whose loss, gradient or new weights are not finite; the trainer is then in the state before
   *   that step, and `gradients` contains the rejected ones
   */
  step(count?: number): StepReport;
  /**
   * Same as `step`, bit for bit, in slices of at most 8 ms, so that the page stays responsive. If the engine has workers, one of
   * them computes half of each batch whose steps take about 1 ms or more. An abort takes effect between steps.
   */
  stepAsync(count: number, options?: AsyncOptions): Promise<StepReport>;
  /**
   * Runs the model on a batch, without training on it.
   * @throws TypeError or RangeError that names the invalid part of the batch, or the logit that exceeds float32
   */
  evaluate(batch: TrainingBatch): Evaluation;
  /**
   * Creates a model with the current weights, for runs, traces, interventions and generation, like any other model; further
   * training does not change it. Texts are given as token ids. A decoder's attention is causal and an encoder's is not,
   * regardless of `causal`; `intervene: { causal: true }` masks an encoder causally in a run. An encoder's output layer is
   * omitted. Call its `dispose()` when done.
   */
  model(options?: TrainedModelOptions): PretrainedModel;
  /** The model's config.json; with it and the file of `save()`, `engine.loadPretrained` can load the model. */
  modelConfig(options?: TrainedModelOptions): Readonly<Record<string, unknown>>;
  /** The weights as one array, which `restore` accepts in this trainer or in one of equal parameter shapes. */
  snapshot(): Float32Array<ArrayBuffer>;
  /**
   * Sets the weights. Resets the optimizer's moments but not the number of steps.
   * @throws RangeError that names the parameter if a weight is not finite, or too large for finite results
   */
  restore(snapshot: Float32Array): void;
  /**
   * Weights, optimizer, step number and random state as a safetensors file, from which training can resume, bit for
   * bit.
   */
  save(): Uint8Array<ArrayBuffer>;
  /**
   * Restores the state written by `save`.
   * @throws TypeError or RangeError that names the part of the file that does not match this model (all options except
   * `dropout` must be the same), or that no trainer could have saved
   */
  load(file: Uint8Array | ArrayBuffer): void;
  /** Frees the memory. Any later use throws an Error. */
  dispose(): void;
}
