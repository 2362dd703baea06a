// An untrained model: seeded token embeddings with sinusoidal positions, and one multi-head self-attention layer.
import { describe, expectOneOf, expectOptions, expectWholeNumber } from '../core/checks.js';
import {
  resolveIntervention,
  type AttentionIntervention,
  type Intervention,
  type ResolvedIntervention,
} from './intervention.js';
import { checkSelection, partOfRows, SELECTIONS, STEPS, type ActivationInfo, type Selection } from './activations.js';
import { tokenizeChecked } from './model-input.js';
import { makeReadOnly } from '../core/read-only.js';
import { copyOf, type Tensor } from '../core/tensor.js';
import type { Model } from './model.js';
import { checkAsyncOptions, type AsyncOptions } from '../core/async-options.js';
import { layerTrace } from './layer-trace.js';
import { MultiheadAttention } from '../attention/multihead.js';
import { initialProjection } from '../attention/initial-projection.js';
import { copyOutAt } from '../runtime/wasm-memory.js';
import { checkRows, unknownParameter, type ParameterInfo } from '../parameters/parameter-info.js';
import type { AttentionType, LayerTrace, Run } from './run.js';
import type { HeadDescription } from './model-config.js';
import type { Flags } from '../attention/mask.js';
import type { Module } from '../runtime/wasm-module.js';
import { tokenize, type Token } from '../../text/tokenize.js';

/** Configuration of an untrained model. */
export interface UntrainedConfig {
  /** Size of a token's embedding. Default 32. */
  embedDim?: number;
  /** Number of attention heads; must divide embedDim. Default 4. */
  numHeads?: number;
  /** Seed of the random weights; the same seed yields the same model. Default 0. */
  seed?: number;
}

type Blocked = Pick<AttentionIntervention, 'blockedKeys' | 'blockedPairs'>;

/**
 * Converts an intervention's blocked keys and pairs to a mask, [1, heads, tokens, tokens]; null if nothing is blocked.
 * In an ablated head, all pairs are masked out.
 */
function maskOf(
  { blockedKeys, blockedPairs }: Blocked,
  ablatedHeads: readonly number[],
  seqLen: number,
  numHeads: number,
): Flags | null {
  if (blockedKeys.length + blockedPairs.length + ablatedHeads.length === 0) return null;
  const pairs = new Uint8Array(seqLen * seqLen);
  for (const key of blockedKeys) for (let query = 0; query < seqLen; ++query) pairs[query * seqLen + key] = 1;
  for (const [query, key] of blockedPairs) pairs[query * seqLen + key] = 1;
  const data = new Uint8Array(numHeads * pairs.length);
  for (let head = 0; head < numHeads; ++head) {
    if (ablatedHeads.includes(head)) data.fill(1, head * pairs.length, (head + 1) * pairs.length);
    else data.set(pairs, head * pairs.length);
  }
  return { data, shape: [1, numHeads, seqLen, seqLen] };
}

/** Names of the activations whose sum is the attention layer's input. */
const SUMMANDS = ['embedding', 'positions'];

/** Names of the projections' weights, in the order in which random numbers are drawn for them. */
const PARAMETERS = ['query', 'key', 'value', 'output'].map((name) => `encoder.0.self_attention.${name}.weight`);

/** A model with seeded, untrained weights. */
export class UntrainedModel implements Model {
  readonly trained = false;
  readonly precision = 'float32';
  /** Descriptions of heads; always empty, since untrained heads have no measures. */
  readonly heads: readonly HeadDescription[] = [];
  /** Description of the layers; always null, since a single attention layer has no stacks. */
  readonly description = null;
  readonly activations: readonly ActivationInfo[];
  /** Number of layers with each attention type: encoder, decoder and cross-attention. */
  readonly layers: Readonly<Record<AttentionType, number>> = { encoder: 1, decoder: 0, cross: 0 };
  readonly embedDim: number;
  readonly numHeads: number;
  #module: Module | null;
  readonly #seed: number;
  readonly #attention: MultiheadAttention;

  /** Internal constructor; use `engine.createUntrainedModel`. */
  constructor(module: Module, value?: UntrainedConfig) {
    const config = expectOptions('config', value, ['embedDim', 'numHeads', 'seed']);
    const { embedDim = 32, numHeads = 4, seed = 0 } = config as UntrainedConfig;
    this.#module = module;
    this.#seed = expectWholeNumber('seed', seed, 0);
    this.#attention = new MultiheadAttention(module, { embedDim, numHeads, seed });
    this.embedDim = embedDim;
    this.numHeads = numHeads;
    this.activations = SUMMANDS.map((step) => ({
      name: `encoder.${step}`,
      shape: ['tokens', embedDim],
      meaning: STEPS[step]!,
      transformerLens: null,
    }));
    makeReadOnly(this);
  }

  /**
   * Runs the model on a text.
   * @throws RangeError if the text has no tokens, or more than 1,024
   */
  run(text: string, options?: { intervene?: Intervention }): Run {
    const tokens = tokenizeChecked('text', text);
    const intervene = expectOptions('options', options, ['intervene'])['intervene'];
    this.#live();
    const { layers, numHeads } = this;
    const resolve = (value: unknown) => this.#resolve(value, tokens.length);
    const intervention = resolve(intervene);
    const embedding = this.#embed(tokens);
    const layer = this.#trace(embedding, intervention);
    const only = (attention: AttentionType, index: number, other?: Intervention): LayerTrace => {
      this.#live();
      expectOneOf('attention', attention, ['encoder']);
      expectWholeNumber('layer', index, 0, 0);
      return other === undefined ? layer : this.#trace(embedding, resolve(other));
    };
    const run: Run = {
      model: this,
      text,
      tokens,
      trained: false,
      layers,
      numHeads,
      scale: intervention.scale,
      intervention: options?.intervene ?? {},
      decode: () => null,
      embeddingRows: () => null,
      layer: only,
      intervene: (other) => this.run(text, { intervene: other }),
      activation: (name, selection) => this.#activation(tokens, name, selection),
      activationAsync: (name, options) => this.#activationAsync(tokens, name, options),
      logitsFrom: () => {
        throw new TypeError('logitsFrom: expected a model with logits, got one that is a single attention');
      },
      attention: (attention, index) => copyOf(only(attention, index).weights),
      trace: (attention, index, head) => only(attention, index).head(head),
    };
    makeReadOnly(run);
    return run;
  }

  /** Names and shapes of all parameters: the weights of the four projections. */
  get parameters(): readonly ParameterInfo[] {
    return PARAMETERS.map((name) => ({ name, shape: [this.embedDim, this.embedDim] }));
  }

  /**
   * Copy of a parameter, such as 'encoder.0.self_attention.query.weight'.
   * @param rows rows to read, in ascending order; default: all
   * @throws RangeError that names the most similar parameters, or the invalid row
   */
  parameter(name: string, rows?: readonly number[]): Tensor {
    const index = PARAMETERS.indexOf(name);
    if (index < 0) unknownParameter(name, PARAMETERS);
    const picked = checkRows(rows, this.embedDim) ?? [];
    const data = initialProjection(this.#live(), this.embedDim, this.#seed, index);
    return partOfRows({ data, shape: [this.embedDim, this.embedDim] }, picked);
  }

  /** Splits a text into tokens, with their positions in the text. */
  tokenize(text: string): Token[] {
    this.#live();
    return tokenize(text);
  }

  /** Frees the model's memory. Any later use throws an Error. */
  dispose(): void {
    this.#attention.dispose();
    this.#module = null;
  }

  #live(): Module {
    if (!this.#module) throw new Error('this model has been disposed of');
    return this.#module;
  }

  #resolve(value: unknown, seqLen: number): ResolvedIntervention {
    const { layers, numHeads, embedDim } = this;
    const headDim = embedDim / numHeads;
    const encoder = { layers: 1, vocabulary: 0, numHeads, numKvHeads: numHeads, headDim, feedforwardDim: 0 };
    const context = { description: { embedDim, encoder }, layers, activations: null, seqLen, maxTarget: 0 };
    return resolveIntervention(value, context);
  }

  /**
   * Runs the attention layer with interventions, and returns all of its steps.
   * @param embedding input of the layer, [seqLen, embedDim]
   */
  #trace(embedding: Tensor, { attentions, replacements }: ResolvedIntervention): LayerTrace {
    const [seqLen] = embedding.shape as [number];
    const { head, isCausal, scale, blockedKeys, blockedPairs } = attentions.encoder;
    const ablated = replacements.flatMap(({ selection }) => selection.heads);
    const block = (of: Blocked) => {
      const mask = maskOf(of, ablated, seqLen, this.numHeads);
      return mask ? { mask: { block: mask } } : {};
    };
    const changed = { isCausal, scale, ...block({ blockedKeys, blockedPairs }) };
    const x: Tensor = { data: embedding.data, shape: [1, ...embedding.shape] };
    const own = block({ blockedKeys: [], blockedPairs: [] });
    const trace =
      head === null ? this.#attention.trace(x, x, x, changed) : this.#attention.traceWithHead(x, own, head, changed);
    return layerTrace(trace, embedding, embedding);
  }

  async #activationAsync(tokens: readonly Token[], name: string, options?: Selection & AsyncOptions): Promise<Tensor> {
    const given = expectOptions('options', options, [...SELECTIONS, 'signal', 'onProgress']);
    const { signal, onProgress, ...selection } = given;
    const checked = checkAsyncOptions({ signal, onProgress });
    await Promise.resolve();
    checked.signal?.throwIfAborted();
    const activation = this.#activation(tokens, name, selection);
    checked.onProgress?.(1);
    return activation;
  }

  #activation(tokens: readonly Token[], name: string, selection?: Selection): Tensor {
    const info = this.activations.find((each) => each.name === name);
    if (!info) {
      const known = this.activations.map((each) => `'${each.name}'`).join(' or ');
      throw new RangeError(`name: expected an activation of the model, as ${known}, got ${describe(name)}`);
    }
    const place = { ...info, attention: 'encoder', layer: null, step: -1, stepName: '', mayBeginBatch: false } as const;
    const given = expectOptions('selection', selection, SELECTIONS);
    const rows = checkSelection('selection', given, place, { seqLen: tokens.length, maxTarget: 0 }).tokens;
    return partOfRows(this.#embed(tokens, [name.split('.')[1]!]), rows);
  }

  /** Sum of the token embeddings and the positions, or one of the two, [seqLen, embedDim]. */
  #embed(tokens: readonly Token[], summands: readonly string[] = SUMMANDS): Tensor {
    const shape = [tokens.length, this.embedDim];
    const module = this.#live();
    const generated = new module.GeneratedTensor();
    try {
      generated.resize(tokens.length, this.embedDim);
      generated.fillZero();
      if (summands.includes('embedding')) {
        tokens.forEach(({ text }, row) => generated.fillEmbedding(text, row, this.embedDim, this.#seed));
      }
      if (summands.includes('positions')) generated.addPositions();
      return copyOutAt(module, generated.address(), shape);
    } finally {
      generated.delete();
    }
  }
}
