// Knock-out: the effect of ablating each head and each feed-forward layer on a prediction.
import { checkAsyncOptions } from '../engine/core/async-options.js';
import { describe, expectOneOf, expectOptions } from '../engine/core/checks.js';
import { stackOf, type AttentionType } from '../engine/transformer/head-ref.js';
import type { PretrainedRun } from '../engine/pretrained/pretrained-run.js';
import type { Replacement } from '../engine/transformer/replacement.js';
import { expectAnalyzedRun, type AnalyzedModel } from './analyzed-run.js';
import { circumstancesOf, inputOf, type AnalyzedInput, type AnalyzedRun } from './circumstances.js';
import {
  attentionsOf,
  fedForward,
  feedForwardOutput,
  headOutput,
  headsOf,
  perAttention,
  perStack,
  STACKS,
  unknown,
  type Stack,
} from './components.js';
import { checkMeans, type MeanActivations } from './mean-activations.js';
import type { PerAttention, PerStack } from './per-attention.js';
import { distributionOf, divergenceFrom, logProbabilityOf, referenceOf } from './predictions.js';
import {
  checkQuestion,
  logitsAt,
  QUESTION,
  tokensOf,
  valueOf,
  type Question,
  type ResolvedQuestion,
} from './question.js';

export const KNOCK_OUTS = ['mean', 'zero', 'resample'] as const;

export interface KnockOutOptions extends Question {
  /**
   * Kind of values that replace the output of an ablated component. It determines what the effects mean. 'mean': the
   * means of `meanActivations`, so that only the part that varies from text to text is removed. 'resample': the outputs
   * of the run `other`, so that only the part that differs between the two runs is removed. 'zero': zeros, which the
   * layers above have never encountered.
   */
  kind: (typeof KNOCK_OUTS)[number];
  /** Means that replace the outputs, from the run's own model; required with kind 'mean'. */
  means?: MeanActivations;
  /**
   * A run whose outputs replace those of the analyzed run: of the same model, with the same number of tokens. Required
   * with kind 'resample'.
   */
  other?: PretrainedRun;
  signal?: AbortSignal;
  /**
   * Called after each layer, from the last layer down.
   * @param done the completed share, from 0 to 1
   * @param partial the result so far; values not yet computed are NaN
   */
  onProgress?: (done: number, partial: KnockOut) => void;
}

/** Effects of ablating each head, [layers, heads], and each feed-forward layer, [layers]. */
export interface Effects {
  readonly heads: PerAttention;
  readonly feedForward: PerStack;
}

/** Changes in the prediction caused by ablating each component. Logarithms are natural. */
export interface KnockOut extends AnalyzedRun<'knockOut'> {
  readonly kind: (typeof KNOCK_OUTS)[number];
  /**
   * Origin of the values that replaced the ablated outputs: for means, the number of texts over which they were taken;
   * for resampling, the input of the other run; null for zeros.
   */
  readonly substitutes: { readonly texts: number } | AnalyzedInput | null;
  readonly question: ResolvedQuestion;
  /** Log probability of the question's token, and the logit difference, in the unmodified run. */
  readonly original: { readonly logProbability: number; readonly logitDifference: number };
  /**
   * Change of the log probability, in nats: log P(token) without the component minus log P(token) with it; below 0 if
   * the component supports the token.
   */
  readonly logProbability: Effects;
  /**
   * Change of the logit difference: logit(token) − logit(against) without the component, minus the same difference with
   * it; without `against`, only the logit of the token.
   */
  readonly logitDifference: Effects;
  /**
   * KL(original ‖ ablated), the divergence of the whole predicted distribution after an ablation from the original one,
   * in nats; at least 0.
   */
  readonly divergence: Effects;
}

/** A component of the model that can be ablated: a head, or the feed-forward layer of a layer. */
type Part =
  | { readonly in: AttentionType; readonly layer: number; readonly head: number }
  | { readonly in: Stack; readonly layer: number; readonly head: null };

/**
 * Total effect of each head and each feed-forward layer: its output, `headOutput` or `feedForwardOutput`, is replaced
 * at every token of the run, and all layers above are recomputed. Compare it with the direct effect,
 * `logitAttribution`: later layers often compensate for an ablation (McGrath et al. 2023, "The Hydra Effect"; LayerNorm
 * alone repairs up to 30%: Rushing & Nanda 2024). The kinds answer different questions, and each can mislead
 * (Heimersheim & Nanda 2024).
 * @throws TypeError or RangeError that names the invalid option; the signal's reason if aborted
 */
export async function knockOut(run: PretrainedRun, options: KnockOutOptions): Promise<KnockOut> {
  const { run: base, model } = expectAnalyzedRun('run', run);
  const given = expectOptions('options', options, [...QUESTION, 'kind', 'means', 'other', 'signal', 'onProgress']);
  const { signal, onProgress } = checkAsyncOptions(given) as Pick<KnockOutOptions, 'signal' | 'onProgress'>;
  const question = checkQuestion('', given, base);
  const kind = expectOneOf('kind', given['kind'], KNOCK_OUTS);
  const substitute = substitutesOf(kind, given, base, model);
  signal?.throwIfAborted();

  const logits = logitsAt(base, question);
  const before = distributionOf(logits);
  const [reference, value] = [referenceOf(before), valueOf(logits, question)];
  const logProbability = logProbabilityOf(before, question.token);
  const [{ means, other }, { stack }] = [given as unknown as KnockOutOptions, question];
  const result: KnockOut = {
    kind,
    substitutes: means ? { texts: means.texts } : other ? inputOf(other, stack) : null,
    question,
    ...circumstancesOf('knockOut', base, stack),
    original: { logProbability, logitDifference: value },
    logProbability: unknownEffects(model),
    logitDifference: unknownEffects(model),
    divergence: unknownEffects(model),
  };
  const layers = layersOf(model);
  const count = layers.reduce((sum, parts) => sum + parts.length, 0);
  let done = 0;
  const measure = (part: Part, changed: Float32Array) => {
    const after = distributionOf(changed);
    const set = (effects: Effects, effect: number) => (of(effects, part)!.data[rowOf(model, part)] = effect);
    set(result.logProbability, logProbabilityOf(after, question.token) - logProbability);
    set(result.logitDifference, valueOf(changed, question) - value);
    set(result.divergence, divergenceFrom(reference, after));
  };
  const { position } = question;
  for (const parts of layers) {
    const replacements = parts.map((part) => ({ ...replacedBy(part), with: substitute(part) }));
    let at = 0;
    for await (const changed of base.logitsWithEach(replacements, { position, signal })) measure(parts[at++]!, changed);
    done += parts.length;
    onProgress?.(done / count, result);
  }
  return result;
}

/**
 * Components of a model, grouped by layer. The last layer comes first, because little has to be recomputed above it.
 */
const layersOf = (model: AnalyzedModel): Part[][] =>
  [...STACKS].reverse().flatMap((stack) =>
    Array.from({ length: model.layers[stack] }, (_, at) => model.layers[stack] - 1 - at).map((layer) => [
      ...(fedForward(model).includes(stack) ? [{ in: stack, layer, head: null }] : []),
      ...attentionsOf(model)
        .filter((attention) => stackOf(attention) === stack)
        .flatMap((attention) =>
          Array.from({ length: headsOf(model, attention) }, (_, head) => ({ in: attention, layer, head })),
        ),
    ]),
  );

const replacedBy = (part: Part): Omit<Replacement, 'with'> =>
  part.head === null
    ? { activation: feedForwardOutput(part.in, part.layer) }
    : { activation: headOutput(part.in, part.layer), heads: [part.head] };

/**
 * Tensor that contains the effect of ablating a component: that of an attention type's heads, or of a stack's
 * feed-forward layers.
 */
const of = ({ heads, feedForward }: Effects, part: Part) =>
  part.head === null ? feedForward[part.in] : heads[part.in];

/**
 * Index of a component in the tensor of effects, flattened to rows: [layers, heads, …] for heads, [layers, …] for
 * feed-forward layers.
 */
const rowOf = (model: AnalyzedModel, part: Part): number =>
  part.head === null ? part.layer : part.layer * headsOf(model, part.in) + part.head;

const unknownEffects = (model: AnalyzedModel): Effects => ({
  heads: perAttention(model, (attention) => unknown('effects', [model.layers[attention], headsOf(model, attention)])),
  feedForward: perStack(model, (stack) => unknown('effects', [model.layers[stack]])),
});

/**
 * Values that replace the output of each ablated component.
 * @throws TypeError or RangeError that names a missing option, or one that the kind of knock-out does not accept
 */
function substitutesOf(
  kind: KnockOutOptions['kind'],
  given: Readonly<Record<string, unknown>>,
  run: PretrainedRun,
  model: AnalyzedModel,
): (part: Part) => Replacement['with'] {
  const [means, other] = [given['means'], given['other']];
  const wrong =
    kind !== 'mean' && means !== undefined ? 'means' : kind !== 'resample' && other !== undefined ? 'other' : null;
  if (wrong) throw new TypeError(`${wrong}: expected none with kind '${kind}', got ${describe(given[wrong])}`);
  if (kind === 'zero') return () => 'zero';
  if (kind === 'resample') {
    const source = expectSameLengths('other', other, run, model);
    return (part) => {
      const { activation, ...selection } = replacedBy(part);
      return source.activation(activation, selection);
    };
  }
  const checked = checkMeans('means', means, model);
  return (part) => {
    const { data, shape } = of(checked, part)!;
    const columns = shape.at(-1)!;
    const row = rowOf(model, part);
    return { data: data.subarray(row * columns, (row + 1) * columns), shape: [columns] };
  };
}

/**
 * Checks that the outputs of a run can replace those of the analyzed run.
 * @throws TypeError or RangeError if the value is not a run of the same model with the same number of tokens
 */
function expectSameLengths(name: string, value: unknown, run: PretrainedRun, model: AnalyzedModel): PretrainedRun {
  const other = expectAnalyzedRun(name, value);
  if (other.model !== model) throw new TypeError(`${name}: expected a run of the same model, got one of another`);
  for (const stack of STACKS.filter((each) => model.layers[each] > 0)) {
    const [expected, got] = [run, other.run].map((each) => tokensOf(each, stack).length);
    if (got !== expected) {
      throw new RangeError(`${name}: expected a run of ${expected} tokens in the ${stack}, as this one, got ${got}`);
    }
  }
  return other.run;
}
