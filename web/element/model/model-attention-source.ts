// The run of a text with the user's interventions, its baseline, and the selected head.
import { AllHeads } from './all-heads.js';
import { MAX_TOKENS, type AttentionSource } from './attention-source.js';
import { consequenceOf, type Consequence } from './consequence.js';
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
import { scaleOf } from '../../engine/model/intervention.js';
import { stagesOf } from '../../view/stages.js';
import type { AttentionType, HeadRef, LayerTrace, TokenCandidate, Run } from '../../engine/model/run.js';
import type { HeadDescription } from '../../engine/model/model-config.js';
import type { FurtherStep, HeadSteps, Picture } from '../../view/view-model.js';
import type { Intervention } from '../../engine/model/intervention.js';
import type { Language } from '../../messages/index.js';
import type { State } from '../state/properties.js';
import type { Tensor } from '../../engine/core/tensor.js';

/** Where the query token is by default, as a share of the sentence: later tokens have more to attend to. */
const DEFAULT_QUERY_POSITION = 0.7;

export class ModelAttentionSource implements AttentionSource {
  readonly model: ShownModel;
  readonly architecture: Architecture;
  /** Null where the text has no token. With interventions in one head alone, the baseline. */
  readonly run: Run | null;
  readonly title: string;
  readonly tokenCount: number;
  readonly picture: Picture | undefined;
  readonly #state: State;
  /** The text as far as it is shown. */
  readonly #text: string;
  /** The user's interventions; null: there are none. */
  readonly #intervention: Intervention | null;
  #baselineRun: Run | null = null;
  #headRef: HeadRef | null = null;
  #layerTrace: LayerTrace | null = null;
  #steps: HeadSteps | null = null;
  /** The query token that is shown where the state names none. */
  #defaultQuery: number | null = null;
  #mostAffectedHead: HeadRef | null | undefined;
  #continuation: Continuation | null | undefined;
  /** By attention type. */
  readonly #tokens = new Map<AttentionType, AttentionSource['tokens']>();
  /** By attention type, and with interventions in one head alone by head. */
  readonly #allHeads = new Map<string, AllHeads>();

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
    this.run = shown > 0 ? this.#runWith(this.#isIsolated ? null : this.#intervention) : null;
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

  #runWith(intervention: Intervention | null): Run {
    const none = { ...this.#state, ...noInterventions() };
    return getRun(this.model, this.#text, intervention ?? this.#interventionOf(none));
  }

  /** Whether the selected head alone has the interventions. */
  get #isIsolated(): boolean {
    return this.#state.scope === 'head' && this.#intervention !== null;
  }

  selectHead(state: Pick<State, 'attention' | 'layer' | 'head'>): void {
    this.#headRef = this.#headToShow(state) ?? selectHead(state, this.shape, this.heads);
    this.#layerTrace = this.run && this.#layerOf(this.run, this.#headRef);
    this.#steps = null;
    this.#defaultQuery = null;
    this.#mostAffectedHead = undefined;
  }

  /** The head that is shown where the state names none; null: it does. The user's interventions do not change the choice. */
  #headToShow({ attention, head }: Pick<State, 'attention' | 'layer' | 'head'>): HeadRef | null {
    const run = this.#comparison ?? this.run;
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

  #layerOf(run: Run, headRef: HeadRef): LayerTrace {
    const { attention, layer } = headRef;
    if (!this.#isIsolated) return run.layer(attention, layer);
    return run.layer(attention, layer, this.#interventionIn(headRef));
  }

  /** The user's interventions in one head alone: those of tokens apply where they are its keys, those of pairs to its text. */
  #interventionIn({ attention, layer, head }: HeadRef): Intervention {
    const { causal = false, padding = 0, ablateTokens = [], blockedPairs = [], ...others } = this.#intervention!;
    const { isDecoderOnly } = this.architecture;
    const hasTextAsKeys = attention !== 'decoder' || isDecoderOnly;
    const isOfText = attention === 'encoder' || isDecoderOnly;
    return {
      ...others,
      causal: causal && attention === 'encoder',
      ...(hasTextAsKeys && { padding, ablateTokens }),
      ...(isOfText && { blockedPairs }),
      scope: { attention, layer, head },
    };
  }

  get shape(): Shape {
    return this.run ?? UNKNOWN_SHAPE;
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
    return (this.#steps ??= this.#stepsOf(this.#layerTrace, this.headRef));
  }

  #stepsOf(layerTrace: LayerTrace, headRef: HeadRef): HeadSteps {
    const { queryInput, keyInput, concat, output } = layerTrace;
    const { useScaling = true, temperature = 1 } = this.#intervention ?? {};
    const trace = layerTrace.head(headRef.head);
    const stack = stackOf(this.model, headRef);
    const names = new Set(this.model.activations.map(({ name }) => name));
    const hasStep = (step: string) => names.has(`${headRef.attention}.${headRef.layer}.${step}`);
    const further = new Map<FurtherStep, Tensor>();
    return {
      ...{ trace, isMasked: trace.masked.data.includes(-Infinity) },
      stages: stagesOf(hasStep),
      step: (name) => {
        const tensor = further.get(name) ?? this.#furtherStep(headRef, name);
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
      isAblated: this.isAblated(headRef),
      headValues: (head) => layerTrace.head(head),
      linear: (name) => projectionOf(this.model, headRef, name),
    };
  }

  /** A step that a trace does not have, [rows, columns]. */
  #furtherStep(headRef: HeadRef, name: FurtherStep): Tensor {
    const { attention, layer, head } = headRef;
    const heads = [name === 'key' ? keyValueHeadOf(this.model, headRef) : head];
    const intervene = this.#isIsolated ? { intervene: this.#interventionIn(headRef) } : {};
    const { data, shape } = this.run!.activation(`${attention}.${layer}.${name}`, { heads, ...intervene });
    return { data, shape: shape.slice(1) };
  }

  isAblated({ attention, layer, head }: HeadRef): boolean {
    const isSelected =
      layer === this.headRef.layer && head === this.headRef.head && attention === this.headRef.attention;
    if (this.#isIsolated && !isSelected) return false;
    return (this.#intervention?.ablateHeads ?? []).some(
      (each) => each.attention === attention && each.layer === layer && each.head === head,
    );
  }

  /** The run without interventions; null: there are none. */
  get #comparison(): Run | null {
    if (!this.run || !this.#intervention) return null;
    return (this.#baselineRun ??= this.#runWith(null));
  }

  #baselineWeights(): Tensor | null {
    const { attention, layer, head } = this.headRef;
    return this.#comparison?.trace(attention, layer, head).weights ?? null;
  }

  get isIncomparable(): boolean {
    const baseline = this.#baselineWeights();
    if (!baseline) return false;
    const words = (run: Run) =>
      run
        .decode()
        ?.tokens.map(({ text }) => text)
        .join('\0');
    const isTranslated = this.headRef.attention !== 'encoder' && words(this.run!) !== words(this.#comparison!);
    return isTranslated || baseline.data.length !== this.weights!.data.length;
  }

  /** Null, too, where the interventions changed the translation, and so its tokens. */
  get baseline(): Tensor | null {
    return this.isIncomparable ? null : this.#baselineWeights();
  }

  get mostAffectedHead(): HeadRef | null {
    if (this.#mostAffectedHead === undefined) this.#mostAffectedHead = this.#findMostAffectedHead();
    return this.#mostAffectedHead;
  }

  #findMostAffectedHead(): HeadRef | null {
    const { baseline, run } = this;
    if (!run || !baseline || isVisiblyChanged(this.weights!.data, baseline.data)) return null;
    return mostAffectedHead(run, this.#comparison!, this.headRef.attention, (head) => this.isAblated(head));
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

  get queryLanguage(): Language | null {
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
    const intervention = this.#isIsolated ? null : this.#intervention; // as in the run
    this.#continuation ??= run && continuationOf(this.model, run, intervention ?? {}, this.#mostTokens);
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

  consequenceFor(query: number): Consequence | null {
    const { run, headRef } = this;
    if (!run?.trained || this.#isIsolated || this.isAblated(headRef)) return null;
    return consequenceOf(run, this.#runWithoutHead(headRef), headRef, query);
  }

  /** The run with the user's interventions and without one head more. */
  #runWithoutHead({ attention, layer, head }: HeadRef): Run {
    const { ablateHeads = [], ...others } = this.#intervention ?? {};
    return this.#runWith({ ...others, ablateHeads: [...ablateHeads, { attention, layer, head }] });
  }

  get allHeads(): AllHeads | null {
    const { run } = this;
    if (!run) return null;
    const { attention, layer, head } = this.headRef;
    return this.#isIsolated
      ? this.#allHeadsOf(`${attention} ${layer} ${head}`, run, attention, layer)
      : this.#allHeadsOf(attention, run, attention);
  }

  get allHeadsBaseline(): AllHeads | null {
    const { attention } = this.headRef;
    return this.baseline && this.#allHeadsOf(`${attention} baseline`, this.#comparison!, attention);
  }

  /** @param selectedLayer the layer of the head that alone has the interventions */
  #allHeadsOf(key: string, run: Run, attention: AttentionType, selectedLayer?: number): AllHeads {
    const known = this.#allHeads.get(key);
    if (known) return known;
    const selected = this.#layerTrace;
    const all = new AllHeads({
      layers: run.layers[attention],
      weightsOf: (layer) => (layer === selectedLayer ? selected!.weights : run.attention(attention, layer)),
      isSelfAttention: attention !== 'cross',
    });
    this.#allHeads.set(key, all);
    return all;
  }
}
