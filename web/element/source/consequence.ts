// Effects of a head's attention: how its layer changes the query token's vector, what the model outputs, and both with
// the head switched off.
import type { AttentionSource } from './attention-source.js';
import { isDecoderOnly, type ShownRun } from './shown-model.js';
import { read } from './answer.js';
import type { HeadRef, Target } from '../../engine/transformer/run.js';
import { nextTokens, type NextToken } from './token-labels.js';
import type { Tensor } from '../../engine/core/tensor.js';

/** Cosine similarities, from −1 to 1, of the query token's vector to the vector of another token. */
export interface Similarity {
  token: number;
  /** Similarity of the two tokens' vectors in the layer's input X. */
  before: number;
  /** Similarity of the two tokens' vectors in the layer's output: X of the next layer, or the encoder output. */
  after: number;
  /** Similarity of the two tokens' vectors in the layer's output with the head switched off. */
  withoutHead: number;
}

export interface Consequence {
  /**
   * Similarities of the query token to the tokens that it attends to most; empty for cross-attention, whose queries and
   * keys are tokens of different texts.
   */
  similarities: readonly Similarity[];
  /** The model's output text with the head's attention. */
  written: string;
  /** The model's output text with the head switched off. */
  writtenWithoutHead: string;
  /**
   * Candidates for the token after the query token, with and without the head, for a model that continues the text;
   * null for a model that translates.
   */
  next: { withHead: readonly NextToken[]; withoutHead: readonly NextToken[] } | null;
}

/** Effect of the user's interventions on the model's output: each result without and with the interventions. */
export interface Effect {
  /** The translation without and with the interventions; null for a model that continues the text. */
  written: readonly [baseline: string, now: string] | null;
  /**
   * Candidates for the token after the query token, without and with the interventions; null for a model that
   * translates.
   */
  next: readonly [baseline: readonly NextToken[], now: readonly NextToken[]] | null;
}

const MAX_SIMILARITIES = 3;
const MIN_WEIGHT = 0.05;

const rowOf = ({ data, shape }: Tensor, row: number): Float32Array =>
  data.subarray(row * shape[1]!, (row + 1) * shape[1]!);

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, at) => sum + value * y[at]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

/**
 * A layer's output as the next layer's attention reads it, after that layer's norm, [tokens, embedDim]; null if no
 * attention layer reads it.
 */
function passedOn(run: ShownRun, { attention, layer }: HeadRef): Tensor | null {
  if (layer + 1 < run.layers[attention]) return read(run.layer(attention, layer + 1)).queryInput;
  return run.layers.cross > 0 ? read(run.layer('cross', 0)).keyInput : null;
}

/**
 * Effect of the user's interventions on the model's output; null if there are no interventions, or if the model outputs
 * no text.
 */
export function effectOf({ outcomes }: AttentionSource, query: number): Effect | null {
  if (!outcomes?.baseline) return null;
  const { run, baseline } = outcomes;
  const [before, now] = [read(baseline.decode()), read(run.decode())];
  if (!before || !now) return null;
  if (isDecoderOnly(run)) return { written: null, next: [nextIn(before, query), nextIn(now, query)] };
  return before.text === '' && now.text === '' ? null : { written: [before.text, now.text], next: null };
}

/** Candidates for the token after one of the decoder's tokens. */
const nextIn = ({ text, tokens, next }: Target, token: number): readonly NextToken[] =>
  nextTokens(text.slice(0, tokens[token]!.end), next[token]!);

/**
 * Effect of the selected head's attention; null if the head is already switched off, or if the model outputs no text.
 */
export function consequenceOf({ outcomes, headRef }: AttentionSource, query: number): Consequence | null {
  const withoutHead = outcomes?.withoutHead();
  if (!withoutHead) return null;
  const { run } = outcomes!;
  const [target, targetWithoutHead] = [read(run.decode()), read(withoutHead.decode())];
  if (!target || !targetWithoutHead) return null;
  const isOfText = headRef.attention === 'encoder' || isDecoderOnly(run);
  const similarities = isOfText ? similaritiesOf(run, withoutHead, headRef, query) : [];
  const next = isDecoderOnly(run)
    ? { withHead: nextIn(target, query), withoutHead: nextIn(targetWithoutHead, query) }
    : null;
  return { similarities, written: target.text, writtenWithoutHead: targetWithoutHead.text, next };
}

function similaritiesOf(run: ShownRun, withoutHead: ShownRun, headRef: HeadRef, query: number): Similarity[] {
  const { attention, layer, head } = headRef;
  const after = passedOn(run, headRef);
  const afterWithoutHead = passedOn(withoutHead, headRef);
  if (!after || !afterWithoutHead) return [];
  const weights = rowOf(read(run.trace(attention, layer, head)).weights, query);
  const before = read(run.layer(attention, layer)).queryInput;
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
