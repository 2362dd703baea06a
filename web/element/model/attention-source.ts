// What the element shows: the run of a text with the user's interventions, its baseline, and the selected head.
import { attentionRollout, meanOfHeads } from '../../engine/analysis/rollout.js';
import { HAN } from '../../text/word-features.js';
import { leastSelfAttending } from '../state/default-query.js';
import { selectHead, UNKNOWN_SHAPE, type Shape } from './head-selection.js';
import { getRun } from './run-cache.js';
import { interventionOf, hasInterventions, noInterventions, type Interventions } from '../interventions/index.js';
import { tokenize } from '../../text/tokenize.js';
import type { AttentionType, HeadRef, HeadTrace, LayerTrace, TokenCandidate, Run } from '../../engine/model/run.js';
import type { HeadDescription } from '../../engine/model/model-config.js';
import type { Language } from '../../messages/index.js';
import type { Model } from './shared-engine.js';
import type { State } from '../state/properties.js';
import type { Tensor } from '../../engine/core/tensor.js';

/** The most tokens that are shown at once. */
export const MAX_TOKENS = 512;

/** Where the query token is by default, as a share of the sentence: later tokens have more to attend to. */
const DEFAULT_QUERY_POSITION = 0.7;

/** The weights of all heads of one attention type, their means, and the rollout. */
export interface AllHeads {
  /** One tensor for each layer, [heads, queries, keys]. */
  layers: readonly Tensor[];
  /** The mean over the heads of each layer, [queries, keys]. */
  means: readonly Tensor[];
  /** The rollout up to each layer, [tokens, tokens]; null for cross-attention, whose queries and keys differ. */
  rollout: readonly Tensor[] | null;
}

/** @param isSelfAttention whether queries and keys are the same tokens, as a rollout needs */
export const allHeadsOf = (layers: readonly Tensor[], isSelfAttention: boolean): AllHeads => ({
  layers,
  means: layers.map(meanOfHeads),
  rollout: isSelfAttention ? attentionRollout(layers) : null,
});

const VISIBLE_CHANGE = 0.005; // a smaller change of a weight cannot be seen

/** The largest absolute difference between two arrays of weights, and its index. */
function largestChange(now: Float32Array, baseline: Float32Array): { by: number; at: number } {
  const largest = { by: 0, at: 0 };
  for (let at = 0; at < now.length; at++) {
    const by = Math.abs(now[at]! - baseline[at]!);
    if (by > largest.by) Object.assign(largest, { by, at });
  }
  return largest;
}

/** What the element shows: a run of a model, or external attention. */
export interface AttentionSource {
  readonly run: Run | null;
  /** Whether every step is known, or the weights alone. */
  readonly stepsKnown: boolean;
  /** How many layers and heads there are. */
  readonly shape: Shape;
  /** How many tokens the text has, including those beyond MAX_TOKENS. */
  readonly tokenCount: number;
  /** What is known of the model's heads. */
  readonly heads: readonly HeadDescription[];
  /** The selected head. */
  readonly headRef: HeadRef;
  readonly layerTrace: LayerTrace | null;
  readonly trace: HeadTrace | null;
  /** The selected head without the user's interventions; null where there are none. */
  readonly baseline: HeadTrace | null;
  /** The head whose weights the interventions change most, if they hardly change the selected one; otherwise null. */
  readonly mostAffectedHead: HeadRef | null;
  /** What is known of the selected head. */
  readonly description: HeadDescription | null;
  readonly tokens: { query: Run['tokens']; key: Run['tokens'] };
  /** The language of the query tokens. */
  readonly queryLanguage: Language;
  readonly allHeads: AllHeads | null;
  /** Selects another head. */
  selectHead(state: Pick<State, 'attention' | 'layer' | 'head'>): void;
  descriptionOf(head: HeadRef): HeadDescription | null;
  /** The query token: the one in the state, or a default. */
  queryIndex(state: Pick<State, 'query'>): number;
  /** The most likely tokens after a query token of the decoder; null for the encoder. */
  nextTokenCandidates(queryIndex: number): readonly TokenCandidate[] | null;
}

export class ModelAttentionSource implements AttentionSource {
  readonly stepsKnown = true;
  readonly #model: Model;
  /** Null where the text has no token. */
  readonly run: Run | null;
  readonly tokenCount: number;
  readonly #state: State;
  /** The text as far as it is shown. */
  readonly #text: string;
  #baselineRun: Run | null = null;
  #headRef: HeadRef | null = null;
  #layerTrace: LayerTrace | null = null;
  #trace: HeadTrace | null = null;
  #mostAffectedHead: HeadRef | null | undefined;
  #baseline: HeadTrace | null = null;
  readonly #allHeads = new Map<AttentionType, AllHeads>();

  constructor(model: Model, state: State) {
    this.#model = model;
    this.#state = state;
    const tokens = tokenize(state.text);
    this.tokenCount = tokens.length;
    const shown = Math.min(tokens.length, MAX_TOKENS);
    this.#text = shown > 0 ? state.text.slice(0, tokens[shown - 1]!.end) : '';
    this.run = shown > 0 ? this.#runWith(state) : null;
  }

  #runWith(interventions: Interventions): Run {
    const { layers, numHeads } = this.#model;
    const tokenCount = Math.min(this.tokenCount, MAX_TOKENS);
    return getRun(this.#model, this.#text, interventionOf(interventions, { tokenCount, layers, numHeads }));
  }

  selectHead(state: Pick<State, 'attention' | 'layer' | 'head'>): void {
    const headRef = selectHead(state, this.shape, this.heads);
    this.#headRef = headRef;
    this.#layerTrace = this.run?.layer(headRef.attention, headRef.layer) ?? null;
    this.#trace = this.#layerTrace?.head(headRef.head) ?? null;
    this.#baseline = null;
    this.#mostAffectedHead = undefined;
  }

  get shape(): Shape {
    return this.run ?? UNKNOWN_SHAPE;
  }

  get heads(): readonly HeadDescription[] {
    return this.#model.trained ? this.#model.heads : [];
  }

  get headRef(): HeadRef {
    return this.#headRef ?? { attention: 'encoder', layer: 0, head: 0 };
  }

  get layerTrace(): LayerTrace | null {
    return this.#layerTrace;
  }

  get trace(): HeadTrace | null {
    return this.#trace;
  }

  /** Null, too, where the interventions changed the translation, and so its tokens. */
  get baseline(): HeadTrace | null {
    if (!this.#trace || !hasInterventions(this.#state)) return null;
    if (!this.#baseline) {
      this.#baselineRun ??= this.#runWith(noInterventions());
      const { attention, layer, head } = this.headRef;
      this.#baseline = this.#baselineRun.trace(attention, layer, head);
    }
    return this.#baseline.weights.data.length === this.#trace.weights.data.length ? this.#baseline : null;
  }

  get mostAffectedHead(): HeadRef | null {
    if (this.#mostAffectedHead === undefined) this.#mostAffectedHead = this.#findMostAffectedHead();
    return this.#mostAffectedHead;
  }

  #findMostAffectedHead(): HeadRef | null {
    const { baseline, run } = this;
    if (!run || !baseline || largestChange(this.#trace!.weights.data, baseline.weights.data).by >= VISIBLE_CHANGE) {
      return null;
    }
    const { attention } = this.headRef;
    const changes = Array.from({ length: run.layers[attention] }, (_, layer) => {
      const [now, before] = [run, this.#baselineRun!].map((each) => each.attention(attention, layer).data) as [
        Float32Array,
        Float32Array,
      ];
      const { by, at } = largestChange(now, before);
      return { by, headRef: { attention, layer, head: Math.floor(at / (now.length / run.numHeads)) } };
    });
    const largest = changes.reduce((one, other) => (other.by > one.by ? other : one));
    return largest.by >= VISIBLE_CHANGE ? largest.headRef : null;
  }

  get description(): HeadDescription | null {
    return this.descriptionOf(this.headRef);
  }

  descriptionOf({ attention, layer, head }: HeadRef): HeadDescription | null {
    return (
      this.heads.find((each) => each.attention === attention && each.layer === layer && each.head === head) ?? null
    );
  }

  get tokens(): { query: Run['tokens']; key: Run['tokens'] } {
    const { attention } = this.headRef;
    const tokens = this.run?.tokens ?? [];
    const targetTokens = (attention !== 'encoder' && this.run?.decode()?.tokens) || [];
    return {
      query: attention === 'encoder' ? tokens : targetTokens,
      key: attention === 'decoder' ? targetTokens : tokens,
    };
  }

  get queryLanguage(): Language {
    const target = this.headRef.attention === 'encoder' ? null : this.run?.decode();
    return target?.language ?? (HAN.test(this.#text) ? 'zh' : 'en');
  }

  /** The default of a pronoun head is the token that attends least to itself. */
  queryIndex({ query }: Pick<State, 'query'>): number {
    const count = Math.max(1, this.tokens.query.length);
    if (query >= 0) return Math.min(query, count - 1);
    const isPronounHead = this.description?.role === 'antecedent' && this.#trace;
    const pronoun = isPronounHead ? leastSelfAttending(this.#trace!.weights) : -1;
    return pronoun >= 0 ? pronoun : Math.floor(count * DEFAULT_QUERY_POSITION);
  }

  nextTokenCandidates(queryIndex: number): readonly TokenCandidate[] | null {
    return this.headRef.attention === 'encoder' ? null : (this.run?.decode()?.next[queryIndex] ?? null);
  }

  get allHeads(): AllHeads | null {
    const { run } = this;
    const { attention } = this.headRef;
    if (!run) return null;
    const known = this.#allHeads.get(attention);
    if (known) return known;
    const layers = Array.from({ length: run.layers[attention] }, (_, layer) => run.attention(attention, layer));
    const all = allHeadsOf(layers, attention !== 'cross');
    this.#allHeads.set(attention, all);
    return all;
  }
}
