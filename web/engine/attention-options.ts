// What can be asked of an attention besides its query, key and value: one table for both ways of calling it.
import {
  describe,
  expectArray,
  expectBoolean,
  expectBytes,
  expectFloat,
  expectNumber,
  expectObject,
  expectOneOf,
  expectOptions,
  expectWholeNumber,
} from './checks.js';
import { checkPattern, sumsUp, type CheckedPattern, type Pattern } from './pattern.js';
import { putAddend } from './memory.js';
import { checkShape, checkTensor, showShape, sizeOf, type Tensor } from './tensor.js';
import type { Module } from './load.js';
import type { AttentionSettings, MaskBuffers } from './wasm/spotlight.js';

/** Zeros and ones with a shape. */
export interface Flags {
  readonly data: Uint8Array;
  readonly shape: readonly number[];
}

/**
 * Which keys a query may hear. The name says the polarity: `allow` has 1 where a key may be heard (as the mask of
 * PyTorch's `scaled_dot_product_attention`), `block` 1 where it may not (as that of `nn.MultiheadAttention`), `add` is
 * added to the scaled scores and may hold −Infinity. The shape is broadcast to [batch, heads, queries, keys] from the
 * right, as PyTorch does: [keys], [queries, keys] and [batch, 1, 1, keys] are all fine.
 */
export type Mask = { readonly allow: Flags } | { readonly block: Flags } | { readonly add: Tensor };

/** Options of an attention. */
export interface AttentionOptions {
  /** Which keys a query may hear, besides what `isCausal` and `keyLengths` say. */
  mask?: Mask;
  /** Padding: how many keys of each batch entry are real; those behind them are not heard. 0 is allowed. */
  keyLengths?: readonly number[];
  /** Query i hears the keys 0 … i only. Default false. */
  isCausal?: boolean;
  /** What the scores are multiplied by. Default 1/√headDim; 1 leaves them unscaled. */
  scale?: number;
  /**
   * What makes weights of the masked scores: 'softmax', or 'relu', max(0, score), whose weights need not sum to 1.
   * Default 'softmax'.
   */
  activation?: 'softmax' | 'relu';
  /** Added to every weight, masked or not, before their sum is made 1 again, so that none is 0. Default 0. */
  eps?: number;
  /** Probability that a weight is set to 0, the others being divided by 1 − p. Default 0: none. */
  dropoutP?: number;
  /** Which weights are dropped: the same seed drops the same ones. Default 0. */
  seed?: number;
  /** Whether to return the weights too, [batch, heads, queries, keys]. Default false. */
  needWeights?: boolean;
}

/** Options of an attention whose heads are given one by one. */
export interface ScaledDotProductOptions extends AttentionOptions {
  /** Whether key and value may have fewer heads than query, so many query heads sharing one (PyTorch's `enable_gqa`). */
  enableGqa?: boolean;
  /** For long texts: what is left out, or summed up. Default: nothing, all keys are heard. */
  pattern?: Pattern;
}

const KNOWN: readonly (keyof AttentionOptions)[] = [
  'mask',
  'keyLengths',
  'isCausal',
  'scale',
  'activation',
  'eps',
  'dropoutP',
  'seed',
  'needWeights',
];

/** The sizes that an attention's options must fit. */
export interface AttentionSizes {
  batch: number;
  heads: number;
  queries: number;
  keys: number;
}

/** Options, checked and complete. */
export interface CheckedOptions {
  mask: CheckedMask | null;
  keyLengths: Int32Array | null;
  isCausal: boolean;
  scale: number | null;
  activation: 'softmax' | 'relu';
  eps: number;
  dropoutP: number;
  seed: number;
  needWeights: boolean;
  enableGqa: boolean;
  pattern: CheckedPattern | null;
}

/** A mask with the shape that it came with, and the one that it stands for. */
type CheckedMask = { shape: readonly number[]; broadcast: Shape4 } & (
  { kind: 'allow' | 'block'; data: Uint8Array } | { kind: 'add'; data: Float32Array }
);
type Shape4 = readonly [number, number, number, number];

const ACTIVATIONS = ['softmax', 'relu'] as const;
const MASK_KINDS = ['allow', 'block', 'add'] as const;

/** Checks options against the sizes of the attention that they are for; `more` names those that not every one has. */
export function checkAttentionOptions(
  value: unknown,
  sizes: AttentionSizes,
  more: readonly string[] = [],
): CheckedOptions {
  const options = expectOptions('options', value, [...KNOWN, ...more]);
  const or = <Checked>(
    key: keyof ScaledDotProductOptions,
    check: (name: string, value: unknown) => Checked,
    none: Checked,
  ) => (options[key] === undefined ? none : check(key, options[key]));
  const checked: CheckedOptions = {
    mask: or('mask', (name, mask) => checkMask(name, mask, sizes), null),
    keyLengths: or('keyLengths', (name, lengths) => checkKeyLengths(name, lengths, sizes), null),
    isCausal: or('isCausal', expectBoolean, false),
    scale: or<number | null>('scale', expectFloat, null),
    activation: or('activation', (name, activation) => expectOneOf(name, activation, ACTIVATIONS), 'softmax'),
    eps: or('eps', checkEps, 0),
    dropoutP: or('dropoutP', checkProbability, 0),
    seed: or('seed', (name, seed) => expectWholeNumber(name, seed, 0), 0),
    needWeights: or('needWeights', expectBoolean, false),
    enableGqa: or('enableGqa', expectBoolean, false),
    pattern: or<CheckedPattern | null>('pattern', (name, pattern) => checkPattern(name, pattern, sizes), null),
  };
  expectPatternAlone(checked);
  return checked;
}

/** What sums the keys up has no weights, and cannot leave single ones out. */
function expectPatternAlone({
  pattern,
  mask,
  keyLengths,
  isCausal,
  activation,
  eps,
  dropoutP,
  needWeights,
}: CheckedOptions): void {
  if (!sumsUp(pattern)) return;
  const isLowRank = pattern.kind === 'linformer';
  const without = {
    mask: mask !== null,
    keyLengths: isLowRank && keyLengths !== null,
    isCausal: isLowRank && isCausal,
    activation: activation !== 'softmax',
    eps: eps > 0,
    dropoutP: dropoutP > 0,
    needWeights,
  };
  const given = Object.entries(without).find(([, isGiven]) => isGiven);
  if (given) throw new TypeError(`${given[0]}: expected none with this pattern, which sums the keys up; got one`);
}

function checkProbability(name: string, value: unknown): number {
  const p = expectNumber(name, value);
  if (p < 0 || p > 1) throw new RangeError(`${name}: expected a probability from 0 to 1, got ${p}`);
  return p;
}

function checkEps(name: string, value: unknown): number {
  const eps = expectNumber(name, value);
  if (eps < 0) throw new RangeError(`${name}: expected 0 or more, got ${eps}`);
  return eps;
}

function checkKeyLengths(name: string, value: unknown, { batch, keys }: AttentionSizes): Int32Array {
  const lengths = expectArray(name, value);
  if (lengths.length !== batch) {
    throw new RangeError(`${name}: expected ${batch} lengths, one per batch entry, got ${lengths.length}`);
  }
  return Int32Array.from(lengths, (length, entry) => expectWholeNumber(`${name}[${entry}]`, length, 0, keys));
}

function checkMask(name: string, value: unknown, sizes: AttentionSizes): CheckedMask {
  const mask = expectObject(name, value);
  const given = Object.keys(mask);
  const kind = MASK_KINDS.find((each) => each === given[0]);
  if (given.length !== 1 || kind === undefined) {
    throw new TypeError(`${name}: expected exactly one of ${MASK_KINDS.join(', ')}, got ${describe(value)}`);
  }
  const inner = `${name}.${kind}`;
  if (kind === 'add') {
    const { data, shape } = checkTensor(inner, mask[kind]);
    return { kind, data, shape, broadcast: broadcastShape(inner, shape, sizes) };
  }
  const { data, shape } = checkFlags(inner, mask[kind]);
  return { kind, data, shape, broadcast: broadcastShape(inner, shape, sizes) };
}

function checkFlags(name: string, value: unknown): Flags {
  const flags = expectObject(name, value);
  const data = expectBytes(`${name}.data`, flags['data']);
  const shape = checkShape(`${name}.shape`, flags['shape']);
  if (data.length !== sizeOf(shape)) {
    throw new RangeError(
      `${name}.data: expected ${sizeOf(shape)} flags for shape ${showShape(shape)}, got ${data.length}`,
    );
  }
  const wrong = data.findIndex((flag) => flag > 1);
  if (wrong >= 0) throw new RangeError(`${name}.data[${wrong}]: expected 0 or 1, got ${data[wrong]}`);
  return { data, shape };
}

function broadcastShape(name: string, shape: readonly number[], sizes: AttentionSizes): Shape4 {
  const full = [sizes.batch, sizes.heads, sizes.queries, sizes.keys] as const;
  const padded = [...Array<number>(Math.max(0, 4 - shape.length)).fill(1), ...shape];
  if (padded.length > 4 || padded.some((size, axis) => size !== 1 && size !== full[axis])) {
    throw new RangeError(
      `${name}.shape: expected something that broadcasts to [batch, heads, queries, keys] = ${showShape(full)}, ` +
        `got ${showShape(shape)}`,
    );
  }
  return [padded[0]!, padded[1]!, padded[2]!, padded[3]!];
}

/** Puts the options' arrays into the memory; what comes back are the numbers to compute with. */
export function putOptions(module: Module, buffers: MaskBuffers, options: CheckedOptions): AttentionSettings {
  const { mask, keyLengths, pattern } = options;
  const sparse = pattern?.kind === 'sparse' ? pattern : null;
  if (mask?.kind === 'add') putAddend(module, 'mask.add', mask, buffers.addend(mask.data.length));
  else if (mask) buffers.flags(mask.data.length).set(mask.data);
  if (keyLengths) buffers.keyLengths(keyLengths.length).set(keyLengths);
  if (sparse) buffers.globalWords(sparse.global.length).set(sparse.global);
  const [maskBatch, maskHeads, maskQueries, maskKeys] = mask?.broadcast ?? [1, 1, 1, 1];
  return {
    maskKind: module.MaskKind[mask?.kind ?? 'none'],
    ...{ maskBatch, maskHeads, maskQueries, maskKeys },
    hasKeyLengths: keyLengths !== null,
    isCausal: options.isCausal,
    scale: options.scale ?? Number.NaN,
    activation: module.Activation[options.activation],
    eps: options.eps,
    dropoutP: options.dropoutP,
    seed: options.seed,
    hasPattern: sparse !== null,
    window: sparse?.window ?? 0,
    randomBlocks: sparse?.randomBlocks ?? 0,
    patternSeed: sparse?.seed ?? 0,
  };
}

/** Whether the fast way, which never holds the weights, gives what these options ask for. */
export const canBeFused = ({ needWeights, activation, eps }: CheckedOptions): boolean =>
  !needWeights && activation === 'softmax' && eps === 0;
