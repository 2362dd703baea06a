// Attention options, each declared once with its type, check and default.
import {
  expectArray,
  expectBoolean,
  expectFloat,
  expectNumber,
  expectOneOf,
  expectWholeNumber,
  expectWith,
} from '../core/checks.js';
import {
  checkOptions,
  checkOptionsWithOthers,
  option,
  type CheckedOf,
  type Option,
  type OptionsOf,
} from '../core/schema.js';
import { checkVariant, type AttentionVariant, type CheckedVariant } from './attention-variant.js';
import { checkPattern, type CheckedPattern, type SparsePattern } from './sparse-pattern.js';
import { checkCausal, resolveCausal, type Causal, type ResolvedCausal } from './causal.js';
import { sizeOf } from '../core/tensor.js';
import { expectLength } from '../core/typed-arrays.js';
import { checkMask, type AttentionSizes, type CheckedMask, type Mask } from './mask.js';
import type { OptionSlot, OptionWriter } from '../runtime/option-block.js';

/** Attention option that the C++ code reads. `copyIn` writes it to the option block, its copy in WebAssembly memory. */
interface ComputedOption<Value, Input> extends Option<Input, Value, AttentionSizes> {
  readonly copyIn: (value: Value, block: OptionWriter) => void;
}

const computed = <Value, Input = NonNullable<Value>>(
  check: (name: string, value: unknown, sizes: AttentionSizes) => Value,
  fallback: Value,
  copyIn: (value: Value, block: OptionWriter) => void,
): ComputedOption<Value, Input> => ({ check, fallback, copyIn });

/**
 * Returns a function that writes the value of a numeric option to the option block, the copy of the options in
 * WebAssembly memory.
 */
const numberOf = (slot: OptionSlot) => (value: number, block: OptionWriter) => block.number(slot, value);

const ATTENTION_OPTIONS = {
  /** Mask of the keys that each query may attend to, in addition to `isCausal` and `keyLengths`. */
  mask: computed<CheckedMask | null, Mask>(checkMask, null, copyInMask),
  /** Number of real keys in each batch entry; later keys are padding and masked out. 0 is allowed. */
  keyLengths: computed<Int32Array | null, readonly number[]>(checkKeyLengths, null, (lengths, block) => {
    block.number('keyLengths', Number(lengths !== null));
    if (lengths) block.keyLengths(lengths);
  }),
  /**
   * Causal mask: query i attends to keys 0 … i only; with 'lower-right' to keys 0 … i + keys − queries, so that the
   * last query is aligned with the last key, as in decoding with a cache. Default false.
   */
  isCausal: option<Causal>(checkCausal, false),
  /** Factor that the scores q·k are multiplied by. Default 1/√headDim; 1 leaves them unscaled. */
  scale: computed<number | null>(expectFloat, null, (scale, block) => block.number('scale', scale ?? NaN)),
  /**
   * Function from masked scores to weights: 'softmax', or 'relu', max(0, score), whose weights need not sum to 1.
   * Default 'softmax'.
   */
  activation: computed<'softmax' | 'relu'>(
    (name, value) => expectOneOf(name, value, ['softmax', 'relu']),
    'softmax',
    (activation, block) => block.number('activation', block.module.WeightFunction[activation].value),
  ),
  /**
   * Number that is added to every weight, masked or not, before the row is renormalized to sum 1, so that no weight is
   * 0. Default 0.
   */
  eps: computed(checkEps, 0, numberOf('eps')),
  /** Dropout: the probability that a weight is set to 0; the other weights are divided by 1 − p. Default 0. */
  dropoutP: computed(checkProbability, 0, numberOf('dropoutP')),
  /** Seed of the dropout, with `dropoutP` only: the same seed drops the same weights. Default 0. */
  seed: computed((name, value) => expectWholeNumber(name, value, 0), 0, numberOf('seed')),
  /** True to return the attention weights too, [batch, heads, queries, keys]. Default false. */
  needWeights: option(expectBoolean, false),
};

const SCALED_DOT_PRODUCT_OPTIONS = {
  ...ATTENTION_OPTIONS,
  /** True if key and value may have fewer heads than query, shared in groups (PyTorch's `enable_gqa`). */
  enableGqa: option(expectBoolean, false),
  /** Pattern of sparse self-attention, for long texts. Default: every token attends to all. */
  pattern: computed<CheckedPattern | null, SparsePattern>(checkPattern, null, copyInPattern),
  /** Variant of attention that replaces the softmax over all keys, for long texts. Default: none. */
  variant: option<CheckedVariant | null, AttentionVariant, AttentionSizes>(checkVariant, null),
};

/**
 * Ways to compute attention: step by step ('trace'), in a fused pass that stores no weights ('fused'), as gradients
 * ('backward'), or as a variant.
 */
type Computation = 'trace' | 'fused' | 'backward' | CheckedVariant['kind'];

/**
 * Options that only some computations support, each followed by those computations. The variants of attention, such as
 * Linformer, compute no attention weights, so they can neither drop weights nor mask single pairs of query and key.
 */
const LIMITED_OPTIONS: readonly (readonly [keyof CheckedOptions, ...known: Computation[]])[] = [
  ['mask', 'trace', 'fused', 'backward'],
  ['pattern', 'trace', 'fused', 'backward'],
  ['keyLengths', 'trace', 'fused', 'backward', 'kernelized'],
  ['isCausal', 'trace', 'fused', 'backward', 'kernelized'],
  ['dropoutP', 'trace', 'fused'],
  ['activation', 'trace'],
  ['eps', 'trace'],
  ['needWeights', 'trace'],
  ['variant', 'kernelized', 'linformer'],
];

/** Options of a multi-head attention layer. */
export interface AttentionOptions extends OptionsOf<typeof ATTENTION_OPTIONS> {}

/** Options of attention whose query, key and value are already split into heads. */
export interface ScaledDotProductOptions extends OptionsOf<typeof SCALED_DOT_PRODUCT_OPTIONS> {}

/** Type of options with `needWeights: true`, with which a call also returns the attention weights. */
export interface WithWeights {
  needWeights: true;
}

/** Checked options of attention, with defaults filled in. */
export type CheckedOptions = Omit<CheckedOf<typeof SCALED_DOT_PRODUCT_OPTIONS>, 'isCausal'> & ResolvedCausal;

export const DEFAULT_OPTIONS: CheckedOptions = {
  ...checkOptions('options', {}, SCALED_DOT_PRODUCT_OPTIONS, null!),
  isCausal: false,
  firstQuery: 0,
};

/** Name of the first option that has another value than its default and that the computation does not support. */
const unsupportedOption = (options: CheckedOptions, by: Computation): keyof CheckedOptions | undefined =>
  LIMITED_OPTIONS.find(([name, ...known]) => options[name] !== DEFAULT_OPTIONS[name] && !known.includes(by))?.[0];

/** True if the fused pass, which computes the output without storing the weights, supports the options. */
export const canBeFused = (options: CheckedOptions): boolean => unsupportedOption(options, 'fused') === undefined;

/**
 * Checks that a computation supports all options that have another value than their default.
 * @param where name of the function in the error message
 * @throws TypeError that names the unsupported option
 */
export function expectSupported(options: CheckedOptions, by: Computation, where: string): void {
  const name = unsupportedOption(options, by);
  if (name === undefined) return;
  const [expected, got] = [DEFAULT_OPTIONS, options].map(({ [name]: value }) => {
    if (typeof value === 'string') return `'${value}'`;
    return value === null ? 'none' : typeof value === 'object' ? 'one' : String(value);
  });
  throw new TypeError(`${name}: expected ${expected} for ${where}, got ${got}`);
}

/** Checks the options of multi-head attention. Also returns the options named in `others`, unchecked. */
export function checkAttentionOptions(
  value: unknown,
  sizes: AttentionSizes,
  others: readonly string[] = [],
): [CheckedOptions, Readonly<Record<string, unknown>>] {
  const [checked, rest] = checkOptionsWithOthers('options', value, ATTENTION_OPTIONS, sizes, others);
  expectWith(rest, 'seed', 'dropoutP');
  return [{ ...DEFAULT_OPTIONS, ...checked, ...resolveCausal(checked.isCausal, sizes) }, rest];
}

/** Checks the options of attention whose query, key and value are already split into heads. */
export function checkScaledDotProductOptions(
  value: unknown,
  sizes: AttentionSizes,
  others: readonly string[] = [],
): [CheckedOptions, Readonly<Record<string, unknown>>] {
  const [given, rest] = checkOptionsWithOthers('options', value, SCALED_DOT_PRODUCT_OPTIONS, sizes, others);
  expectWith(rest, 'seed', 'dropoutP');
  const checked = { ...given, ...resolveCausal(given.isCausal, sizes) };
  if (checked.variant) expectSupported(checked, checked.variant.kind, 'this variant');
  return [checked, rest];
}

function checkProbability(name: string, value: unknown): number {
  const p = expectNumber(name, value);
  if (p < 0 || p > 1) throw new RangeError(`${name}: expected a probability from 0 to 1, got ${p}`);
  return p;
}

function checkEps(name: string, value: unknown): number {
  const eps = expectFloat(name, value);
  if (eps < 0) throw new RangeError(`${name}: expected 0 or more, got ${eps}`);
  return eps;
}

/** Checks the option `keyLengths`, the number of real keys of each batch entry, [batch]. */
export function checkKeyLengths(
  name: string,
  value: unknown,
  { batch, keys }: Pick<AttentionSizes, 'batch' | 'keys'>,
): Int32Array {
  const lengths = expectArray(name, value);
  if (lengths.length !== batch) {
    throw new RangeError(`${name}: expected ${batch} lengths, one per batch entry, got ${lengths.length}`);
  }
  return Int32Array.from(lengths, (length, entry) => expectWholeNumber(`${name}[${entry}]`, length, 0, keys));
}

function copyInMask(mask: CheckedMask | null, block: OptionWriter): void {
  block.number('maskKind', block.module.MaskKind[mask?.kind ?? 'none'].value);
  if (!mask) return;
  const [batch, heads, queries, keys] = mask.broadcast;
  block.number('maskBatch', batch);
  block.number('maskHeads', heads);
  block.number('maskQueries', queries);
  block.number('maskKeys', keys);
  expectLength(`mask.${mask.kind}.data`, mask.data, sizeOf(mask.shape));
  if (mask.kind === 'add') block.maskAddend('mask.add', mask);
  else block.maskFlags(mask.data);
}

function copyInPattern(pattern: CheckedPattern | null, block: OptionWriter): void {
  block.number('pattern', Number(pattern !== null));
  if (!pattern) return;
  block.number('patternWindow', pattern.window);
  block.number('randomBlocks', pattern.randomBlocks);
  block.number('patternSeed', pattern.seed);
  block.globalTokens(pattern.global);
}

const COMPUTED_OPTIONS = Object.entries(SCALED_DOT_PRODUCT_OPTIONS).filter(
  ([, each]) => 'copyIn' in each,
) as unknown as readonly [keyof CheckedOptions, ComputedOption<unknown, unknown>][];

/** Writes checked attention options to the option block, their copy in WebAssembly memory. */
export function copyInOptions(block: OptionWriter, options: CheckedOptions): void {
  for (const [name, { copyIn }] of COMPUTED_OPTIONS) copyIn(options[name], block);
  block.number('isCausal', Number(options.isCausal));
  block.number('firstQuery', options.firstQuery);
}
