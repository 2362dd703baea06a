// An untrained model: seeded token embeddings with sinusoidal positions and one multi-head self-attention.
import { describe, expectOneOf, expectOptions, expectWholeNumber } from '../core/checks.js';
import { resolveIntervention, scaleOf, type Intervention, type ResolvedIntervention } from './intervention.js';
import { tokenizeChecked } from './model-input.js';
import { copyOf, type Tensor } from '../core/tensor.js';
import { layerTrace } from './layer-trace.js';
import { MultiheadAttention } from '../attention/multihead.js';
import { initialProjection } from '../attention/initial-projection.js';
import { copyOutAt } from '../runtime/wasm-memory.js';
import type { AttentionType, LayerTrace, ModelPart, Run } from './run.js';
import type { HeadDescription } from './model-config.js';
import type { Flags } from '../attention/mask.js';
import type { Module } from '../runtime/wasm-module.js';
import { tokenize, type Token } from '../../text/tokenize.js';

/** The configuration of an untrained model. */
export interface UntrainedConfig {
  /** The size of a token's embedding. Default 32. */
  embedDim?: number;
  /** Number of heads; must divide embedDim. Default 4. */
  numHeads?: number;
  /** The same seed gives the same model. Default 0. */
  seed?: number;
}

/** The blocked pairs of each head as a mask, [1, heads, tokens, tokens]; null: there are none. */
function maskOf({ attentions, replacements }: ResolvedIntervention, seqLen: number, numHeads: number): Flags | null {
  const { head, isCausal, blockedKeys, blockedPairs } = attentions.encoder;
  const isCausalHead = isCausal && head !== null;
  if (!isCausalHead && blockedKeys.length + blockedPairs.length + replacements.length === 0) return null;
  const data = new Uint8Array(numHeads * seqLen * seqLen);
  const heads = head === null ? [...Array(numHeads).keys()] : [head];
  for (const of of heads) {
    const start = of * seqLen * seqLen;
    for (const key of blockedKeys) for (let query = 0; query < seqLen; ++query) data[start + query * seqLen + key] = 1;
    for (const [query, key] of blockedPairs) data[start + query * seqLen + key] = 1;
    for (let query = 0; isCausalHead && query < seqLen; ++query) {
      data.fill(1, start + query * seqLen + query + 1, start + (query + 1) * seqLen);
    }
  }
  // A head whose keys are all masked has weights 0.
  for (const { selection } of replacements) {
    for (const of of selection.heads) data.fill(1, of * seqLen * seqLen, (of + 1) * seqLen * seqLen);
  }
  return { data, shape: [1, numHeads, seqLen, seqLen] };
}

const noActivations = (): never => {
  throw new TypeError('this model is one attention: run.layer has its steps');
};

/** The projections, in the order in which they are seeded. */
const PARTS = ['query', 'key', 'value', 'output'].map((name) => `encoder.0.self_attention.${name}`);

/** A model with seeded, untrained weights. */
export class UntrainedModel {
  readonly trained = false;
  /** Nothing is known of its heads. */
  readonly heads: readonly HeadDescription[] = [];
  /** It is one attention, and no layer. */
  readonly description = null;
  /** The number of layers with each attention. */
  readonly layers: Readonly<Record<AttentionType, number>> = { encoder: 1, decoder: 0, cross: 0 };
  readonly embedDim: number;
  readonly numHeads: number;
  readonly #module: Module;
  readonly #seed: number;
  readonly #attention: MultiheadAttention;

  /** Not for direct use: `engine.createUntrainedModel`. */
  constructor(module: Module, value?: UntrainedConfig) {
    const config = expectOptions('config', value, ['embedDim', 'numHeads', 'seed']);
    const { embedDim = 32, numHeads = 4, seed = 0 } = config as UntrainedConfig;
    this.#module = module;
    this.#seed = expectWholeNumber('seed', seed, 0);
    this.#attention = new MultiheadAttention(module, { embedDim, numHeads, seed });
    this.embedDim = embedDim;
    this.numHeads = numHeads;
  }

  /**
   * Runs the model on a text.
   * @throws RangeError if the text has no token, or more than 1,024
   */
  run(text: string, options?: { intervene?: Intervention }): Run {
    const tokens = tokenizeChecked('text', text);
    const intervene = expectOptions('options', options, ['intervene'])['intervene'];
    const { layers, numHeads } = this;
    const resolve = (value: unknown) => this.#resolve(value, tokens.length);
    const intervention = resolve(intervene);
    const embedding = this.#embed(tokens);
    const layer = this.#trace(embedding, intervention);
    const only = (attention: AttentionType, index: number, other?: Intervention): LayerTrace => {
      expectOneOf('attention', attention, ['encoder']);
      expectWholeNumber('layer', index, 0, 0);
      return other === undefined ? layer : this.#trace(embedding, resolve(other));
    };
    return {
      text,
      tokens,
      trained: false,
      layers,
      numHeads,
      scale: intervention.scale,
      decode: () => null,
      embeddingRows: () => null,
      layer: only,
      activation: noActivations,
      activationAsync: noActivations,
      attention: (attention, index) => copyOf(only(attention, index).weights),
      trace: (attention, index, head) => only(attention, index).head(head),
    };
  }

  /**
   * A parameter: 'in_proj_weight', which is W_Q, W_K and W_V, stacked, or 'out_proj.weight', as torch.nn.MultiheadAttention
   * names them.
   * @throws RangeError if the model has no parameter of this name
   */
  parameter(name: string): Tensor {
    const { embedDim } = this;
    const projections = { in_proj_weight: [0, 1, 2], 'out_proj.weight': [3] };
    const indices = Object.entries(projections).find(([each]) => each === name)?.[1];
    if (!indices) throw new RangeError(`name: expected a parameter of the model, got ${describe(name)}`);
    const data = new Float32Array(indices.length * embedDim ** 2);
    indices.forEach((index, at) => {
      data.set(initialProjection(this.#module, embedDim, this.#seed, index), at * embedDim ** 2);
    });
    return { data, shape: [indices.length * embedDim, embedDim] };
  }

  /** The weight of a projection, [embedDim, embedDim], as 'encoder.0.self_attention.query'; there are no biases. */
  part(name: string): ModelPart {
    const index = PARTS.indexOf(name);
    if (index < 0) throw new RangeError(`name: expected a part of the model, got ${describe(name)}`);
    const data = initialProjection(this.#module, this.embedDim, this.#seed, index);
    return { weight: { data, shape: [this.embedDim, this.embedDim] }, bias: null };
  }

  /** The tokens of a text, and where they stand in it. */
  tokenize(text: string): Token[] {
    return tokenize(text);
  }

  /** Frees its memory. Any later use throws an Error. */
  dispose(): void {
    this.#attention.dispose();
  }

  #resolve(value: unknown, seqLen: number): ResolvedIntervention {
    const { layers, numHeads, embedDim } = this;
    const headDim = embedDim / numHeads;
    const encoder = { layers: 1, vocabulary: 0, numHeads, numKvHeads: numHeads, headDim, feedforwardDim: 0 };
    const context = { description: { embedDim, encoder }, layers, activations: null, seqLen, maxTarget: 0 };
    const resolved = resolveIntervention(value, context);
    const { head, scale } = resolved.attentions.encoder;
    if (head !== null && scale !== scaleOf(encoder)) {
      throw new RangeError(
        'intervene.scope.head: expected none with a scale or temperature: this model has one for all heads',
      );
    }
    return resolved;
  }

  /** @param embedding [seqLen, embedDim] */
  #trace(embedding: Tensor, intervention: ResolvedIntervention): LayerTrace {
    const { head, isCausal, scale } = intervention.attentions.encoder;
    const block = maskOf(intervention, embedding.shape[0]!, this.numHeads);
    const x: Tensor = { data: embedding.data, shape: [1, ...embedding.shape] };
    const trace = this.#attention.trace(x, x, x, {
      isCausal: isCausal && head === null,
      scale,
      ...(block ? { mask: { block } } : {}),
    });
    return layerTrace(trace, embedding, embedding);
  }

  /** Token embeddings plus positions, [seqLen, embedDim]. */
  #embed(tokens: readonly Token[]): Tensor {
    const shape = [tokens.length, this.embedDim];
    const generated = new this.#module.GeneratedTensor();
    try {
      generated.resize(tokens.length, this.embedDim);
      tokens.forEach(({ text }, row) => generated.fillEmbedding(text, row, this.embedDim, this.#seed));
      generated.addPositions();
      return copyOutAt(this.#module, generated.address(), shape);
    } finally {
      generated.delete();
    }
  }
}
