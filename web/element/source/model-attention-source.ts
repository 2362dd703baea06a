// An attention source that is a model's run of a text: the selected head's steps, with and without the user's
// interventions.
import { continuationOf } from './continuation.js';
import { architectureOf, type Architecture, type ShownModel, type ShownRun } from './shown-model.js';
import {
  descriptionIn,
  headOfText,
  proseIn,
  selectHead,
  UNKNOWN_SHAPE,
  type HeadChoice,
  type Shape,
} from './head-selection.js';
import { HAN } from '../../text/word-features.js';
import { headStepsOf } from './head-steps.js';
import { queryToShow } from './initial-selection.js';
import { isSameHead } from '../../engine/transformer/head-ref.js';
import { isVisiblyChanged, mostAffectedHead } from './most-affected-head.js';
import { labeled, nextTokens } from './token-labels.js';
import { once, read } from './answer.js';
import { scopedIntervention } from './scoped-intervention.js';
import { TextRuns } from './text-runs.js';
import type { AttentionSource, LayerWeights, Outcomes } from './attention-source.js';
import type { Continuation } from './continuation.js';
import type { HeadDescription } from '../../engine/transformer/model-config.js';
import type { AttentionType, HeadRef, TokenCandidate } from '../../engine/transformer/run.js';
import type { HeadSteps, Picture } from '../../view/view-model.js';
import type { Intervention } from '../../engine/transformer/intervention.js';
import type { TextLanguage } from '../../text/plain-language.js';
import type { State } from '../state/properties.js';
import type { Tensor } from '../../engine/core/tensor.js';

/**
 * Position of the query token that is selected by default, as a share of the sentence's length. Later tokens have more
 * keys to attend to.
 */
const DEFAULT_QUERY_POSITION = 0.7;

/** The texts of the decoder's tokens as one string, for comparison with those of another run. */
const wordsOf = (run: ShownRun): string | undefined =>
  read(run.decode())
    ?.tokens.map(({ text }) => text)
    .join('\0');

/** Cache of the attention weights of all heads, by run and attention type. */
const layerWeights = new WeakMap<ShownRun, Map<AttentionType, LayerWeights>>();

function layerWeightsOf(run: ShownRun, attention: AttentionType): LayerWeights {
  const known = layerWeights.get(run) ?? new Map<AttentionType, LayerWeights>();
  layerWeights.set(run, known);
  const weights = known.get(attention) ?? {
    layers: run.layers[attention],
    weightsOf: (layer) => run.attention(attention, layer),
    isSelfAttention: attention !== 'cross',
  };
  known.set(attention, weights);
  return weights;
}

export class ModelAttentionSource implements AttentionSource {
  readonly model: ShownModel;
  readonly architecture: Architecture;
  readonly #runs: TextRuns;
  readonly #choice: HeadChoice;

  constructor(model: ShownModel, state: State, runs = new TextRuns(model, state)) {
    this.model = model;
    this.architecture = architectureOf(model);
    this.#runs = runs;
    this.#choice = state;
  }

  withHead({ attention, layer, head }: HeadChoice): ModelAttentionSource {
    return new ModelAttentionSource(this.model, { ...this.#runs.state, attention, layer, head }, this.#runs);
  }

  get title(): string {
    return this.#runs.state.text;
  }

  get tokenCount(): number {
    return this.#runs.tokenCount;
  }

  get picture(): Picture | undefined {
    return this.model.picture;
  }

  get heads(): readonly HeadDescription[] {
    return this.model.heads;
  }

  get shape(): Shape {
    return this.#runs.baseline() ?? UNKNOWN_SHAPE;
  }

  readonly #headRef = once((): HeadRef => {
    const { attention, layer, head } = this.#headToShow() ?? selectHead(this.#choice, this.shape, this.heads);
    return { attention, layer, head };
  });

  get headRef(): HeadRef {
    return this.#headRef();
  }

  /**
   * The head to show if the element's state names none; null if the state names one. The choice does not depend on the
   * user's interventions.
   */
  #headToShow(): HeadRef | null {
    const run = this.#runs.baseline();
    if (!run || this.#choice.head !== 'auto') return null;
    return headOfText(run, this.#choice.attention, this.heads, () => this.#measuredLanguage(run));
  }

  get description(): HeadDescription | null {
    return this.descriptionOf(this.headRef);
  }

  descriptionOf(head: HeadRef): HeadDescription | null {
    return descriptionIn(this.heads, head);
  }

  isAblated(head: HeadRef): boolean {
    return (this.#runs.intervention()?.ablateHeads ?? []).some((each) => isSameHead(each, head));
  }

  /**
   * The user's interventions, limited to the scope that the user has chosen: a head, a layer or the model; null if
   * there are no interventions.
   */
  readonly #scoped = once((): Intervention | null => {
    const intervention = this.#runs.intervention();
    const { isDecoderOnly } = this.architecture;
    return intervention && scopedIntervention(intervention, this.#runs.state.scope, this.headRef, isDecoderOnly);
  });

  /** The run with the user's interventions, in which the decoder generates its own text. */
  readonly #writingRun = once(() => {
    const baseline = this.#runs.baseline();
    return baseline && this.#scoped() ? this.#runs.with(this.#scoped()) : baseline;
  });

  /**
   * The run that is shown. If the interventions are limited to a head or a layer of the decoder, the decoder is given
   * the baseline's text, so that the tokens stay the same.
   */
  readonly #run = once((): ShownRun | null => {
    const [run, baseline] = [this.#writingRun(), this.#comparison];
    if (!run || !baseline) return run;
    const isOfDecoder = this.headRef.attention !== 'encoder' && this.#runs.state.scope !== 'model';
    return isOfDecoder && wordsOf(run) !== wordsOf(baseline)
      ? this.#runs.with(this.#scoped(), read(baseline.decode())!.text)
      : run;
  });

  get run(): ShownRun | null {
    return this.#run();
  }

  readonly #steps = once(() => this.run && this.#stepsOf(this.run, this.#runs.intervention()));

  get steps(): HeadSteps | null {
    return this.#steps();
  }

  #stepsOf(run: ShownRun, intervention: Intervention | null): HeadSteps {
    const isAblated = intervention !== null && this.isAblated(this.headRef);
    return headStepsOf(this.model, run, this.headRef, intervention ?? {}, isAblated);
  }

  get weights(): Tensor | null {
    return this.steps?.trace.weights ?? null;
  }

  get layerWeights(): LayerWeights | null {
    return this.run && layerWeightsOf(this.run, this.headRef.attention);
  }

  /** The baseline run for comparison, without interventions; null if there are no interventions. */
  get #comparison(): ShownRun | null {
    return this.#runs.intervention() && this.#runs.baseline();
  }

  readonly #isIncomparable = once(() => {
    const { attention, layer, head } = this.headRef;
    const [run, baseline] = [this.run, this.#comparison];
    if (!run || !baseline) return false;
    const isTranslated = attention !== 'encoder' && wordsOf(run) !== wordsOf(baseline);
    const [now, before] = [run, baseline].map((each) => read(each.trace(attention, layer, head)).weights.data.length);
    return isTranslated || now !== before;
  });

  get isIncomparable(): boolean {
    return this.#isIncomparable();
  }

  readonly #baselineSteps = once(() => {
    const run = this.isIncomparable ? null : this.#comparison;
    return run && this.#stepsOf(run, null);
  });

  get baselineSteps(): HeadSteps | null {
    return this.#baselineSteps();
  }

  get baseline(): Tensor | null {
    return this.baselineSteps?.trace.weights ?? null;
  }

  get layerWeightsBaseline(): LayerWeights | null {
    return this.baseline && layerWeightsOf(this.#comparison!, this.headRef.attention);
  }

  get isUnaffected(): boolean {
    const { baseline } = this;
    return baseline !== null && !isVisiblyChanged(this.weights!.data, baseline.data);
  }

  /**
   * The head that the interventions change most. Null if the interventions are limited to the selected head or its
   * layer, since they then move with the selection.
   */
  readonly #mostAffectedHead = once(() => {
    const stayElsewhere = this.#runs.state.scope === 'model' || this.#runs.intervention()?.ablateHeads?.length;
    if (!stayElsewhere || !this.isUnaffected) return null;
    return mostAffectedHead(this.run!, this.#comparison!, this.headRef.attention, (head) => this.isAblated(head));
  });

  get mostAffectedHead(): HeadRef | null {
    return this.#mostAffectedHead();
  }

  get outcomes(): Outcomes | null {
    const run = this.#writingRun();
    if (!run?.trained) return null;
    const withoutHead = () => (this.isAblated(this.headRef) ? null : this.#runWithoutHead(this.headRef));
    return { run, baseline: this.#comparison, withoutHead };
  }

  /** The run with the user's interventions and one more head ablated. */
  #runWithoutHead(head: HeadRef): ShownRun {
    const { ablateHeads = [], ...others } = this.#scoped() ?? {};
    return this.#runs.with({ ...others, ablateHeads: [...ablateHeads, head] });
  }

  readonly #tokens = once((): AttentionSource['tokens'] => {
    const { attention } = this.headRef;
    const tokens = this.run?.tokens ?? [];
    const target = (attention !== 'encoder' && this.run && read(this.run.decode())?.tokens) || [];
    const targetTokens = this.architecture.isDecoderOnly ? labeled(target) : target;
    return {
      query: attention === 'encoder' ? tokens : targetTokens,
      key: attention === 'decoder' ? targetTokens : tokens,
    };
  });

  get tokens(): AttentionSource['tokens'] {
    return this.#tokens();
  }

  get prose(): readonly string[] | null {
    return this.run && proseIn(this.run);
  }

  get queryLanguage(): TextLanguage | null {
    return this.#measuredLanguage(this.headRef.attention === 'encoder' ? null : this.run);
  }

  /**
   * Language of a text, in which the heads were measured; null if they were not measured.
   * @param run run with the decoder's text; null for the encoder's text
   */
  #measuredLanguage(run: ShownRun | null): TextLanguage | null {
    const measured = new Set(this.heads.flatMap(({ measures }) => measures.map(({ language }) => language)));
    if (measured.size < 2) return [...measured][0] ?? null;
    const target = run && read(run.decode());
    return target?.language ?? (HAN.test(target?.text ?? this.#runs.text) ? 'zh' : 'en');
  }

  get generatedTokens(): number {
    return this.architecture.isDecoderOnly || this.headRef.attention === 'encoder' ? 0 : this.tokens.query.length;
  }

  readonly #continuation = once(() => {
    const { run } = this;
    return run && continuationOf(this.model, run, this.#scoped() ?? {}, this.#runs.maxTokens);
  });

  get continuation(): Continuation | null {
    return this.#continuation();
  }

  queryIndex({ query }: Pick<State, 'query'>): number {
    if (query >= 0) return Math.min(query, Math.max(1, this.tokens.query.length) - 1);
    return this.#queryToShow();
  }

  /** The query token that is selected by default. It does not depend on the user's interventions. */
  readonly #queryToShow = once(() => {
    if (this.architecture.isDecoderOnly) return this.tokens.query.length - 1; // the last token predicts the next one
    const weights = this.baseline ?? this.weights;
    const most = weights && queryToShow(weights, { ...this.headRef, role: this.description?.role ?? null });
    return most ?? Math.floor(this.tokens.query.length * DEFAULT_QUERY_POSITION);
  });

  nextTokenCandidates(queryIndex: number): readonly TokenCandidate[] | null {
    const target = this.headRef.attention === 'encoder' || !this.run ? null : read(this.run.decode());
    const next = target?.next[queryIndex];
    if (!target || !next) return null;
    if (!this.architecture.isDecoderOnly) return next;
    const before = target.text.slice(0, target.tokens[queryIndex]!.end);
    return nextTokens(before, next).map(({ label, probability }) => ({ text: label, probability }));
  }
}
