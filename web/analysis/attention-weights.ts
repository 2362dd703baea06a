// Attention weights of all heads in all layers, one tensor per attention type.
import { checkAsyncOptions, type AsyncOptions } from '../engine/core/async-options.js';
import { expectOptions } from '../engine/core/checks.js';
import { zeros } from '../engine/core/tensor.js';
import type { AttentionType } from '../engine/transformer/head-ref.js';
import type { Run } from '../engine/transformer/run.js';
import { circumstancesOf, type AnalyzedRun } from './circumstances.js';
import { attentionsOf } from './components.js';
import { inTurns } from './in-turns.js';
import type { PerAttention } from './per-attention.js';
import { expectRun } from './question.js';

/** Attention weights of a run, with the metadata for their export. */
export interface AttentionWeights extends AnalyzedRun<'attentionWeights'> {
  /** Weights of each attention type, [layers, heads, queries, keys]; each row of keys sums to 1. */
  readonly weights: PerAttention;
}

/**
 * Collects the attention weights of all heads in all layers as an exportable result.
 * @throws TypeError if the value is not a run of a model with layers; RangeError if the weights are too large; the
 *   signal's reason if aborted
 */
export async function attentionWeights(run: Run, options?: AsyncOptions): Promise<AttentionWeights> {
  const { model } = expectRun('run', run);
  const { signal, onProgress } = checkAsyncOptions(expectOptions('options', options, ['signal', 'onProgress']));
  const attentions = attentionsOf(model);
  const places = attentions.flatMap((attention) =>
    Array.from({ length: model.layers[attention] }, (_, layer) => ({ attention, layer })),
  );
  const weights: { -readonly [Attention in AttentionType]?: PerAttention[Attention] } = {};
  let done = 0;
  await inTurns(
    places,
    ({ attention, layer }) => {
      const { data, shape } = run.attention(attention, layer);
      const size = [model.layers[attention], ...shape];
      weights[attention] ??= { data: zeros('the weights', size), shape: size };
      weights[attention].data.set(data, layer * data.length);
      onProgress?.(++done / places.length);
    },
    signal,
  );
  return { ...circumstancesOf('attentionWeights', run, attentions.at(-1)!), weights };
}
