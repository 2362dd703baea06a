// Rounds the numbers of an equation so that it can be checked by hand: computed in double precision, the displayed
// numbers give the displayed result.
import { formatNumber } from '../view-model.js';
import type { Build, FormulaPart } from './formula.js';

/**
 * True if a number, rounded to `digits` decimals, gives the displayed text, with a margin for float errors at the
 * rounding boundary.
 */
function roundsTo(value: number, digits: number, text: string): boolean {
  const edge = Number.isFinite(value) ? 1e-9 * Math.max(1, Math.abs(value)) : 0;
  return [value - edge, value + edge].every((each) => formatNumber(each, digits) === text);
}

const MAX_DIGITS = 9;
/**
 * Preferred maximum number of decimals in a line of arithmetic. More, up to MAX_DIGITS, are used only if the displayed
 * equation is not exact with fewer.
 */
const READABLE_DIGITS = 6;

/** Number of decimals with which a number shows two significant digits, but at least `minDigits` and at most 6. */
function decimalsFor(value: number, minDigits: number): number {
  if (value === 0 || !Number.isFinite(value)) return minDigits;
  return Math.min(6, Math.max(minDigits, 1 - Math.floor(Math.log10(Math.abs(value)))));
}

/** A formatted equation, and the number of decimals of the numbers in its expression. */
export interface FormattedEquation {
  parts: FormulaPart[];
  digits: number;
}

export interface ResultFormat {
  role?: FormulaPart['role'];
  /** Minimum number of decimals of the result. Default 2. */
  minDigits?: number;
  /** Number of decimals of the result. Default: as few as an exact equation needs. */
  digits?: number;
}

/**
 * Formats the equation `expression = result`. The result has the usual number of decimals; if the equation is not exact
 * with the displayed numbers, one more decimal is tried, then one or two fewer. The numbers in the expression have as
 * few decimals as possible. If no attempt is exact, ≈ replaces =.
 */
export function formatEquation(
  build: Build,
  result: number,
  { role = 'result', minDigits = 2, digits }: ResultFormat = {},
): FormattedEquation {
  const decimals = decimalsFor(result, minDigits);
  const candidates = digits === undefined ? [decimals, decimals + 1, decimals - 1, decimals - 2] : [digits];
  const lineWith = (sign: string, parts: FormulaPart[], text: string): FormulaPart[] => [
    ...parts,
    { text: sign },
    { text, role },
  ];
  for (const most of [READABLE_DIGITS, MAX_DIGITS]) {
    for (const resultDigits of candidates) {
      const text = formatNumber(result, resultDigits);
      for (let each = Math.max(minDigits, digits ?? 0); each <= Math.max(most, (digits ?? 0) + 6); each++) {
        const { parts, values } = build(each);
        if (values.every((value) => roundsTo(value, resultDigits, text))) {
          return { parts: lineWith(' = ', parts, text), digits: each };
        }
      }
    }
  }
  return { parts: lineWith(' ≈ ', build(decimals).parts, formatNumber(result, decimals)), digits: decimals };
}
