// Checks interventions, and converts them to changes for each attention type and to replaced activations.
import {
  describe,
  expectArray,
  expectBoolean,
  expectNumber,
  expectOneOf,
  expectOptions,
  expectWholeNumber,
  isArray,
} from '../core/checks.js';
import { checkOptions, option, type OptionsOf } from '../core/schema.js';
import { ATTENTION_TYPES, stackOf, type AttentionType, type HeadRef } from './head-ref.js';
import { MAX_TOKENS } from './model-input.js';
import { checkReplacement, ZERO, type Replacement, type ResolvedReplacement } from './replacement.js';
import type { ActivationPlace } from './activations.js';
import type { ModelContext } from './model-context.js';
import type { StackDescription } from './description.js';

/** Checked interventions in the attention layers of one attention type. */
export interface AttentionIntervention {
  /** The only layer that changes; null for all. `head` is the only head that changes, in the same way. */
  readonly layer: number | null;
  readonly head: number | null;
  readonly isCausal: boolean;
  /** Factor that the scores q·k are multiplied by, including the temperature. */
  readonly scale: number;
  /** Positions of the keys that are masked out for every query. */
  readonly blockedKeys: readonly number[];
  readonly blockedPairs: readonly (readonly [query: number, key: number])[];
}

export interface ResolvedIntervention {
  /** Factor of the scores in the encoder's attention, or in the decoder's if there is no encoder. */
  readonly scale: number;
  readonly attentions: Readonly<Record<AttentionType, AttentionIntervention>>;
  readonly replacements: readonly ResolvedReplacement[];
}

/**
 * Interventions that apply if a layer is computed from the cached residual stream before it: those without the ones
 * whose effect the stream already includes.
 */
export function afterKept(
  intervention: ResolvedIntervention,
  stack: 'encoder' | 'decoder',
  layer: number,
): ResolvedIntervention {
  const replacements = intervention.replacements.filter(({ activation, entry }) => {
    const isOfStream = activation.attention === stack && activation.layer === layer;
    return !(isOfStream && activation.stepName === 'residualPre' && entry === undefined);
  });
  return { ...intervention, replacements };
}

/** Scope of an intervention: an attention type, a layer or a head. An omitted field selects all. */
export interface Scope {
  attention?: AttentionType;
  layer?: number;
  head?: number;
}

/** Maximum length of an intervention's list of pairs, tokens or heads: the number of pairs in the longest text. */
const MAX_LISTED = MAX_TOKENS ** 2;

type Check<Value> = (name: string, value: unknown, context: ModelContext) => Value;

const arrayOf =
  <Item>(checkItem: Check<Item>): Check<readonly Item[]> =>
  (name, value, context) => {
    return expectArray(name, value, MAX_LISTED).map((item, index) => checkItem(`${name}[${index}]`, item, context));
  };

/** Checks the position of a token in an intervention. Its upper bound is checked later, when the text is known. */
const checkToken: Check<number> = (name, value) => expectWholeNumber(name, value, 0);

const checkPair: Check<readonly [number, number]> = (name, value, context) => {
  if (!isArray(value) || value.length !== 2) {
    throw new TypeError(`${name}: expected [query, key], got ${describe(value)}`);
  }
  const [query, key] = expectArray(name, value, 2);
  return [checkToken(`${name}[0]`, query, context), checkToken(`${name}[1]`, key, context)];
};

const checkAttention: Check<AttentionType> = (name, value, { layers, only }) => {
  const all = ATTENTION_TYPES.filter((attention) => layers[attention] > 0);
  return expectOneOf(name, value, only ? [only.attention] : all);
};

/**
 * Checks the layer in an intervention.
 * @param count number of layers
 */
const checkLayer = (name: string, value: unknown, count: number, { only }: ModelContext): number =>
  expectWholeNumber(name, value, only?.layer ?? 0, only?.layer ?? count - 1);

const numHeadsOf = ({ description }: ModelContext, attention: AttentionType): number =>
  description[stackOf(attention)]!.numHeads;

const checkHead: Check<HeadRef> = (name, value, context) => {
  const head = expectOptions(name, value, ['attention', 'layer', 'head']);
  const attention = checkAttention(`${name}.attention`, head['attention'], context);
  return {
    attention,
    layer: checkLayer(`${name}.layer`, head['layer'], context.layers[attention], context),
    head: expectWholeNumber(`${name}.head`, head['head'], 0, numHeadsOf(context, attention) - 1),
  };
};

const checkScope: Check<Scope> = (name, value, context) => {
  const given = expectOptions(name, value, ['attention', 'layer', 'head']);
  const attention =
    given['attention'] === undefined ? null : checkAttention(`${name}.attention`, given['attention'], context);
  const only = attention ?? context.only?.attention;
  const concerned = ATTENTION_TYPES.filter((each) => context.layers[each] > 0 && (!only || each === only));
  const least = (countOf: (each: AttentionType) => number) => Math.min(...concerned.map(countOf));
  const { layer, head } = given;
  return {
    ...(attention && { attention }),
    ...(layer !== undefined && {
      layer: checkLayer(
        `${name}.layer`,
        layer,
        least((each) => context.layers[each]),
        context,
      ),
    }),
    ...(head !== undefined && {
      head: expectWholeNumber(`${name}.head`, head, 0, least((each) => numHeadsOf(context, each)) - 1),
    }),
  };
};

/** Range of an intervention's temperature, within which the divided scores stay within float32. */
const [MIN_TEMPERATURE, MAX_TEMPERATURE] = [1e-30, 1e30];

const checkTemperature: Check<number> = (name, value) => {
  const temperature = expectNumber(name, value);
  if (temperature < MIN_TEMPERATURE || temperature > MAX_TEMPERATURE) {
    throw new RangeError(`${name}: expected from ${MIN_TEMPERATURE} to ${MAX_TEMPERATURE}, got ${temperature}`);
  }
  return temperature;
};

const INTERVENTION_OPTIONS = {
  /** True to mask the encoder causally: token i attends to tokens 0 … i only. Default false. */
  causal: option(expectBoolean, false),
  /** True if the scores are scaled by the model's factor, usually 1/√headDim. Default true. */
  useScaling: option(expectBoolean, true),
  /**
   * Additional divisor of the scores, from 1e-30 to 1e30; above 1 weights become flatter, below 1 sharper. Default 1.
   */
  temperature: option(checkTemperature, 1),
  /**
   * Pairs [query, key] of tokens to mask out: in the attention of the scope, or else in the encoder, or else in the
   * decoder if there is no encoder. Default none.
   */
  blockedPairs: option(arrayOf(checkPair), [] as readonly (readonly [number, number])[]),
  /**
   * Tokens to mask out as keys: in the attention of the scope, or else in the encoder and in cross-attention, or in the
   * decoder if there is no encoder. Default none.
   */
  ablateTokens: option(arrayOf(checkToken), [] as readonly number[]),
  /** Number of padding tokens at the end of the text, which are masked out like ablateTokens. Default 0. */
  padding: option<number, number, ModelContext>(checkToken, 0),
  /** Heads to ablate: their weights, and therefore outputs, are set to 0. Default none. */
  ablateHeads: option(arrayOf(checkHead), [] as readonly HeadRef[]),
  /**
   * Scope of the other options, except ablateHeads and replace: the attentions that they change. Default: all
   * attentions of the model.
   */
  scope: option(checkScope, {}),
  /** List of activations to replace, in the order in which the replacements apply. Default none. */
  replace: option<readonly ResolvedReplacement[], readonly Replacement[], ModelContext>(
    arrayOf(checkReplacement),
    [] as readonly ResolvedReplacement[],
  ),
};

/** Interventions in the computation of a run. */
export interface Intervention extends OptionsOf<typeof INTERVENTION_OPTIONS> {}

/** Factor that a stack's attention scores are multiplied by. */
export const scaleOf = ({ scale, headDim }: Readonly<StackDescription>): number => scale ?? 1 / Math.sqrt(headDim);

/**
 * Checks interventions and converts them for the engine.
 * @throws TypeError or RangeError that names the option that is invalid or does not apply to this model
 */
export function resolveIntervention(value: unknown, context: ModelContext): ResolvedIntervention {
  const given = checkOptions('intervene', value, INTERVENTION_OPTIONS, context, 'intervene.');
  const { useScaling, temperature, ablateHeads, replace } = given;
  const { description, layers, only } = context;
  const scope: Scope = { ...only, ...given.scope };
  const source: AttentionType = layers.encoder > 0 ? 'encoder' : 'decoder';
  const inScope = (attention: AttentionType, byDefault: boolean) =>
    scope.attention ? scope.attention === attention : byDefault;
  if (given.causal && (scope.attention ?? source) !== 'encoder') {
    throw new RangeError(
      `intervene.causal: expected false: ${scope.attention === 'cross' ? 'cross-attention has no order of queries and keys' : 'a decoder is causal already'}`,
    );
  }
  checkTokens(given, scope.attention ?? source, context);
  const blockedKeys = keysOf(given, scope.attention === 'decoder' && layers.encoder > 0 ? null : context.seqLen);
  const attentions = Object.fromEntries(
    ATTENTION_TYPES.map((attention): [AttentionType, AttentionIntervention] => {
      const stack = description[stackOf(attention)];
      const own = stack ? scaleOf(stack) : 1;
      const isChanged = inScope(attention, true);
      return [
        attention,
        {
          layer: scope.layer ?? null,
          head: scope.head ?? null,
          isCausal: given.causal && attention === 'encoder',
          scale: isChanged ? (useScaling ? own : 1) / temperature : own,
          blockedKeys: inScope(attention, attention === source || attention === 'cross') ? blockedKeys : [],
          blockedPairs: inScope(attention, attention === source) ? given.blockedPairs : [],
        },
      ];
    }),
  ) as Record<AttentionType, AttentionIntervention>;
  const ablated = ablateHeads.map((head) => ablation(head, context));
  return { scale: attentions[source].scale, attentions, replacements: [...ablated, ...replace] };
}

type Tokens = Pick<Intervention, 'blockedPairs' | 'ablateTokens' | 'padding'>;

/**
 * Positions of the keys that an intervention masks out for every query: ablated tokens and padding.
 * @param seqLen number of tokens; null if unknown
 */
function keysOf({ ablateTokens = [], padding = 0 }: Tokens, seqLen: number | null): number[] {
  if (padding > 0 && seqLen === null) {
    throw new RangeError(
      'intervene.padding: expected 0 in the decoder of an encoder-decoder, whose last tokens are not known',
    );
  }
  return [...new Set([...ablateTokens, ...Array.from({ length: padding }, (_, index) => seqLen! - 1 - index)])];
}

/** Checks that the token positions in an intervention are within the texts that the attention layer reads. */
function checkTokens(
  { blockedPairs = [], ablateTokens = [], padding = 0 }: Tokens,
  attention: AttentionType,
  { seqLen, maxTarget }: ModelContext,
): void {
  const queries = attention === 'encoder' ? seqLen : maxTarget;
  const keys = attention === 'decoder' ? maxTarget : seqLen;
  const check = (name: string, token: number, count: number) =>
    expectWholeNumber(`intervene.${name}`, token, 0, count - 1);
  ablateTokens.forEach((token, index) => check(`ablateTokens[${index}]`, token, keys));
  blockedPairs.forEach(([query, key], index) => {
    check(`blockedPairs[${index}][0]`, query, queries);
    check(`blockedPairs[${index}][1]`, key, keys);
  });
  if (padding > 0) check('padding', padding, seqLen);
}

/** Replacement of an activation that ablates a head: its weights, and therefore its output, become 0. */
function ablation({ attention, layer, head }: HeadRef, { activations }: ModelContext): ResolvedReplacement {
  const name = `${attention}.${layer}.weights`;
  const activation = activations?.find('intervene.ablateHeads', name) ?? weightsOf(name, attention, layer);
  return { activation, selection: { heads: [head], tokens: [], queries: [], keys: [] }, adds: false, values: ZERO };
}

/** The weights of an attention layer as an activation, for the untrained model, which has no table of activations. */
const weightsOf = (name: string, attention: AttentionType, layer: number): ActivationPlace => ({
  name,
  attention,
  layer,
  step: -1,
  mayBeginBatch: false,
  stepName: 'weights',
  shape: ['queries', 'keys'],
});
