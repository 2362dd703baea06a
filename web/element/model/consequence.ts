// What follows from a head's attention: what its layer made of a token, what the model then writes, and both without the head.
import type { HeadRef, Run } from '../../engine/model/run.js';
import type { Tensor } from '../../engine/core/tensor.js';

/** How similar the vector of the query token is to that of another token: the cosine, −1 … 1. */
export interface Similarity {
  token: number;
  /** Of the inputs X of the layer. */
  before: number;
  /** Of what the layer passes on: X of the next layer, or the encoder output. */
  after: number;
  /** The same with the head switched off. */
  withoutHead: number;
}

export interface Consequence {
  /** To the tokens that the query token attends to most; empty where queries and keys are not the sentence's tokens. */
  similarities: readonly Similarity[];
  /** What the model writes, and what it writes with the head switched off. */
  written: string;
  writtenWithoutHead: string;
}

const MAX_SIMILARITIES = 3;
const MIN_WEIGHT = 0.05;

const rowOf = ({ data, shape }: Tensor, row: number): Float32Array =>
  data.subarray(row * shape[1]!, (row + 1) * shape[1]!);

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, at) => sum + value * y[at]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

/** What a layer of the encoder passes on, normalized as it is read, [tokens, embedDim]. */
const passedOn = (run: Run, layer: number): Tensor =>
  layer + 1 < run.layers.encoder ? run.layer('encoder', layer + 1).queryInput : run.layer('cross', 0).keyInput;

/** @param withoutHead the same run with the head switched off */
export function consequenceOf(run: Run, withoutHead: Run, headRef: HeadRef, query: number): Consequence | null {
  const [target, targetWithoutHead] = [run.decode(), withoutHead.decode()];
  if (!target || !targetWithoutHead) return null;
  const similarities = headRef.attention === 'encoder' ? similaritiesOf(run, withoutHead, headRef, query) : [];
  return { similarities, written: target.text, writtenWithoutHead: targetWithoutHead.text };
}

function similaritiesOf(run: Run, withoutHead: Run, { layer, head }: HeadRef, query: number): Similarity[] {
  const weights = rowOf(run.trace('encoder', layer, head).weights, query);
  const before = run.layer('encoder', layer).queryInput;
  const after = passedOn(run, layer);
  const afterWithoutHead = passedOn(withoutHead, layer);
  const between = (vectors: Tensor, token: number) => cosine(rowOf(vectors, query), rowOf(vectors, token));
  return [...weights.keys()]
    .filter((token) => token !== query && weights[token]! >= MIN_WEIGHT)
    .sort((one, other) => weights[other]! - weights[one]!)
    .slice(0, MAX_SIMILARITIES)
    .map((token) => ({
      token,
      before: between(before, token),
      after: between(after, token),
      withoutHead: between(afterWithoutHead, token),
    }));
}
