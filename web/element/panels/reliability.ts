// How far the answer of a head can be trusted, in plain words: how often it is right, and whether it is sure this time.
import { largestColumn, type ViewModelData } from '../../view/view-model.js';
import { stageProgress } from '../../view/stages.js';
import type { AttentionSource } from '../model/attention-source.js';
import type { Measure } from '../../engine/model/model-config.js';
import type { Messages } from '../../messages/index.js';

/** A head that gives no token this much has not decided. */
const SURE_WEIGHT = 0.5;
/** A head that is right less often is not to be relied on. */
const SURE_SCORE = 0.7;

const PRONOUNS = new Set(
  'i me my mine you your yours he him his she her hers it its we us our ours they them their theirs himself herself itself themselves 我 你 他 她 它 我们 你们 他们 她们 它们 自己'.split(
    ' ',
  ),
);

/** Whether the head was trained for this query token: the pronoun head for pronouns, the others for any. */
const isMadeFor = ({ description }: AttentionSource, token: string): boolean =>
  description?.role !== 'antecedent' || PRONOUNS.has(token.toLowerCase());

const measureOf = ({ description, queryLanguage }: AttentionSource) =>
  description?.role ? description.measures.find(({ language }) => language === queryLanguage) : undefined;

const outOf100 = (share: number): string => String(Math.round(share * 100));

/** How often a supervised head is right by a measure, as a part of a sentence. */
export function rateOf({ reliability }: Messages, { measure, score, baseline }: Measure): string {
  const rate = reliability.rates[measure] ?? reliability.anyRate;
  return rate(outOf100(score), outOf100(baseline));
}

/** How often a supervised head is right with such sentences; '': it was not measured. */
export function trackRecord(
  texts: Messages,
  source: AttentionSource,
  { queryTokens, selection }: ViewModelData,
): string {
  const measure = measureOf(source);
  if (!measure) return '';
  if (!isMadeFor(source, queryTokens[selection.row]!)) return texts.reliability.notMadeFor;
  return rateOf(texts, measure);
}

/** Why the answer that is shown is doubtful; '': it is not, or there is none yet. */
export function doubtOf(texts: Messages, source: AttentionSource, viewModel: ViewModelData): string {
  const { weights, queryTokens, selection, moment, steps } = viewModel;
  const measure = measureOf(source);
  if (!measure || steps?.isAblated || stageProgress(moment, 'softmax') < 1) return '';
  if (!isMadeFor(source, queryTokens[selection.row]!)) return '';
  const largest = weights.data[selection.row * weights.shape[1]! + largestColumn(weights, selection.row)]!;
  if (largest === 0) return '';
  if (largest < SURE_WEIGHT) return texts.reliability.undecided;
  return measure.score < SURE_SCORE ? texts.reliability.oftenWrong : '';
}
