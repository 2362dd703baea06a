// Lines of arithmetic. A line is shown with as many digits as it needs to hold: computed in double precision from the
// numbers as they are shown, it gives the result as it is shown.
import { formatNumber, type VectorOrigin } from '../view-model.js';

/** A part of a line; its role decides its color. */
export interface FormulaPart {
  text: string;
  role?: 'query' | 'key' | 'value' | 'weight' | 'result' | 'rest';
  /** Whether it names what is computed, and is no part of the computation. */
  isName?: true;
  /** Of a 'rest': how many terms it is the sum of. */
  count?: number;
}

/** What an arithmetic has to say besides its numbers; the messages have the texts. */
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
  | 'notTurned'
  | 'headNorm'
  | 'norm'
  | 'rmsNorm'
  | 'parameter'
  | VectorOrigin['source'];

export interface Arithmetic {
  /** The operation; then what stands in it under a name, as Σ. */
  lines: readonly FormulaPart[][];
  notes: readonly ArithmeticNote[];
  /** How many terms of its sum are left out, the smallest ones. */
  leftOut: number;
}

/** Parts of a line with the values of the expressions between its equals signs. */
export interface Expression {
  parts: FormulaPart[];
  values: readonly number[];
}

/** An expression whose numbers have so many decimals. */
export type Build = (digits: number) => Expression;

/** A number as it is shown, and the value that is shown. */
export interface Shown {
  text: string;
  value: number;
}

export function shown(value: number, digits: number): Shown {
  const text = formatNumber(value, digits);
  return { text, value: value === -Infinity ? value : Number(text.replace('−', '-')) };
}

/** A factor or a summand: negative numbers in parentheses. */
export function operand(value: number, digits: number): Shown {
  const { text, value: rounded } = shown(value, digits);
  return { text: text.startsWith('−') ? `(${text})` : text, value: rounded };
}

/** Without zeros at the end. */
export function plain(value: number, digits: number): Shown {
  const rounded = Number(value.toFixed(digits));
  return { text: String(rounded), value: rounded };
}

/** Whether a value is written as this text, and is not on the edge to another one. */
function roundsTo(value: number, digits: number, text: string): boolean {
  const edge = Number.isFinite(value) ? 1e-9 * Math.max(1, Math.abs(value)) : 0;
  return [value - edge, value + edge].every((each) => formatNumber(each, digits) === text);
}

const MAX_DIGITS = 9;
/** More decimals than these are tried only where no result can be reached with fewer. */
const READABLE_DIGITS = 6;

/** Decimals at which a number has two significant digits. */
function decimalsFor(value: number, least: number): number {
  if (value === 0 || !Number.isFinite(value)) return least;
  return Math.min(6, Math.max(least, 1 - Math.floor(Math.log10(Math.abs(value)))));
}

/** A line, and with how many decimals its numbers are shown. */
export interface Settled {
  parts: FormulaPart[];
  digits: number;
}

/** How the result of a line is shown. */
export interface ResultFormat {
  role?: FormulaPart['role'];
  /** The least number of decimals. Default 2. */
  least?: number;
  /** The exact number of decimals. Default: as many as the line needs. */
  digits?: number;
}

/**
 * The line `expression = result`, with as few decimals as it holds with. A result on the edge between two roundings is
 * shown with more decimals, or fewer; one that no number of decimals gives, after ≈.
 */
export function settle(
  build: Build,
  result: number,
  { role = 'result', least = 2, digits }: ResultFormat = {},
): Settled {
  const decimals = decimalsFor(result, least);
  const candidates = digits === undefined ? [decimals, decimals + 1, decimals - 1, decimals - 2] : [digits];
  const lineWith = (sign: string, parts: FormulaPart[], text: string): FormulaPart[] => [
    ...parts,
    { text: sign },
    { text, role },
  ];
  for (const most of [READABLE_DIGITS, MAX_DIGITS]) {
    for (const resultDigits of candidates) {
      const text = formatNumber(result, resultDigits);
      for (let each = Math.max(least, digits ?? 0); each <= Math.max(most, (digits ?? 0) + 6); each++) {
        const { parts, values } = build(each);
        if (values.every((value) => roundsTo(value, resultDigits, text))) {
          return { parts: lineWith(' = ', parts, text), digits: each };
        }
      }
    }
  }
  return { parts: lineWith(' ≈ ', build(decimals).parts, formatNumber(result, decimals)), digits: decimals };
}

/** left, or left × right. */
export interface Term {
  left: number;
  right?: number;
}

export interface TermRoles {
  left?: FormulaPart['role'];
  right?: FormulaPart['role'];
}

/** Up to so many terms are written out; of more, the largest ones. */
const MAX_TERMS = 8;
const LARGEST_TERMS = 6;

const productOf = ({ left, right = 1 }: Term): number => left * right;

/**
 * a×b + c×d + … : all terms, or the largest ones and the sum of the others.
 * @returns how to build it, and how many terms are left out
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

/** The same expression with a name before it: `name = …`. */
export const named = (name: FormulaPart, parts: readonly FormulaPart[]): FormulaPart[] => [
  { ...name, isName: true },
  { text: ' = ', isName: true },
  ...parts,
];
