// Interventions, checked, as options of the attentions that they affect.
import {
  describe,
  expectArray,
  expectBoolean,
  expectNumber,
  expectOneOf,
  expectOptions,
  expectWholeNumber,
} from '../core/checks.js';
import { checkOptions, option, type OptionsOf } from '../core/schema.js';
import { ATTENTION_TYPES, type AttentionType, type HeadRef } from './head-ref.js';
import { MAX_TOKENS } from './model-input.js';
import type { FlagMask } from '../attention/mask.js';

/** The model and the text that an intervention is checked against. */
interface ModelContext {
  /** The number of tokens of the text. */
  seqLen: number;
  /** The model's own factor of the scores. */
  scale: number;
  numHeads: number;
  layers: Readonly<Record<AttentionType, number>>;
}

/** An intervention as options of attentions. */
export interface ResolvedIntervention {
  causal: boolean;
  /** The factor of the scores. */
  scale: number;
  /** Blocked pairs of the encoder's attention, [1, 1, tokens, tokens]; null: none. */
  encoderMask: FlagMask | null;
  /** Blocked keys of cross-attention, [1, 1, 1, tokens]; null: none. */
  crossMask: FlagMask | null;
  ablatedHeads: readonly HeadRef[];
}

/** The most pairs, tokens or heads of a list: all pairs of the longest text. */
const MAX_LISTED = MAX_TOKENS ** 2;

type Check<Value> = (name: string, value: unknown, context: ModelContext) => Value;

const arrayOf =
  <Item>(checkItem: Check<Item>): Check<readonly Item[]> =>
  (name, value, context) => {
    return expectArray(name, value, MAX_LISTED).map((item, index) => checkItem(`${name}[${index}]`, item, context));
  };

const checkToken: Check<number> = (name, value, { seqLen }) => expectWholeNumber(name, value, 0, seqLen - 1);

const checkPair: Check<readonly [number, number]> = (name, value, context) => {
  if (!Array.isArray(value) || value.length !== 2) {
    throw new TypeError(`${name}: expected [query, key], got ${describe(value)}`);
  }
  const [query, key] = expectArray(name, value, 2);
  return [checkToken(`${name}[0]`, query, context), checkToken(`${name}[1]`, key, context)];
};

const checkHead: Check<HeadRef> = (name, value, { layers, numHeads }) => {
  const head = expectOptions(name, value, ['attention', 'layer', 'head']);
  const attention = expectOneOf(`${name}.attention`, head['attention'], ATTENTION_TYPES);
  return {
    attention,
    layer: expectWholeNumber(`${name}.layer`, head['layer'], 0, layers[attention] - 1),
    head: expectWholeNumber(`${name}.head`, head['head'], 0, numHeads - 1),
  };
};

/** Within these, scores divided by a temperature stay within float32. */
const [MIN_TEMPERATURE, MAX_TEMPERATURE] = [1e-30, 1e30];

const checkTemperature: Check<number> = (name, value) => {
  const temperature = expectNumber(name, value);
  if (temperature < MIN_TEMPERATURE || temperature > MAX_TEMPERATURE) {
    throw new RangeError(`${name}: expected from ${MIN_TEMPERATURE} to ${MAX_TEMPERATURE}, got ${temperature}`);
  }
  return temperature;
};

const INTERVENTIONS = {
  /** Masks the encoder causally: token i attends to the tokens 0 … i only. Default false. */
  causal: option(expectBoolean, false),
  /** Whether the scores are scaled, divided by √headDim. Default true. */
  useScaling: option(expectBoolean, true),
  /** Divides the scores too, from 1e-30 to 1e30; above 1 the weights become flatter, below 1 sharper. Default 1. */
  temperature: option(checkTemperature, 1),
  /** Pairs [query, key] of tokens that are masked out in the encoder. Default none. */
  blockedPairs: option(arrayOf(checkPair), [] as readonly (readonly [number, number])[]),
  /** Tokens that none attends to, neither the encoder nor cross-attention. Default none. */
  ablateTokens: option(arrayOf(checkToken), [] as readonly number[]),
  /** How many of the last tokens are padding, which is masked out. Default 0. */
  padding: option(checkToken, 0),
  /** Heads whose output is set to 0. Default none. */
  ablateHeads: option(arrayOf(checkHead), [] as readonly HeadRef[]),
};

/** Interventions in a run. */
export interface Intervention extends OptionsOf<typeof INTERVENTIONS> {}

/** @throws TypeError or RangeError that names what is wrong */
export function resolveIntervention(value: unknown, context: ModelContext): ResolvedIntervention {
  const { causal, useScaling, temperature, blockedPairs, ablateTokens, padding, ablateHeads } = checkOptions(
    'intervene',
    value,
    INTERVENTIONS,
    context,
    'intervene.',
  );
  const { seqLen, scale } = context;
  const ablated = new Set([...ablateTokens, ...Array.from({ length: padding }, (_, index) => seqLen - 1 - index)]);
  return {
    causal,
    scale: (useScaling ? scale : 1) / temperature,
    encoderMask: ablated.size + blockedPairs.length > 0 ? pairMask(seqLen, ablated, blockedPairs) : null,
    crossMask: ablated.size > 0 ? keyMask(seqLen, ablated) : null,
    ablatedHeads: ablateHeads,
  };
}

function keyMask(seqLen: number, ablated: ReadonlySet<number>): FlagMask {
  const shape = [1, 1, 1, seqLen] as const;
  const data = Uint8Array.from({ length: seqLen }, (_, key) => Number(ablated.has(key)));
  return { kind: 'block', data, shape, broadcast: shape };
}

function pairMask(
  seqLen: number,
  ablated: ReadonlySet<number>,
  pairs: readonly (readonly [number, number])[],
): FlagMask {
  const shape = [1, 1, seqLen, seqLen] as const;
  const data = Uint8Array.from({ length: seqLen * seqLen }, (_, pair) => Number(ablated.has(pair % seqLen)));
  for (const [query, key] of pairs) data[query * seqLen + key] = 1;
  return { kind: 'block', data, shape, broadcast: shape };
}
