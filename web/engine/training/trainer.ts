// Types of `engine.createTrainer`: the options of a training run, and its results.
import type { AsyncOptions } from '../core/async-options.js';
import type { PretrainedModel } from '../pretrained/pretrained-model.js';
import type { Tensor } from '../core/tensor.js';
import type { ACTIVATIONS, NORMS } from '../transformer/description.js';

/**
 * Options of the model to train, which starts with seeded random weights. Its blocks are pre-norm: x +
 * attention(norm(x)), x + feedForward(norm(x)).
 */
export interface TrainerModel {
  /** Architecture of the model: an encoder, a decoder or both. Default 'decoder'. */
  shape?: 'decoder' | 'encoder' | 'encoder-decoder';
  /** Number of tokens in the vocabulary; ids are 0 … vocabularySize − 1. */
  vocabularySize: number;
  /** Number of blocks (layers) of the model; in an encoder–decoder, of each stack. */
  layers: number;
  numHeads: number;
  /** Size of the token embeddings, a multiple of `numHeads`. */
  embedDim: number;
  /** Inner size of the feed-forward layers; 0: blocks without feed-forward layers. Default 0. */
  feedforwardDim?: number;
  /** Maximum number of tokens in a sequence, including the input of an encoder–decoder's encoder. */
  maxTokens: number;
  /** Position encoding of the tokens. Default 'learned'. */
  positions?: 'learned' | 'sinusoidal' | 'rotary' | 'none';
  /** Kind of norm: LayerNorm or RMSNorm. Default 'layer'. */
  norm?: (typeof NORMS)[number];
  /** Activation function of the feed-forward layers. Default 'gelu'. */
  activation?: (typeof ACTIVATIONS)[number];
  /** True if the output layer shares the weights of the embedding. Default false. */
  tiedHead?: boolean;
  /**
   * True if self-attention (that of the decoder in an encoder–decoder) attends to earlier tokens only. Default: false
   * for an encoder, true otherwise.
   */
  causal?: boolean;
  /** Factor that the scores q·k are multiplied by. Default 1/√headDim; 1 leaves them unscaled. */
  scale?: number;
  /**
   * Dropout: the probability that an attention weight, or an output of an attention or a feed-forward layer, is set to
   * 0. Default 0.
   */
  dropout?: number;
}

/** A training batch: sequences of equal length, and the target of each token. */
export interface TrainingBatch {
  /** Token ids of the sequences, [batch, tokens]. */
  inputs: Int32Array;
  /** Id of the token to predict at each position, [batch, tokens]; −1: the position does not count. */
  targets: Int32Array;
  batch: number;
  tokens: number;
  /** Token ids that the encoder of an encoder–decoder reads, [batch, sourceTokens]. */
  sources?: Int32Array;
  sourceTokens?: number;
}

/**
 * Function that creates the next batch. `random` returns the trainer's uniform random numbers in [0, 1), so that the
 * same seed yields the same batches.
 */
export type BatchSource = (random: () => number) => TrainingBatch;

/** Options of AdamW (Loshchilov & Hutter 2019), as in `torch.optim.AdamW`. */
export interface OptimizerOptions {
  /** Learning rate after the warm-up. Default 0.003. */
  learningRate?: number;
  /** Number of steps over which the learning rate grows linearly to its full value. Default 100. */
  warmupSteps?: number;
  /** Weight decay coefficient of matrices. Vectors (biases, norms) are not decayed. Default 0.01. */
  weightDecay?: number;
  /** Decay rate β₁ of the first moment. Default 0.9. */
  beta1?: number;
  /** Decay rate β₂ of the second moment. Default 0.999. */
  beta2?: number;
  /** Number that is added to the root of the second moment in the denominator; must be above 0. Default 1e-8. */
  epsilon?: number;
  /**
   * Maximum norm of the gradient over all parameters. A larger gradient is scaled down to it; 0 means unlimited.
   * Default 1.
   */
  clipNorm?: number;
}

/** Options of a training run: the model, the data and the optimizer. */
export interface TrainerConfig {
  model: TrainerModel;
  data: BatchSource;
  optimizer?: OptimizerOptions;
  /** Seed of the initial weights, the batches and dropout. Default 0. */
  seed?: number;
  /**
   * Compiled training module, or the bytes of its .wasm file, where it cannot be loaded from a URL (Cloudflare
   * Workers). It must match the engine's build.
   */
  wasm?: WebAssembly.Module | BufferSource;
}

/** Result of a training step. */
export interface StepReport {
  /** Number of the training step; the first is 1. */
  step: number;
  /** Mean cross-entropy in nats over the positions with a target, before the step's update. */
  loss: number;
  /** Share of the positions with a target at which the most probable token was correct. */
  accuracy: number;
  /** Norm of the gradient over all parameters, before it is clipped. */
  gradientNorm: number;
  /** Norm of the weights over all parameters, after the step's update. */
  weightNorm: number;
}

/** Results of a model in training for a batch, without dropout: loss, accuracy, logits and attention weights. */
export interface Evaluation {
  loss: number;
  accuracy: number;
  /** Logits of the batch, [batch, tokens, vocabularySize]. */
  logits: Tensor;
  /** Attention weights of the batch's first sequence: a tensor [heads, queries, keys] for each layer. */
  weights: {
    /** Self-attention weights of the encoder of an encoder–decoder, one tensor per layer; otherwise empty. */
    encoder: readonly Tensor[];
    /**
     * Self-attention weights of the decoder of an encoder–decoder, or of the model's only stack, one tensor per layer.
     */
    self: readonly Tensor[];
    /** Cross-attention weights of an encoder–decoder, one tensor per layer; otherwise empty. */
    cross: readonly Tensor[];
  };
}

/** Options of `trainer.model` and `trainer.modelConfig`: the special tokens of texts. */
export interface TrainedModelOptions {
  /** Id of the token with which an encoder–decoder's decoder starts. */
  start?: number;
  /** Ids of the tokens that end a generated text. */
  end?: readonly number[];
}

/** A model in training, created by `engine.createTrainer`. Results are copies. */
export interface Trainer {
  /** Options of the trainer, with defaults filled in. */
  readonly config: {
    readonly model: Required<TrainerModel>;
    readonly data: BatchSource;
    readonly optimizer: Required<OptimizerOptions>;
    readonly seed: number;
  };
  /** Number of training steps completed so far. */
  readonly steps: number;
  /** Copies of all parameters of the model, by name. */
  readonly parameters: Readonly<Record<string, Tensor>>;
  /** Copies of the last step's gradients before clipping, by parameter name. */
  readonly gradients: Readonly<Record<string, Tensor>>;
  /** Size of this trainer's WebAssembly memory in use, in bytes. */
  readonly heapSize: number;
  /**
   * Trains the model on the next `count` batches (default 1).
   * @returns the report of the last step
   * @throws DivergenceError at a step whose loss, gradient or new weights are not finite; the trainer is then in the
   * state before that step, and `gradients` contains the rejected ones
   */
  step(count?: number): StepReport;
  /**
   * Same as `step`, bit for bit, but in slices of at most 8 ms, so that the page stays responsive. If the engine has
   * workers, and a step takes about 1 ms or more, a worker computes half of each batch. An abort takes effect between
   * steps.
   */
  stepAsync(count: number, options?: AsyncOptions): Promise<StepReport>;
  /**
   * Runs the model on a batch, without training on it.
   * @throws TypeError or RangeError that names the invalid part of the batch, or the logit that exceeds float32
   */
  evaluate(batch: TrainingBatch): Evaluation;
  /**
   * Creates a model with the current weights, for runs, traces, interventions and generation, like any other model;
   * further training does not change it. Texts are given as token ids. A decoder's attention is causal and an encoder's
   * is not, regardless of `causal`; `intervene: { causal: true }` masks an encoder causally in a run. An encoder's
   * output layer is omitted. Call its `dispose()` when done.
   */
  model(options?: TrainedModelOptions): PretrainedModel;
  /**
   * Contents of the config.json of the model. With it and the file of `save()`, `engine.loadPretrained` can load the
   * model.
   */
  modelConfig(options?: TrainedModelOptions): Readonly<Record<string, unknown>>;
  /** Copy of all weights as one array, which `restore` accepts in this trainer or in one of equal parameter shapes. */
  snapshot(): Float32Array<ArrayBuffer>;
  /**
   * Sets all weights of the model. Resets the optimizer's moments but not the number of steps.
   * @throws RangeError that names the parameter if a weight is not finite, or too large for finite results
   */
  restore(snapshot: Float32Array): void;
  /**
   * Saves weights, optimizer, step number and random state to a safetensors file, from which training can resume, bit
   * for bit.
   */
  save(): Uint8Array<ArrayBuffer>;
  /**
   * Restores the state that `save` has written.
   * @throws TypeError or RangeError that names the part of the file that does not match this model (all options except
   * `dropout` must be the same), or that no trainer could have saved
   */
  load(file: Uint8Array | ArrayBuffer): void;
  /** Frees the trainer's memory. Any later use throws an Error. */
  dispose(): void;
}
