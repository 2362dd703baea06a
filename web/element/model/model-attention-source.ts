// The run of a text with the user's interventions, its baseline, and the selected head.
import { AllHeads } from './all-heads.js';
import { MAX_TOKENS, type AttentionSource, type Outcomes } from './attention-source.js';
import { HAN } from '../../text/word-features.js';
import { hasInterventions, interventionOf, noInterventions } from '../interventions/index.js';
import { isVisiblyChanged, mostAffectedHead } from './most-affected-head.js';
import { headLookingBack, headToShow, queryToShow } from './most-to-see.js';
import { labeled, nextTokens, proseOf } from './token-labels.js';
import { patternOf } from './head-pattern.js';
import { keyValueHeadOf, projectionOf, stackOf } from './parameters.js';
import { firstAttention, selectHead, UNKNOWN_SHAPE, type Shape } from './head-selection.js';
import { architectureOf, type Architecture, type ShownModel } from './shown-model.js';
import { continuationOf, type Continuation } from './continuation.js';
import { getRun } from './run-cache.js';
import { scopedIntervention } from './scoped-intervention.js';
import { scaleOf } from '../../engine/transformer/intervention.js';
import { stagesOf } from '../../view/stages.js';
import type { AttentionType, HeadRef, LayerTrace, TokenCandidate, Run } from '../../engine/transformer/run.js';
import type { HeadDescription } from '../../engine/transformer/model-config.js';
import type { FurtherStep, HeadSteps, Picture } from '../../view/view-model.js';
import type { Intervention } from '../../engine/transformer/intervention.js';
import type { TextLanguage } from '../../text/plain-language.js';
import type { State } from '../state/properties.js';
import type { Tensor } from '../../engine/core/tensor.js';

/** Where the query token is by default, as a share of the sentence: later tokens have more to attend to. */
const DEFAULT_QUERY_POSITION = 0.7;

/** The tokens of the decoder, as one text. */
const wordsOf = (run: Run): string | undefined =>
  run
    .decode()
    ?.tokens.map(({ text }) => text)
    .join('\0');

export class ModelAttentionSource implements AttentionSource {
  readonly model: ShownModel;
  readonly architecture: Architecture;
  readonly title: string;
  readonly tokenCount: number;
  readonly picture: Picture | undefined;
  readonly #state: State;
  /** The text as far as it is shown. */
  readonly #text: string;
  /** The user's interventions, in every layer; null: there are none. */
  readonly #intervention: Intervention | null;
  /** The run without interventions; null where the text has no token. */
  readonly #baselineRun: Run | null;
  /** The run with them, in which the decoder writes what it writes with them. */
  #writingRun: Run | null;
  #run: Run | null;
  #headRef: HeadRef | null = null;
  #layerTrace: LayerTrace | null = null;
  #steps: HeadSteps | null = null;
  #isIncomparable: boolean | undefined;
  #baselineSteps: HeadSteps | null = null;
  /** The query token that is shown where the state names none. */
  #defaultQuery: number | null = null;
  #mostAffectedHead: HeadRef | null | undefined;
  #continuation: Continuation | null | undefined;
  /** By attention type. */
  readonly #tokens = new Map<AttentionType, AttentionSource['tokens']>();
  readonly #allHeads = new WeakMap<Run, Map<AttentionType, AllHeads>>();

  constructor(model: ShownModel, state: State) {
    this.model = model;
    this.picture = model.picture;
    this.architecture = architectureOf(model);
    this.#state = state;
    this.title = state.text;
    const tokens = model.tokenize(state.text);
    this.tokenCount = tokens.length;
    const shown = this.#shownTokens;
    this.#text = shown > 0 ? state.text.slice(0, tokens[shown - 1]!.end) : '';
    this.#intervention = hasInterventions(state) ? this.#interventionOf(state) : null;
    this.#baselineRun = shown > 0 ? this.#runWith(null) : null;
    this.#run = this.#writingRun = this.#baselineRun;
  }

  /** Null where the text has no token. */
  get run(): Run | null {
    return this.#run;
  }

  get #shownTokens(): number {
    return Math.min(this.tokenCount, this.#mostTokens);
  }

  get #mostTokens(): number {
    return Math.min(MAX_TOKENS, this.model.contextLength ?? MAX_TOKENS);
  }

  #interventionOf(values: State): Intervention {
    const { layers, numHeads } = this.model;
    return interventionOf(values, { tokenCount: this.#shownTokens, layers, numHeads });
  }

  #runWith(intervention: Intervention | null, target?: string): Run {
    const none = { ...this.#state, ...noInterventions() };
    return getRun(this.model, this.#text, intervention ?? this.#interventionOf(none), target);
  }

  /** The user's interventions where they apply, with a head selected; null: there are none. */
  get #scoped(): Intervention | null {
    const { isDecoderOnly } = this.architecture;
    return this.#intervention && scopedIntervention(this.#intervention, this.#state.scope, this.headRef, isDecoderOnly);
  }

  selectHead(state: Pick<State, 'attention' | 'layer' | 'head'>): void {
    this.#headRef = this.#headToShow(state) ?? selectHead(state, this.shape, this.heads);
    if (this.#intervention && this.#baselineRun) {
      this.#writingRun = this.#runWith(this.#scoped);
      this.#run = this.#comparable(this.#writingRun, this.#baselineRun);
    }
    this.#layerTrace = this.#run && this.#run.layer(this.#headRef.attention, this.#headRef.layer);
    this.#tokens.clear();
    this.#continuation = undefined;
    this.#steps = null;
    this.#defaultQuery = null;
    this.#mostAffectedHead = undefined;
    this.#isIncomparable = undefined;
    this.#baselineSteps = null;
  }

  /** With interventions in a head or a layer of the decoder, the run with them of what the model writes without them. */
  #comparable(run: Run, baseline: Run): Run {
    const isOfDecoder = this.headRef.attention !== 'encoder' && this.#state.scope !== 'model';
    return isOfDecoder && wordsOf(run) !== wordsOf(baseline)
      ? this.#runWith(this.#scoped, baseline.decode()!.text)
      : run;
  }

  /** The head that is shown where the state names none; null: it does. The user's interventions do not change the choice. */
  #headToShow({ attention, head }: Pick<State, 'attention' | 'layer' | 'head'>): HeadRef | null {
    const run = this.#baselineRun;
    if (!run || head !== 'auto') return null;
    const { prose } = this;
    if (prose) return this.#headLookingBack(run, prose);
    if (attention !== 'auto' && attention !== 'encoder') return null;
    return headToShow({
      descriptions: this.heads,
      layers: run.layers.encoder,
      numHeads: run.numHeads,
      tokenCount: run.tokens.length,
      weightsOf: ({ layer, head: index }) => run.trace('encoder', layer, index).weights,
    });
  }

  #headLookingBack(run: Run, prose: readonly string[]): HeadRef | null {
    const language = this.queryLanguage;
    return headLookingBack({
      ...{ layers: run.layers.decoder, numHeads: run.numHeads, prose },
      weightsOf: (layer) => run.layer('decoder', layer).weights,
      patternOf: (each) => {
        const description = this.descriptionOf(each);
        return (description && patternOf(description, language)?.measure) ?? null;
      },
    });
  }

  get shape(): Shape {
    return this.#baselineRun ?? UNKNOWN_SHAPE;
  }

  get heads(): readonly HeadDescription[] {
    return this.model.heads;
  }

  get headRef(): HeadRef {
    return this.#headRef ?? { attention: firstAttention(this.shape), layer: 0, head: 0 };
  }

  get weights(): Tensor | null {
    return this.steps?.trace.weights ?? null;
  }

  get steps(): HeadSteps | null {
    if (!this.#layerTrace) return null;
    return (this.#steps ??= this.#stepsOf(this.#run!, this.#layerTrace, this.#intervention));
  }

  #stepsOf(run: Run, layerTrace: LayerTrace, intervention: Intervention | null): HeadSteps {
    const { headRef } = this;
    const { queryInput, keyInput, concat, output } = layerTrace;
    const { useScaling = true, temperature = 1 } = intervention ?? {};
    const trace = layerTrace.head(headRef.head);
    const stack = stackOf(this.model, headRef);
    const names = new Set(this.model.activations.map(({ name }) => name));
    const hasStep = (step: string) => names.has(`${headRef.attention}.${headRef.layer}.${step}`);
    const further = new Map<FurtherStep, Tensor>();
    return {
      ...{ trace, isMasked: trace.masked.data.includes(-Infinity) },
      stages: stagesOf(hasStep),
      step: (name) => {
        const tensor = further.get(name) ?? this.#furtherStep(run, name);
        further.set(name, tensor);
        return tensor;
      },
      ...{ queryInput, keyInput: headRef.attention === 'cross' ? keyInput : null, concat, output },
      head: headRef.head,
      numHeads: this.shape.numHeads,
      keyValueHead: keyValueHeadOf(this.model, headRef),
      ...{ hasQueryKeyNorm: hasStep('queryNormScale'), isRotary: hasStep('rotation') },
      scaling: { useScaling, temperature, scale: stack ? scaleOf(stack) : 1 / Math.sqrt(trace.query.shape[1]!) },
      cap: stack?.scoreSoftcap ?? 0,
      isAblated: intervention !== null && this.isAblated(headRef),
      headValues: (head) => layerTrace.head(head),
      linear: (name) => projectionOf(this.model, headRef, name),
    };
  }

  /** A step that a trace does not have, [rows, columns]. */
  #furtherStep(run: Run, name: FurtherStep): Tensor {
    const { attention, layer, head } = this.headRef;
    const heads = [name === 'key' ? keyValueHeadOf(this.model, this.headRef) : head];
    const { data, shape } = run.activation(`${attention}.${layer}.${name}`, { heads });
    return { data, shape: shape.slice(1) };
  }

  isAblated({ attention, layer, head }: HeadRef): boolean {
    return (this.#intervention?.ablateHeads ?? []).some(
      (each) => each.attention === attention && each.layer === layer && each.head === head,
    );
  }

  /** The run without interventions; null: there are none. */
  get #comparison(): Run | null {
    return this.#intervention && this.#baselineRun;
  }

  get isIncomparable(): boolean {
    return (this.#isIncomparable ??= this.#compareTokens());
  }

  #compareTokens(): boolean {
    const { attention, layer } = this.headRef;
    const [run, baseline] = [this.#run, this.#comparison];
    if (!run || !baseline) return false;
    const isTranslated = attention !== 'encoder' && wordsOf(run) !== wordsOf(baseline);
    const [now, before] = [run, baseline].map((each) => each.attention(attention, layer).data.length);
    return isTranslated || now !== before;
  }

  /** Null, too, where the interventions changed the translation, and so its tokens. */
  get baselineSteps(): HeadSteps | null {
    const run = this.isIncomparable ? null : this.#comparison;
    const { attention, layer } = this.headRef;
    return run && (this.#baselineSteps ??= this.#stepsOf(run, run.layer(attention, layer), null));
  }

  get baseline(): Tensor | null {
    return this.baselineSteps?.trace.weights ?? null;
  }

  get isUnaffected(): boolean {
    const { baseline } = this;
    return baseline !== null && !isVisiblyChanged(this.weights!.data, baseline.data);
  }

  get mostAffectedHead(): HeadRef | null {
    if (this.#mostAffectedHead === undefined) this.#mostAffectedHead = this.#findMostAffectedHead();
    return this.#mostAffectedHead;
  }

  /** Interventions in the shown head or its layer go with it when another head is selected. */
  #findMostAffectedHead(): HeadRef | null {
    const stayElsewhere = this.#state.scope === 'model' || this.#intervention?.ablateHeads?.length;
    if (!stayElsewhere || !this.isUnaffected) return null;
    return mostAffectedHead(this.#run!, this.#comparison!, this.headRef.attention, (head) => this.isAblated(head));
  }

  get description(): HeadDescription | null {
    return this.descriptionOf(this.headRef);
  }

  descriptionOf({ attention, layer, head }: HeadRef): HeadDescription | null {
    return (
      this.heads.find((each) => each.attention === attention && each.layer === layer && each.head === head) ?? null
    );
  }

  get tokens(): AttentionSource['tokens'] {
    const { attention } = this.headRef;
    const tokens = this.#tokens.get(attention) ?? this.#tokensOf(attention);
    this.#tokens.set(attention, tokens);
    return tokens;
  }

  #tokensOf(attention: AttentionType): AttentionSource['tokens'] {
    const tokens = this.run?.tokens ?? [];
    const target = (attention !== 'encoder' && this.run?.decode()?.tokens) || [];
    const targetTokens = this.architecture.isDecoderOnly ? labeled(target) : target;
    return {
      query: attention === 'encoder' ? tokens : targetTokens,
      key: attention === 'decoder' ? targetTokens : tokens,
    };
  }

  get prose(): readonly string[] | null {
    return this.run && this.architecture.isDecoderOnly ? proseOf(this.run.tokens, this.run.text) : null;
  }

  get queryLanguage(): TextLanguage | null {
    const measured = new Set(this.heads.flatMap(({ measures }) => measures.map(({ language }) => language)));
    if (measured.size < 2) return [...measured][0] ?? null;
    const target = this.headRef.attention === 'encoder' ? null : this.run?.decode();
    return target?.language ?? (HAN.test(target?.text ?? this.#text) ? 'zh' : 'en');
  }

  get generatedTokens(): number {
    return this.architecture.isDecoderOnly || this.headRef.attention === 'encoder' ? 0 : this.tokens.query.length;
  }

  get continuation(): Continuation | null {
    const { run } = this;
    this.#continuation ??= run && continuationOf(this.model, run, this.#scoped ?? {}, this.#mostTokens);
    return this.#continuation;
  }

  queryIndex({ query }: Pick<State, 'query'>): number {
    if (query >= 0) return Math.min(query, Math.max(1, this.tokens.query.length) - 1);
    return (this.#defaultQuery ??= this.#queryToShow());
  }

  /** The token with most to see, in the head without the user's interventions. */
  #queryToShow(): number {
    if (this.architecture.isDecoderOnly) return this.tokens.query.length - 1; // what comes next depends on it
    const weights = this.baseline ?? this.weights;
    const most = weights && queryToShow(weights, { ...this.headRef, role: this.description?.role ?? null });
    return most ?? Math.floor(this.tokens.query.length * DEFAULT_QUERY_POSITION);
  }

  nextTokenCandidates(queryIndex: number): readonly TokenCandidate[] | null {
    const target = this.headRef.attention === 'encoder' ? null : this.run?.decode();
    const next = target?.next[queryIndex];
    if (!target || !next) return null;
    if (!this.architecture.isDecoderOnly) return next;
    const before = target.text.slice(0, target.tokens[queryIndex]!.end);
    return nextTokens(before, next).map(({ label, probability }) => ({ text: label, probability }));
  }

  get outcomes(): Outcomes | null {
    const run = this.#writingRun;
    if (!run?.trained) return null;
    const withoutHead = () => (this.isAblated(this.headRef) ? null : this.#runWithoutHead(this.headRef));
    return { run, baseline: this.#comparison, withoutHead };
  }

  /** The run with the user's interventions and without one head more. */
  #runWithoutHead({ attention, layer, head }: HeadRef): Run {
    const { ablateHeads = [], ...others } = this.#scoped ?? {};
    return this.#runWith({ ...others, ablateHeads: [...ablateHeads, { attention, layer, head }] });
  }

  get allHeads(): AllHeads | null {
    return this.#run && this.#allHeadsOf(this.#run);
  }

  get allHeadsBaseline(): AllHeads | null {
    return this.baseline && this.#allHeadsOf(this.#comparison!);
  }

  #allHeadsOf(run: Run): AllHeads {
    const { attention } = this.headRef;
    const known = this.#allHeads.get(run) ?? new Map<AttentionType, AllHeads>();
    this.#allHeads.set(run, known);
    const all =
      known.get(attention) ??
      new AllHeads({
        layers: run.layers[attention],
        weightsOf: (layer) => run.attention(attention, layer),
        isSelfAttention: attention !== 'cross',
      });
    known.set(attention, all);
    return all;
  }
}
