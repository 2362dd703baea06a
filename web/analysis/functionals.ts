// Linear functions of vectors, in double precision: a logit as a function of the residual stream, the numbers of a query as
// functions of it. What is passed through a norm stays linear while its divisor is frozen.
import type { Tensor } from '../engine/core/tensor.js';

/** Functions x ↦ factor · direction · x: the directions are those of all tokens, each token has a factor. */
export interface Functionals {
  /** [functions, size] */
  readonly directions: readonly Float64Array[];
  /** [tokens] */
  readonly factors: Float64Array;
}

/** A norm whose statistics are frozen. */
export interface FrozenNorm {
  readonly kind: 'layer' | 'rms';
  /** γ, [size] */
  readonly weight: Float32Array;
  /** Divisor of each token, [tokens]. */
  readonly scale: Float32Array;
}

/** Functions that are the numbers Wx of a matrix's rows [functions, size], of this many tokens. */
export const functionalsOf = (rows: readonly ArrayLike<number>[], tokens: number): Functionals => ({
  directions: rows.map((row) => Float64Array.from(row)),
  factors: new Float64Array(tokens).fill(1),
});

/**
 * The functions of norm(x) as functions of x, without β. The norm is γ ∘ (x − mean(x)) / scale, of RMSNorm without the mean:
 * centering is symmetric, so that d · (γ ∘ center(x)) = center(γ ∘ d) · x.
 */
export function beforeNorm({ directions, factors }: Functionals, { kind, weight, scale }: FrozenNorm): Functionals {
  return {
    directions: directions.map((direction) => {
      const weighted = direction.map((each, at) => each * weight[at]!);
      if (kind === 'rms') return weighted;
      const mean = weighted.reduce((sum, each) => sum + each, 0) / weighted.length;
      return weighted.map((each) => each - mean);
    }),
    factors: factors.map((factor, token) => factor / scale[token]!),
  };
}

/** The functions of Wx as functions of x, for W [rows, columns]. */
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

/** Values of the functions for a row of each token, [tokens, functions]. @param rows [tokens, size] */
export function valuesOf({ directions, factors }: Functionals, rows: Float32Array): Float64Array {
  const values = new Float64Array(factors.length * directions.length);
  factors.forEach((factor, token) => {
    const size = directions[0]!.length;
    const row = rows.subarray(token * size, (token + 1) * size);
    directions.forEach((direction, at) => (values[token * directions.length + at] = factor * product(direction, row)));
  });
  return values;
}

/** Values of the functions for one vector that is added to every token, [tokens, functions]. */
export function valuesOfConstant({ directions, factors }: Functionals, vector: Float32Array): Float64Array {
  const products = directions.map((direction) => product(direction, vector));
  return Float64Array.from({ length: factors.length * products.length }, (_, at) => {
    const token = Math.floor(at / products.length);
    return factors[token]! * products[at % products.length]!;
  });
}

/** As dot, of one kind of arrays only, which compilers make faster code for. */
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
