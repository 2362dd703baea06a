// The attention that is shown: a run of a model or external attention, with a selected head.
import type { Answer } from './answer.js';
import type { Architecture, ShownModel, ShownRun } from './shown-model.js';
import type { Continuation } from './continuation.js';
import type { HeadDescription } from '../../engine/transformer/model-config.js';
import type { HeadRef, TokenCandidate, Run } from '../../engine/transformer/run.js';
import type { HeadSteps, Picture } from '../../view/view-model.js';
import type { TextLanguage } from '../../text/plain-language.js';
import type { HeadChoice, Shape } from './head-selection.js';
import type { State } from '../state/properties.js';
import type { Tensor } from '../../engine/core/tensor.js';

/** Maximum number of tokens of a text that the element shows. */
export const MAX_TOKENS = 512;

/**
 * Attention weights of all heads of one attention type, layer by layer. Two sources with equal weights have the same
 * object.
 */
export interface LayerWeights {
  readonly layers: number;
  /** Attention weights of a layer's heads, [heads, queries, keys]. */
  readonly weightsOf: (layer: number) => Answer<Tensor>;
  /** True if the queries and the keys are the same tokens, which a rollout requires. */
  readonly isSelfAttention: boolean;
}

/** Runs of the model whose results are compared to show the effects of the interventions and of the selected head. */
export interface Outcomes {
  /** Run of the model with the user's interventions. */
  readonly run: ShownRun;
  /** Run of the model without the interventions; null if there are no interventions. */
  readonly baseline: ShownRun | null;
  /**
   * Run of the model with the interventions and with the selected head switched off; null if the head is already
   * switched off.
   */
  readonly withoutHead: () => ShownRun | null;
}

/**
 * Attention of one head in a model's run, or external attention. Immutable.
 * @throws PendingAnswer, from any member, while a result of the model is pending
 */
export interface AttentionSource {
  /** The model whose attention is shown; null for external attention. */
  readonly model: ShownModel | null;
  /** The model's run whose attention is shown; null for external attention, and for a text without tokens. */
  readonly run: ShownRun | null;
  /** The displayed text, or the name of the displayed image. */
  readonly title: string;
  readonly shape: Shape;
  /** Number of tokens of the text, including those beyond MAX_TOKENS. */
  readonly tokenCount: number;
  readonly heads: readonly HeadDescription[];
  readonly headRef: HeadRef;
  /** Attention weights of the selected head, [queries, keys]; null for a text without tokens. */
  readonly weights: Tensor | null;
  /** Results of all steps of the selected head; null for a text without tokens, and for external attention. */
  readonly steps: HeadSteps | null;
  /** Weights of the selected head without the user's interventions; null if there are no interventions. */
  readonly baseline: Tensor | null;
  /** Results of all steps of the selected head without the interventions; null if there are no interventions. */
  readonly baselineSteps: HeadSteps | null;
  /**
   * True if the user's interventions have changed the translation: its tokens differ from the baseline's, so their
   * weights cannot be compared.
   */
  readonly isIncomparable: boolean;
  /** True if the user's interventions hardly change the selected head's weights. */
  readonly isUnaffected: boolean;
  /** The head whose weights the interventions change most, if they hardly change the selected head; otherwise null. */
  readonly mostAffectedHead: HeadRef | null;
  /** The model's description of the selected head; null if there is none. */
  readonly description: HeadDescription | null;
  /** Properties of the model's attention layers that the panels describe; null for external attention. */
  readonly architecture: Architecture | null;
  /** Number of query tokens that the decoder has generated; 0 if all query tokens were given. */
  readonly generatedTokens: number;
  /** Continuation of the text; null for a model that does not continue texts. */
  readonly continuation: Continuation | null;
  readonly tokens: { query: Run['tokens']; key: Run['tokens'] };
  /** Texts of the tokens with the whitespace before them; null if the tokens are not shown as running text. */
  readonly prose: readonly string[] | null;
  /** Layout of the tokens as patches of an image; undefined for a text. */
  readonly picture?: Picture | undefined;
  /**
   * Language of the query tokens, or the only language in which the heads were measured; null if they were not
   * measured.
   */
  readonly queryLanguage: TextLanguage | null;
  /**
   * Runs of the model whose comparison shows effects; null if there is no run, or if the model is untrained, so that
   * effects would mean nothing.
   */
  readonly outcomes: Outcomes | null;
  /** Weights of all heads of the attention type; null if the text has no token. */
  readonly layerWeights: LayerWeights | null;
  /** Weights of all heads of the attention type without the interventions; null if there are no interventions. */
  readonly layerWeightsBaseline: LayerWeights | null;
  /** The same run or external attention with another head selected. */
  withHead(choice: HeadChoice): AttentionSource;
  descriptionOf(head: HeadRef): HeadDescription | null;
  isAblated(head: HeadRef): boolean;
  /** Index of the query token: the selected one, or a default if none is selected. */
  queryIndex(state: Pick<State, 'query'>): number;
  /** The most probable tokens after a query token of the decoder; null for the encoder. */
  nextTokenCandidates(queryIndex: number): readonly TokenCandidate[] | null;
}

/**
 * Reads the data that every view draws, so that they are requested.
 * @throws PendingAnswer until they have arrived
 */
export const shownParts = ({ weights, baselineSteps, tokens }: AttentionSource): readonly unknown[] => [
  weights,
  baselineSteps,
  tokens,
];
