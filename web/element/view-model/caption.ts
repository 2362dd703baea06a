// Captions of a scene as text: the key that the query token attends to most, and a reason to doubt the head.
import { doubtOf } from '../claims/claim-text.js';
import { largestColumn, type ViewModelData } from '../../view/view-model.js';
import { stageProgress } from '../../view/stages.js';
import type { AttentionSource } from '../source/attention-source.js';
import type { Messages } from '../../locales/index.js';
import type { Tensor } from '../../engine/core/tensor.js';

export const rowOf = ({ data, shape }: Tensor, row: number): Float32Array =>
  data.subarray(row * shape[1]!, (row + 1) * shape[1]!);

/**
 * Caption that names the key that the query token attends to most; '' before the end of the softmax stage, when the
 * weights are not yet shown.
 * @param baseline weights without the user's interventions; null if there are no interventions
 */
export function strongestCaption(
  texts: Messages,
  { queryTokens, keyTokens, weights, steps, moment, selection: { row } }: ViewModelData,
  baseline: Tensor | null,
): string {
  if (stageProgress(moment, 'softmax') < 1) return '';
  const strongestIn = (of: Tensor) => {
    const column = largestColumn(of, row);
    const weights = rowOf(of, row);
    return { key: keyTokens[column]!, weight: weights[column]!, percent: texts.percents(weights)[column]! };
  };
  const query = queryTokens[row]!;
  const { key, weight, percent } = strongestIn(weights);
  const now = steps?.isAblated
    ? texts.headIsOff
    : weight === 0
      ? texts.attendsToNothing(query)
      : texts.strongest(query, key, percent);
  if (!baseline) return now;
  const before = strongestIn(baseline);
  return [now, texts.baseline(before.key, before.percent)].join(texts.sentenceSeparator);
}

/**
 * Reason to doubt that the head attends to the right token, from the end of the softmax stage on; '' if there is none.
 */
export const shownDoubt = (texts: Messages, source: AttentionSource, { moment, selection }: ViewModelData): string =>
  stageProgress(moment, 'softmax') < 1 ? '' : doubtOf(texts, source, selection.row);
