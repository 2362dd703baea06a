// Sequences on which heads are scored: repeated random tokens, and sentences.
import type { AttentionType } from '../../engine/transformer/head-ref.js';
import type { PretrainedModel } from '../../engine/pretrained/pretrained-model.js';
import type { PretrainedRun } from '../../engine/pretrained/pretrained-run.js';
import type { Tensor } from '../../engine/core/tensor.js';
import type { AnalyzedModel } from '../analyzed-run.js';
import { pairOf, type CollectedScores } from './collected-scores.js';
import { canCopy, CopyingScores } from './copying.js';
import { overlapOf } from './position-only.js';
import type { RepeatedTokens } from './repeated-tokens.js';
import { sumOf, WEIGHT_ROLES, type WatchedTokens, type WeightRoleName } from './role-targets.js';
import { known, packagedTexts } from '../texts.js';

/** A run of the model on a sequence, from which heads are scored, one layer of one attention type at a time. */
export interface WatchedSequence {
  readonly isText: boolean;
  /** Adds the scores of the heads in one layer to those collected so far. */
  addTo: (scores: CollectedScores, attention: AttentionType, layer: number) => void;
}

/** Runs the model on a sequence, layer by layer; returns null if the tokenizer cannot encode the sequence. */
type Read = (signal: AbortSignal | undefined) => Promise<WatchedSequence | null>;

/**
 * Readers of random sequences, which each run the model on one sequence. The attention patterns of each sequence are
 * compared with those of the previous one, for the position-only score.
 */
export function randomSequences(
  model: PretrainedModel,
  analyzed: AnalyzedModel,
  { random, begin }: { readonly random: RepeatedTokens; readonly begin: number | null },
): Read[] {
  const isPair = model.layers.cross > 0;
  const first = isPair || begin !== null ? 1 : 0; // position of the first random token in the decoder, or in an encoder-only model
  let before = new Map<string, Tensor>();
  return random.sequences.map((sequence) => async (signal) => {
    const input = begin === null ? sequence : [begin, ...sequence];
    const run = await model.runAsync(input, { ...(isPair && { target: sequence }), ...(signal && { signal }) });
    const ids = { encoder: input, decoder: isPair ? run.target.map(({ id }) => id) : input };
    const copying = canCopy(analyzed) ? new CopyingScores(analyzed, sequence.slice(0, random.block), first) : null;
    const [last, own] = [before, new Map<string, Tensor>()];
    before = own;
    return {
      isText: false,
      addTo: (scores, attention, layer) => {
        const isCausal = attention === 'decoder';
        const tokens = { ids: ids[isCausal ? 'decoder' : 'encoder'], texts: null, isCausal };
        const weights = run.attention(attention, layer);
        addWeights(scores, attention, layer, weights, tokens);
        const place = `${attention}.${layer}`;
        own.set(place, weights);
        const begins = isCausal ? first : input.length - sequence.length;
        const rows = { first: begins, end: begins + random.block, length: tokens.ids.length, isCausal };
        const other = last.get(place);
        if (other) addOverlap(scores, attention, layer, [weights, other], rows);
        if (!isCausal) return;
        copying?.ofLayer(run, layer).forEach((all, head) => {
          scores.add({ attention, layer, head }, 'copying', { all, withoutFirst: null });
        });
      },
    };
  });
}

/**
 * Readers of the package's sentences. An encoder-decoder reads a sentence in its encoder; its decoder gets no target,
 * and its heads are not scored.
 */
export const sentences = (model: PretrainedModel): Read[] =>
  (packagedTexts(model) ?? []).map(({ ids, texts }) => async (signal) => {
    const run = known(await model.runAsync(ids, signal ? { signal } : {}));
    return run && watchedText(model, run, texts);
  });

const watchedText = (model: PretrainedModel, run: PretrainedRun, texts: readonly string[]): WatchedSequence => ({
  isText: true,
  addTo: (scores, attention, layer) => {
    const isCausal = attention === 'decoder';
    if (isCausal && model.layers.cross > 0) return;
    const tokens = { ids: run.tokens.map(({ id }) => id), texts, isCausal };
    addWeights(scores, attention, layer, run.attention(attention, layer), tokens);
  },
});

function addWeights(
  scores: CollectedScores,
  attention: AttentionType,
  layer: number,
  { data, shape }: Tensor,
  tokens: WatchedTokens,
): void {
  for (const role of Object.keys(WEIGHT_ROLES) as WeightRoleName[]) {
    const { isOfTexts, attentions, targets } = WEIGHT_ROLES[role];
    if (isOfTexts !== (tokens.texts !== null) || !attentions.some((each) => each === attention)) continue;
    const wanted = tokens.ids.map((_, query) => targets(tokens, query));
    for (let head = 0; head < shape[0]!; ++head) {
      scores.add({ attention, layer, head }, role, pairOf(sumOf(headOf(data, head, shape), tokens, wanted)));
    }
  }
}

function addOverlap(
  scores: CollectedScores,
  attention: AttentionType,
  layer: number,
  [a, b]: readonly [Tensor, Tensor],
  rows: Parameters<typeof overlapOf>[2],
): void {
  for (let head = 0; head < a.shape[0]!; ++head) {
    const overlap = (firstKey: 0 | 1) =>
      overlapOf(headOf(a.data, head, a.shape), headOf(b.data, head, b.shape), rows, firstKey);
    scores.add({ attention, layer, head }, 'positionOnly', { all: overlap(0), withoutFirst: overlap(1) });
  }
}

/** Extracts one head from a tensor [heads, queries, keys]. */
function headOf(data: Float32Array, head: number, shape: readonly number[]): Float32Array {
  const size = shape[1]! * shape[2]!;
  return data.subarray(head * size, (head + 1) * size);
}
