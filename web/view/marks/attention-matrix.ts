// The attention matrix, in which scores, scaled scores, masked scores and weights appear one after another.
import {
  blended,
  differenceScale,
  maxAbs,
  rgb,
  scoreScale,
  weightScale,
  type ColorScale,
  type Rgb,
} from './palette.js';
import { stageProgress, type StageName } from '../stages.js';
import { revealed } from '../reveal.js';
import type { CachedHeatmap } from './heatmap.js';
import type { HeadSteps, ViewModel, ViewModelData } from '../view-model.js';
import type { Tensor } from '../../engine/core/tensor.js';

/**
 * Stages that fill the attention matrix, each with the name of the tensor that it shows. Each stage paints over the
 * previous one.
 */
const ATTENTION_STAGES = [
  { stage: 'score', matrix: 'scores' },
  { stage: 'scale', matrix: 'scaled' },
  { stage: 'cap', matrix: 'capped' },
  { stage: 'bias', matrix: 'biased' },
  { stage: 'mask', matrix: 'masked' },
  { stage: 'softmax', matrix: 'weights' },
] as const;

type AttentionStage = (typeof ATTENTION_STAGES)[number];

const WEIGHTS = ATTENTION_STAGES.at(-1)!;

/** Stages of this head's attention that fill the attention matrix. Only some models have all of them. */
export const stagesIn = ({ stages }: HeadSteps): readonly AttentionStage[] =>
  ATTENTION_STAGES.filter(({ stage }) => stages.includes(stage));

export const stageTensor = ({ trace, step }: HeadSteps, { matrix }: AttentionStage): Tensor =>
  matrix === 'capped' || matrix === 'biased' ? step(matrix) : trace[matrix];

/** Tensor in the attention matrix at one of its stages; for external attention, always the weights. */
export const attentionTensor = ({ steps, weights }: ViewModelData, attention: AttentionStage): Tensor =>
  steps ? stageTensor(steps, attention) : weights;

/** The last stage that has begun to fill the attention matrix; null before the first one. */
export function attentionStage({ moment, steps }: ViewModelData): AttentionStage | null {
  if (!steps) return WEIGHTS;
  return stagesIn(steps).findLast(({ stage }) => stageProgress(moment, stage) > 0) ?? null;
}

/**
 * Color scale of the attention matrix at a stage. A scale of scores covers the range of the current scores, which its
 * legend shows; the scale of weights is always the same.
 */
export function colorScaleOf({ palette, steps, weights, baseline }: ViewModel, stage: StageName): ColorScale {
  const scoreStage = ATTENTION_STAGES.find((each) => each.stage === stage && each !== WEIGHTS);
  if (steps && scoreStage) return scoreScale(palette, stageTensor(steps, scoreStage).data);
  return baseline
    ? differenceScale(palette, maxAbs(differences(weights, baseline)))
    : { ...weightScale(palette), isAllZero: weights.data.every((weight) => weight === 0) };
}

/**
 * Weights minus the baseline's weights.
 * @param baseline weights of the baseline, of the same shape
 */
export const differences = ({ data }: Tensor, baseline: Tensor): Float32Array =>
  data.map((weight, at) => weight - baseline.data[at]!);

export function attentionHeatmap(viewModel: ViewModel): CachedHeatmap {
  const { palette, steps, weights, moment, selection } = viewModel;
  const [rows, columns] = weights.shape as [number, number];
  const current = attentionStage(viewModel);
  const empty = { color: rgb(palette.zero), alpha: 0, value: 0 };
  if (!current) return { rows, columns, cellStyle: () => empty, tensor: weights, key: 'empty' };

  const maskedColor = rgb(palette.masked);
  const styleOf = (attention: AttentionStage) => {
    const { stage } = attention;
    const { color } = colorScaleOf(viewModel, stage);
    const baseline = stage === 'softmax' ? viewModel.baseline : null;
    const data = baseline ? differences(weights, baseline) : attentionTensor(viewModel, attention).data;
    // A masked cell is gray from the mask stage on, although its weight is 0 after the softmax. A cell also shows the
    // baseline's number, unless the numbers are already differences from the baseline.
    const { baselineSteps } = viewModel;
    const before = baseline || !baselineSteps ? undefined : stageTensor(baselineSteps, attention).data;
    const masked = !baseline && (stage === 'mask' || stage === 'softmax') ? steps?.trace.masked : undefined;
    return {
      data,
      before,
      colorAt: (index: number): Rgb => (masked?.data[index] === -Infinity ? maskedColor : color(data[index]!)),
    };
  };
  const progress = stageProgress(moment, current.stage);
  const to = styleOf(current);
  const previous = progress < 1 && steps ? stagesIn(steps)[stagesIn(steps).indexOf(current) - 1] : undefined;
  const from = previous && styleOf(previous);

  const cellStyle = (row: number, column: number) => {
    const index = row * columns + column;
    const share = progress >= 1 ? 1 : revealed(progress, row, column, selection.row, rows, columns);
    if (share >= 1 || !from) {
      const color = to.colorAt(index);
      return { color, alpha: share, value: to.data[index]!, baseline: to.before?.[index] };
    }
    const before = from.colorAt(index);
    const color = share > 0 ? blended(before, to.colorAt(index), share) : before;
    return { color, alpha: 1, value: (share > 0.5 ? to : from).data[index]! };
  };
  const tensor = attentionTensor(viewModel, current);
  const key = [current.stage, progress, progress < 1 ? selection.row : '', viewModel.baseline !== null].join();
  return { rows, columns, cellStyle, minDigits: current.stage === 'softmax' ? 2 : 1, tensor, key };
}
