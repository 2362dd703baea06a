// Linear functionals of vectors, in double precision, such as a logit as a function of the residual stream, or the
// components of a query. Norms are linear while their divisors are frozen.
import { NORM_KINDS, type NormKind } from '../engine/transformer/description.js';
import type { Tensor } from '../engine/core/tensor.js';

/**
 * Linear functionals x ↦ factor · direction · x. All tokens share the directions; each token has its own factor, such
 * as 1 / the norm's divisor.
 */
export interface Functionals {
  /** Directions of the functionals, each a vector [size]. */
  readonly directions: readonly Float64Array[];
  /** Factors by which the functionals are multiplied, one for each token, [tokens]. */
  readonly factors: Float64Array;
}

/** A norm (LayerNorm or RMSNorm) with frozen divisors, and therefore linear. */
export interface FrozenNorm {
  readonly kind: NormKind;
  /** The norm's weight γ, [size]. */
  readonly weight: Float32Array;
  /** The norm's divisor for each token, [tokens]. */
  readonly scale: Float32Array;
}

/**
 * Functionals that yield the components of Wx for a vector x, one for each row of the matrix W, with factor 1 for every
 * token.
 */
export const functionalsOf = (rows: readonly ArrayLike<number>[], tokens: number): Functionals => ({
  directions: rows.map((row) => Float64Array.from(row)),
  factors: new Float64Array(tokens).fill(1),
});

/**
 * Expresses functionals of norm(x) as functionals of x, without β. The norm is γ ∘ (x − mean(x)) / scale; RMSNorm omits
 * the mean. Centering is symmetric, so d · (γ ∘ center(x)) = center(γ ∘ d) · x.
 */
export function beforeNorm({ directions, factors }: Functionals, { kind, weight, scale }: FrozenNorm): Functionals {
  return {
    directions: directions.map((direction) => {
      const weighted = direction.map((each, at) => each * weight[at]!);
      if (!NORM_KINDS[kind].isCentered) return weighted;
      const mean = weighted.reduce((sum, each) => sum + each, 0) / weighted.length;
      return weighted.map((each) => each - mean);
    }),
    factors: factors.map((factor, token) => factor / scale[token]!),
  };
}

/** Expresses functionals of Wx as functionals of x, for W [rows, columns]. */
export function beforeProjection({ directions, factors }: Functionals, { data, shape }: Tensor): Functionals {
  const [rows, columns] = shape as [number, number];
  const pulled = directions.map((direction) => {
    const result = new Float64Array(columns);
    for (let row = 0; row < rows; ++row) {
      for (let column = 0; column < columns; ++column)
        result[column]! += direction[row]! * data[row * columns + column]!;
    }
    return result;
  });
  return { directions: pulled, factors };
}

/**
 * Applies the functionals to one vector per token.
 * @param rows the vectors, [tokens, size]
 * @returns values of the functionals, [tokens, functionals]
 */
export function valuesOf({ directions, factors }: Functionals, rows: Float32Array): Float64Array {
  const values = new Float64Array(factors.length * directions.length);
  factors.forEach((factor, token) => {
    const size = directions[0]!.length;
    const row = rows.subarray(token * size, (token + 1) * size);
    directions.forEach((direction, at) => (values[token * directions.length + at] = factor * product(direction, row)));
  });
  return values;
}

/**
 * Applies the functionals to one vector that is the same for every token, such as a bias.
 * @returns values of the functionals, [tokens, functionals]
 */
export function valuesOfConstant({ directions, factors }: Functionals, vector: Float32Array): Float64Array {
  const products = directions.map((direction) => product(direction, vector));
  return Float64Array.from({ length: factors.length * products.length }, (_, at) => {
    const token = Math.floor(at / products.length);
    return factors[token]! * products[at % products.length]!;
  });
}

/** Dot product of two typed arrays. Fixed array types let JavaScript engines optimize it better than `dot`. */
function product(direction: Float64Array, row: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < row.length; ++at) sum += direction[at]! * row[at]!;
  return sum;
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < a.length; ++at) sum += a[at]! * b[at]!;
  return sum;
}
