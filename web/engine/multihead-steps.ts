// Every step of a multi-head attention, copied out of the memory of its call.
import { expectNoOverflow, take } from './memory.js';
import type { MultiheadSteps } from './wasm/spotlight.js';
import type { Module } from './load.js';
import type { MultiheadTrace } from './multihead.js';

/** The sizes of one multi-head attention. */
export interface MultiheadSizes {
  batch: number;
  heads: number;
  queries: number;
  keys: number;
  embedDim: number;
}

/** The shapes of everything that tracing holds: projections, each twice while heads are split, stages and outputs. */
export function shapesOfSteps({ batch, heads, queries, keys, embedDim }: MultiheadSizes): readonly number[][] {
  const scores = [batch, heads, queries, keys];
  const asking = [batch, queries, embedDim];
  const answering = [batch, keys, embedDim];
  const vectors = [asking, answering, answering];
  return [...vectors, ...vectors, scores, scores, scores, scores, asking, asking, asking];
}

export function takeSteps(module: Module, call: MultiheadSteps, sizes: MultiheadSizes): MultiheadTrace {
  const { batch, heads, queries, keys, embedDim } = sizes;
  const headDim = embedDim / heads;
  const scoresShape = [batch, heads, queries, keys];
  const headsShape = [batch, heads, queries, headDim];
  const outputShape = [batch, queries, embedDim];
  expectNoOverflow(module, 'scaled', call.scaled(), scoresShape);
  expectNoOverflow(module, 'output', call.output(), outputShape);
  return {
    query: take(call.queryHeads(), headsShape),
    key: take(call.keyHeads(), [batch, heads, keys, headDim]),
    value: take(call.valueHeads(), [batch, heads, keys, headDim]),
    scores: take(call.scores(), scoresShape),
    scaled: take(call.scaled(), scoresShape),
    masked: take(call.masked(), scoresShape),
    weights: take(call.weights(), scoresShape),
    heads: take(call.heads(), headsShape),
    merged: take(call.merged(), outputShape),
    output: take(call.output(), outputShape),
  };
}
