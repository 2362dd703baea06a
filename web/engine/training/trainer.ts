// Types of `engine.createTrainer`: the description of a training run, and its results.
import type { AsyncOptions } from '../core/async-options.js';
import type { PretrainedModel } from '../pretrained/pretrained-model.js';
import type { Tensor } from '../core/tensor.js';
import type { ACTIVATIONS, NORMS } from '../transformer/description.js';

/** The model to train, from seeded random weights. Blocks are pre-norm: x + attention(norm(x)), x + feedForward(norm(x)). */
export interface TrainerModel {
  /** Default 'decoder'. */
  shape?: 'decoder' | 'encoder' | 'encoder-decoder';
  /** The tokens are 0 … vocabularySize − 1. */
  vocabularySize: number;
  /** Blocks; of an encoder–decoder, in each of the two. */
  layers: number;
  numHeads: number;
  /** A multiple of `numHeads`. */
  embedDim: number;
  /** The width of the feed-forward layers; 0: blocks of attention only. Default 0. */
  feedforwardDim?: number;
  /** The most tokens of a sequence, of sources too. */
  maxTokens: number;
  /** Default 'learned'. */
  positions?: 'learned' | 'sinusoidal' | 'rotary' | 'none';
  /** Default 'layer'. */
  norm?: (typeof NORMS)[number];
  /** Activation of the feed-forward layers. Default 'gelu'. */
  activation?: (typeof ACTIVATIONS)[number];
  /** True if the output layer shares the weights of the embedding. Default false. */
  tiedHead?: boolean;
  /** True if self-attention (the decoder's, in an encoder–decoder) sees earlier tokens only. Default: false for an encoder. */
  causal?: boolean;
  /** Factor of the scores. Default 1/√headDim; 1 leaves the scaling out. */
  scale?: number;
  /** The probability that an attention weight, or an output of an attention or a feed-forward layer, is dropped. Default 0. */
  dropout?: number;
}

/** Sequences of one length, and what is to be predicted at each of their tokens. */
export interface TrainingBatch {
  /** Tokens, [batch, tokens]. */
  inputs: Int32Array;
  /** Token to predict at each position, [batch, tokens]; −1: not counted. */
  targets: Int32Array;
  batch: number;
  tokens: number;
  /** Input of the encoder of an encoder–decoder, [batch, sourceTokens]. */
  sources?: Int32Array;
  sourceTokens?: number;
}

/** Makes the next batch from uniform random numbers in [0, 1), which are the trainer's: the same seed gives the same batches. */
export type BatchSource = (random: () => number) => TrainingBatch;

/** AdamW (Loshchilov & Hutter 2019), as `torch.optim.AdamW`. */
export interface OptimizerOptions {
  /** Default 0.003. */
  learningRate?: number;
  /** Steps over which the learning rate grows linearly to its full value. Default 100. */
  warmupSteps?: number;
  /** Weight decay of matrices; vectors (biases, norms) are not decayed. Default 0.01. */
  weightDecay?: number;
  /** Default 0.9. */
  beta1?: number;
  /** Default 0.999. */
  beta2?: number;
  /** Above 0. Default 1e-8. */
  epsilon?: number;
  /** The gradient's largest norm, over all parameters; a longer one is shortened to it. 0: any. Default 1. */
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
   * The WebAssembly of training, compiled or as bytes, where it cannot be loaded from a URL (Cloudflare Workers); of the
   * engine's build.
   */
  wasm?: WebAssembly.Module | BufferSource;
}

/** Result of one step. */
export interface StepReport {
  /** The number of this step; the first is 1. */
  step: number;
  /** The mean cross-entropy, in nats, of the predictions that count, before the step's update. */
  loss: number;
  /** The share of those predictions whose most probable token was right. */
  accuracy: number;
  /** The norm of the gradient, over all parameters, before clipping. */
  gradientNorm: number;
  /** The norm of the weights, over all parameters, after the step. */
  weightNorm: number;
}

/** Loss and activations of a batch, without dropout. */
export interface Evaluation {
  loss: number;
  accuracy: number;
  /** [batch, tokens, vocabularySize] */
  logits: Tensor;
  /** The attention weights of the batch's first sequence, for each layer [heads, queries, keys]. */
  weights: {
    /** Self-attention of an encoder–decoder's encoder; otherwise empty. */
    encoder: readonly Tensor[];
    /** Self-attention of the model's only stack, or of an encoder–decoder's decoder. */
    self: readonly Tensor[];
    /** Attention of an encoder–decoder's decoder to the encoder's output; otherwise empty. */
    cross: readonly Tensor[];
  };
}

/** Options of a trainer's `model` and `modelConfig`. */
export interface TrainedModelOptions {
  /** The token that the decoder of an encoder–decoder begins with. */
  start?: number;
  /** The tokens that end a generated text. */
  end?: readonly number[];
}

/** A model in training. Created by `engine.createTrainer`; results are copies. */
export interface Trainer {
  /** The config, complete. */
  readonly config: {
    readonly model: Required<TrainerModel>;
    readonly data: BatchSource;
    readonly optimizer: Required<OptimizerOptions>;
    readonly seed: number;
  };
  /** Steps done. */
  readonly steps: number;
  /** All parameters by name; copies. */
  readonly parameters: Readonly<Record<string, Tensor>>;
  /** The gradients of the last step by the names of the parameters, before clipping; copies. */
  readonly gradients: Readonly<Record<string, Tensor>>;
  /** The bytes of WebAssembly memory in use: this trainer's alone. */
  readonly heapSize: number;
  /**
   * Trains on the next `count` batches (default 1).
   * @returns the report of the last step
   * @throws DivergenceError at the step whose loss, gradient or new weights are not finite; the trainer is then as before that
   *   step, and its gradients are those that were refused
   */
  step(count?: number): StepReport;
  /**
   * The same, bit for bit, in slices of at most 8 ms, so that the page stays responsive. Where the engine has workers, one of
   * them computes half of each batch whose steps take about 1 ms or more. An abort leaves the trainer at a whole step.
   */
  stepAsync(count: number, options?: AsyncOptions): Promise<StepReport>;
  /**
   * Runs the model on a batch, without training on it.
   * @throws TypeError or RangeError that names the part of the batch that is wrong, or the logit that is beyond float32
   */
  evaluate(batch: TrainingBatch): Evaluation;
  /**
   * The model as it is now, for runs, traces, interventions and generated texts, as any other model; it stays as it is when
   * training goes on. Texts are given as the ids of tokens. A decoder's attention is causal, and an encoder's is not,
   * whatever `causal` was; `intervene: { causal: true }` gives an encoder the mask in a run. An encoder's output layer is
   * left out. Call its `dispose()` when done.
   */
  model(options?: TrainedModelOptions): PretrainedModel;
  /** The model as a config.json: with it and the file of `save()`, `engine.loadPretrained` loads the model anywhere. */
  modelConfig(options?: TrainedModelOptions): Readonly<Record<string, unknown>>;
  /** The weights, as one array: for `restore`, of this or an equal model. */
  snapshot(): Float32Array<ArrayBuffer>;
  /**
   * Sets the weights. The optimizer begins anew, as one that has seen no gradient; the number of steps stays.
   * @throws RangeError that names the parameter, if one is not finite, or so large that the model computes nothing finite
   */
  restore(snapshot: Float32Array): void;
  /** Weights, optimizer, step and random state as a safetensors file: a run goes on from it, bit for bit. */
  save(): Uint8Array<ArrayBuffer>;
  /**
   * Goes on from what `save` has written.
   * @throws TypeError or RangeError that names what does not fit this model, all of whose options but `dropout` are the same,
   *   or what no trainer can have saved
   */
  load(file: Uint8Array | ArrayBuffer): void;
  /** Frees the memory. Any later use throws an Error. */
  dispose(): void;
}
