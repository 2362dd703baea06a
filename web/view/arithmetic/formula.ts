// Lines of arithmetic that the element displays: their parts, names and remarks.
import type { NormKind } from '../../engine/transformer/description.js';
import type { VectorOrigin } from '../view-model.js';

/** Part of a line of arithmetic, such as a factor. Its role determines its color. */
export interface FormulaPart {
  text: string;
  role?: 'query' | 'key' | 'value' | 'weight' | 'result' | 'rest';
  /** True for a part that only names the result, such as “score =”, and is no part of the computation. */
  isName?: true;
  /** Number of omitted terms of a sum for which a part with the role 'rest' stands. */
  count?: number;
}

/** Keys of the remarks that the panel shows below a computation. */
export type ArithmeticNote =
  | 'notScaled'
  | 'unscaledModel'
  | 'cap'
  | 'distance'
  | 'allMasked'
  | 'switchedOff'
  | 'whyMaximum'
  | 'headOutput'
  | 'bias'
  | 'counting'
  | 'rotary'
  | 'notRotated'
  | 'headNorm'
  | `${NormKind}Norm`
  | 'parameter'
  | VectorOrigin['source'];

export interface Arithmetic {
  /** Lines of the computation: first the operation, then the definitions of symbols that it uses, such as Σ. */
  lines: readonly FormulaPart[][];
  notes: readonly ArithmeticNote[];
  /** Number of the sum's terms that the lines leave out: the smallest ones. */
  leftOut: number;
}

/**
 * Parts of a line of arithmetic, and the values of its expressions; several expressions are separated by equals signs.
 */
export interface Expression {
  parts: FormulaPart[];
  values: readonly number[];
}

/** Function that builds an expression whose numbers have `digits` decimals. */
export type Build = (digits: number) => Expression;

/** Puts a name before a line of arithmetic: `name = …`. */
export const named = (name: FormulaPart, parts: readonly FormulaPart[]): FormulaPart[] => [
  { ...name, isName: true },
  { text: ' = ', isName: true },
  ...parts,
];
