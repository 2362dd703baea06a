// Attention masks: they determine the keys that a query may attend to.
import { describe, expectObject } from '../core/checks.js';
import { checkShape, checkTensor, expectSizeOf, showShape, type TensorInput } from '../core/tensor.js';
import { expectTypedArray } from '../core/typed-arrays.js';

/** Tensor of zeros and ones, such as the pairs of a mask. */
export interface Flags {
  readonly data: Uint8Array;
  readonly shape: readonly number[];
}

/**
 * An attention mask: the keys that each query may attend to. The field name is the polarity: `allow` has 1 where
 * attention is allowed (PyTorch's `scaled_dot_product_attention`), `block` has 1 where it is not (PyTorch's
 * `nn.MultiheadAttention`), and `add` is added to the scaled scores and may contain −Infinity. The shape is broadcast
 * to [batch, heads, queries, keys] from the right, as in PyTorch: [keys], [queries, keys] and [batch, 1, 1, keys] are
 * all valid.
 */
export type Mask = { readonly allow: Flags } | { readonly block: Flags } | { readonly add: TensorInput };

/** Sizes to which an attention mask is broadcast. */
export interface AttentionSizes {
  batch: number;
  heads: number;
  queries: number;
  keys: number;
}

/** Shape of a checked mask, and the same shape with leading sizes of 1, so that it has four dimensions. */
interface Broadcast {
  shape: readonly number[];
  broadcast: Shape4;
}
export type FlagMask = Broadcast & { kind: 'allow' | 'block'; data: Uint8Array };
export type CheckedMask = FlagMask | (Broadcast & { kind: 'add'; data: Float32Array });
type Shape4 = readonly [number, number, number, number];

const MASK_KINDS = ['allow', 'block', 'add'] as const;

export function checkMask(name: string, value: unknown, sizes: AttentionSizes): CheckedMask {
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
  const shape = checkShape(`${name}.shape`, flags['shape']);
  const data = expectTypedArray(`${name}.data`, flags['data'], 'Uint8Array');
  expectSizeOf(`${name}.data`, 'flags', data, shape);
  const wrong = data.findIndex((flag) => flag > 1);
  if (wrong >= 0) throw new RangeError(`${name}.data[${wrong}]: expected 0 or 1, got ${data[wrong]}`);
  return { data, shape };
}

function broadcastShape(name: string, shape: readonly number[], sizes: AttentionSizes): Shape4 {
  const full = [sizes.batch, sizes.heads, sizes.queries, sizes.keys] as const;
  const padded = [...Array<number>(Math.max(0, 4 - shape.length)).fill(1), ...shape];
  if (padded.length > 4 || padded.some((size, axis) => size !== 1 && size !== full[axis])) {
    throw new RangeError(
      `${name}.shape: expected a shape that broadcasts to [batch, heads, queries, keys] = ${showShape(full)}, ` +
        `got ${showShape(shape)}`,
    );
  }
  return [padded[0]!, padded[1]!, padded[2]!, padded[3]!];
}
