// Formats a sum of products, such as the dot product of a query and a key, as text.
import { operand } from './displayed-number.js';
import type { Build, FormulaPart } from './formula.js';

/** Term of a sum: the number `left`, or the product left × right. */
export interface Term {
  left: number;
  right?: number;
}

export interface TermRoles {
  left?: FormulaPart['role'];
  right?: FormulaPart['role'];
}

/**
 * Maximum number of terms of a sum that is shown as a whole. A longer sum shows only its LARGEST_TERMS largest terms.
 */
const MAX_TERMS = 8;
const LARGEST_TERMS = 6;

const productOf = ({ left, right = 1 }: Term): number => left * right;

/**
 * Formats the sum a×b + c×d + … with all its terms, or with the largest terms and the sum of the others.
 * @returns a function that builds the expression, and the number of terms that it leaves out
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
