// Formats arithmetic. Each line has enough digits to be checked by hand: computed in double precision, the displayed
// numbers give the displayed result.
import { formatNumber, type VectorOrigin } from '../view-model.js';

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

/** A number as it is displayed, and the value that the displayed text has. */
export interface Shown {
  text: string;
  value: number;
}

export function shown(value: number, digits: number): Shown {
  const text = formatNumber(value, digits);
  return { text, value: value === -Infinity ? value : Number(text.replace('−', '-')) };
}

/** Formats a factor or a summand; negative numbers get parentheses. */
export function operand(value: number, digits: number): Shown {
  const { text, value: rounded } = shown(value, digits);
  return { text: text.startsWith('−') ? `(${text})` : text, value: rounded };
}

/** Formats a number without trailing zeros. */
export function plain(value: number, digits: number): Shown {
  const rounded = Number(value.toFixed(digits));
  return { text: String(rounded), value: rounded };
}

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

/** A term of a sum: left, or left × right. */
export interface Term {
  left: number;
  right?: number;
}

export interface TermRoles {
  left?: FormulaPart['role'];
  right?: FormulaPart['role'];
}

/** Maximum number of terms. A longer sum shows only its largest terms. */
const MAX_TERMS = 8;
const LARGEST_TERMS = 6;

const productOf = ({ left, right = 1 }: Term): number => left * right;

/**
 * Formats the sum a×b + c×d + …: all terms, or the largest terms and the sum of the others.
 * @returns a function that builds the expression, and the number of terms left out
 */
export function sumOf(terms: readonly Term[], all: boolean, roles: TermRoles = {}): { build: Build; leftOut: number } {
  const isWhole = all || terms.length <= MAX_TERMS;
  const ranked = isWhole ? terms : [...terms].sort((a, b) => Math.abs(productOf(b)) - Math.abs(productOf(a)));
  const [first, others] = isWhole ? [terms, []] : [ranked.slice(0, LARGEST_TERMS), ranked.slice(LARGEST_TERMS)];
  const rest = others.reduce((sum, term) => sum + productOf(term), 0);
  const build: Build = (digits) => {
    const parts: FormulaPart[] = [];
    let value = 0;
    for (const { left, right } of first) {
      const a = operand(left, digits);
      const b = right === undefined ? null : operand(right, digits);
      if (parts.length > 0) parts.push({ text: ' + ' });
      parts.push({ text: a.text, ...(roles.left ? { role: roles.left } : {}) });
      if (b) parts.push({ text: '×' }, { text: b.text, ...(roles.right ? { role: roles.right } : {}) });
      value += a.value * (b?.value ?? 1);
    }
    if (others.length > 0) {
      const sum = operand(rest, digits);
      parts.push({ text: ' + ' }, { text: sum.text, role: 'rest', count: others.length });
      value += sum.value;
    }
    return { parts, values: [value] };
  };
  return { build, leftOut: others.length };
}

/** Puts a name before an expression: `name = …`. */
export const named = (name: FormulaPart, parts: readonly FormulaPart[]): FormulaPart[] => [
  { ...name, isName: true },
  { text: ' = ', isName: true },
  ...parts,
];
