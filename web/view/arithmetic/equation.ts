// Rounds the numbers of an equation so that it can be checked by hand: computed in double precision, the displayed
// numbers give the displayed result.
import { formatNumber } from '../view-model.js';
import type { Build, FormulaPart } from './formula.js';

/** True if a number rounds to the displayed text, with a margin for float error at the rounding boundary. */
function roundsTo(value: number, digits: number, text: string): boolean {
  const edge = Number.isFinite(value) ? 1e-9 * Math.max(1, Math.abs(value)) : 0;
  return [value - edge, value + edge].every((each) => formatNumber(each, digits) === text);
}

const MAX_DIGITS = 9;
/** Preferred maximum number of decimals. More, up to MAX_DIGITS, are used only if no line is exact with fewer. */
const READABLE_DIGITS = 6;

/** Number of decimals with which a number has two significant digits. */
function decimalsFor(value: number, minDigits: number): number {
  if (value === 0 || !Number.isFinite(value)) return minDigits;
  return Math.min(6, Math.max(minDigits, 1 - Math.floor(Math.log10(Math.abs(value)))));
}

/** A formatted line of arithmetic, and its number of decimals. */
export interface FormattedEquation {
  parts: FormulaPart[];
  digits: number;
}

export interface ResultFormat {
  role?: FormulaPart['role'];
  /** Minimum number of decimals. Default 2. */
  minDigits?: number;
  /** Exact number of decimals. Default: as few as the line needs. */
  digits?: number;
}

/**
 * Formats the line `expression = result`. The result has the usual number of decimals; if the line is not exact, one
 * more is tried, then one or two fewer. The values in the expression have as few decimals as possible. If no attempt is
 * exact, ≈ replaces =.
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
