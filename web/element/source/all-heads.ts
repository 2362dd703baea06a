// Weights of all heads of one attention type, their means and the rollout. They are computed in parts, since a long
// text takes seconds, during which the page must stay responsive.
import { meanOfHeads, multiplyRows, withResidual } from '../../engine/analysis/rollout.js';
import { PendingAnswer, read, type Answer } from './answer.js';
import type { LayerWeights } from './attention-source.js';
import type { Tensor } from '../../engine/core/tensor.js';

/** Number of multiplications in one part of a rollout's computation, which takes a few milliseconds. */
const PART = 2 ** 21;

/** Approximate cost of computing one attention weight, including its score and its exponential, in multiplications. */
const COST_OF_WEIGHT = 16;

/**
 * Approximate cost of computing one cell of the mean over a layer's heads, including the check for NaN, in
 * multiplications.
 */
const COST_OF_MEAN = 8;

/**
 * Waits for a result of the model. As long as the result cannot be read, yields the reason: a PendingAnswer, or the
 * error because of which it will never arrive.
 */
function* arrived<Value>(ask: () => Answer<Value>): Generator<{ error: unknown }, Value> {
  for (;;) {
    try {
      return read(ask());
    } catch (error) {
      yield { error };
    }
  }
}

/** Cache of the weights computed for each attention type of a run, shared by all views. */
const known = new WeakMap<LayerWeights, AllHeads>();

export function allHeadsOf(weights: LayerWeights): AllHeads {
  const heads = known.get(weights) ?? new AllHeads(weights);
  known.set(weights, heads);
  return heads;
}

export class AllHeads {
  readonly hasRollout: boolean;
  readonly #layers: Tensor[] = [];
  /** Attention weights of each head, [queries, keys], indexed by layer, then by head. */
  readonly #heads: Tensor[][] = [];
  readonly #means: Tensor[] = [];
  readonly #rollout: Tensor[] = [];
  readonly #parts: Iterator<number | { error: unknown }, undefined>;
  #isComplete = false;
  /** The model's weights that have been requested but have not arrived; null if there are none. */
  #pending: PendingAnswer | null = null;

  constructor(heads: LayerWeights) {
    this.hasRollout = heads.isSelfAttention;
    this.#parts = this.#compute(heads);
  }

  /** Attention weights of a head, [queries, keys]; null until they are computed. Every call returns the same object. */
  head(layer: number, head: number): Tensor | null {
    return this.#heads[layer]?.[head] ?? null;
  }

  /** Mean of the attention weights over a layer's heads, [queries, keys]; null until it is computed. */
  mean(layer: number): Tensor | null {
    return this.#means[layer] ?? null;
  }

  /**
   * Attention rollout up to a layer, [tokens, tokens]; null until it is computed, or if it is not defined, as for
   * cross-attention.
   */
  rollout(layer: number): Tensor | null {
    return this.#rollout[layer] ?? null;
  }

  /** Number of results that are computed: weights of layers, means and rollouts. */
  get computed(): number {
    return this.#layers.length + this.#means.length + this.#rollout.length;
  }

  /**
   * Attention weights of each layer, [heads, queries, keys]. Weights that are missing are computed.
   * @throws PendingAnswer while weights are pending
   */
  get layers(): readonly Tensor[] {
    if (!this.advance(Infinity)) throw this.#pending!;
    return this.#layers;
  }

  /**
   * Continues the computation of weights, means and rollouts for about this many multiplications, or until weights are
   * pending.
   * @returns true if everything is computed
   * @throws the error of the model, in each call
   */
  advance(multiplications: number): boolean {
    this.#pending = null;
    for (let done = 0; done < multiplications && !this.#isComplete && !this.#pending;) {
      const part = this.#parts.next();
      this.#isComplete = part.done === true;
      if (typeof part.value !== 'object') done += part.value ?? 0;
      else if (part.value.error instanceof PendingAnswer) this.#pending = part.value.error;
      else throw part.value.error;
    }
    return this.#isComplete;
  }

  /**
   * Computes weights, means and rollouts in parts. Yields the cost of each part in multiplications, or the error
   * because of which the next part cannot be computed.
   */
  *#compute({ layers, weightsOf }: LayerWeights): Generator<number | { error: unknown }, undefined> {
    for (let layer = 0; layer < layers; layer++) {
      const weights = yield* arrived(() => weightsOf(layer));
      const [heads, queries, keys] = weights.shape as [number, number, number];
      const size = queries * keys;
      this.#layers.push(weights);
      this.#heads.push(
        Array.from({ length: heads }, (_, head) => ({
          data: weights.data.subarray(head * size, (head + 1) * size),
          shape: [queries, keys],
        })),
      );
      yield COST_OF_WEIGHT * heads * size;
      this.#means.push(meanOfHeads(weights));
      yield COST_OF_MEAN * heads * size;
    }
    if (this.hasRollout) yield* this.#rollOut();
  }

  *#rollOut(): Generator<number, undefined> {
    for (const { data: mean, shape } of this.#means) {
      const tokens = shape[0]!;
      const layer = withResidual(mean, tokens);
      const below = this.#rollout.at(-1);
      const data = below ? new Float32Array(tokens * tokens) : layer;
      const rows = below ? Math.max(1, Math.floor(PART / tokens ** 2)) : tokens;
      for (let from = 0; below && from < tokens; from += rows) {
        const to = Math.min(tokens, from + rows);
        multiplyRows(layer, below.data, tokens, { from, to, result: data });
        yield (to - from) * tokens ** 2;
      }
      this.#rollout.push({ data, shape: [tokens, tokens] });
      yield tokens ** 2;
    }
  }
}
