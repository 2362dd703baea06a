// The smallest model that attends: seeded word vectors with sinusoidal positions and one multi-head self-attention.
// Nothing of it was trained, and it says so.
import { expectOneOf, expectOptions, expectWholeNumber } from './checks.js';
import { checkIntervention, type Changes } from './intervention.js';
import { checkText } from './model-input.js';
import { copyOf, type Tensor } from './tensor.js';
import { layerTrace } from './layer-trace.js';
import { MultiheadAttention } from './multihead.js';
import { reserve, take } from './memory.js';
import type { AttentionKind, Intervention, LayerTrace, Run } from './run.js';
import type { Flags } from './attention-options.js';
import type { Module } from './load.js';
import type { Token } from '../text/tokenize.js';

/** How an untrained model is made. */
export interface UntrainedConfig {
  /** Length of a word's vector. Default 32. */
  embedDim?: number;
  /** Number of heads; must divide embedDim. Default 4. */
  numHeads?: number;
  /** The same seed gives the same model. Default 0. */
  seed?: number;
}

/** A head that hears nothing says nothing: what is masked, with all of the silenced heads' words. */
function blockedWithHeads({ selfMask, silencedHeads }: Changes, words: number, numHeads: number): Flags | null {
  if (silencedHeads.length === 0) return selfMask;
  const data = Uint8Array.from(
    { length: numHeads * words * words },
    (_, at) => selfMask?.data[at % (words * words)] ?? 0,
  );
  for (const { head } of silencedHeads) data.fill(1, head * words * words, (head + 1) * words * words);
  return { data, shape: [1, numHeads, words, words] };
}

/** A model whose weights are seeded and not trained. */
export class UntrainedModel {
  readonly trained = false;
  /** How many layers there are with attention of each kind. */
  readonly layers: Readonly<Record<AttentionKind, number>> = { self: 1, causal: 0, cross: 0 };
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
   * @throws RangeError if there is no word in the text, or more than 1,024
   */
  run(text: string, options?: { intervene?: Intervention }): Run {
    const tokens = checkText('text', text);
    const intervene = expectOptions('options', options, ['intervene'])['intervene'];
    const { layers, numHeads } = this;
    const headDim = this.embedDim / numHeads;
    const changes = checkIntervention(intervene, { words: tokens.length, headDim, numHeads, layers });
    const { causal, scale } = changes;
    const block = blockedWithHeads(changes, tokens.length, numHeads);
    const embedding = this.#embed(tokens);
    const x: Tensor = { data: embedding.data, shape: [1, ...embedding.shape] };
    const layer = layerTrace(
      this.#attention.trace(x, x, x, { isCausal: causal, scale, ...(block ? { mask: { block } } : {}) }),
      embedding,
      embedding,
    );
    const only = (kind: AttentionKind, index: number): LayerTrace => {
      expectOneOf('kind', kind, ['self']);
      expectWholeNumber('layer', index, 0, 0);
      return layer;
    };
    return {
      text,
      tokens,
      trained: false,
      layers,
      numHeads,
      scale,
      target: null,
      targetTokens: [],
      layer: only,
      attention: (kind, index) => copyOf(only(kind, index).weights),
      trace: (kind, index, head) => only(kind, index).head(head),
    };
  }

  /** Frees its memory. Using it afterwards is an error that says so. */
  dispose(): void {
    this.#attention.dispose();
  }

  /** The words' vectors with their positions, [seqLen, embedDim]. */
  #embed(tokens: readonly Token[]): Tensor {
    const shape = [tokens.length, this.embedDim];
    reserve(this.#module, [shape]);
    const numbers = new this.#module.Numbers(tokens.length * this.embedDim);
    tokens.forEach(({ text }, row) => numbers.fillWord(text, row, this.embedDim, this.#seed));
    numbers.addPositions(this.embedDim);
    const embedding = take(numbers.values(), shape);
    numbers.delete();
    return embedding;
  }
}
