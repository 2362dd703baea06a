// Lines of arithmetic that the element displays: their parts, names and remarks.
import type { VectorOrigin } from '../view-model.js';

/** A part of a line of arithmetic. Its role decides its color. */
export interface FormulaPart {
  text: string;
  role?: 'query' | 'key' | 'value' | 'weight' | 'result' | 'rest';
  /** True for a part that names the result but is not part of the computation. */
  isName?: true;
  /** Number of terms that a part with the role 'rest' stands for. */
  count?: number;
}

/** Keys of the remarks below a computation. */
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
  | 'norm'
  | 'rmsNorm'
  | 'parameter'
  | VectorOrigin['source'];

export interface Arithmetic {
  /** Lines of the computation: first the operation, then definitions of its symbols, such as Σ. */
  lines: readonly FormulaPart[][];
  notes: readonly ArithmeticNote[];
  /** Number of terms that the sum leaves out, the smallest ones. */
  leftOut: number;
}

/** Parts of a line of arithmetic, and the values of the expressions between its equals signs. */
export interface Expression {
  parts: FormulaPart[];
  values: readonly number[];
}

/** Builds an expression whose numbers have `digits` decimals. */
export type Build = (digits: number) => Expression;

/** Puts a name before an expression: `name = …`. */
export const named = (name: FormulaPart, parts: readonly FormulaPart[]): FormulaPart[] => [
  { ...name, isName: true },
  { text: ' = ', isName: true },
  ...parts,
];
