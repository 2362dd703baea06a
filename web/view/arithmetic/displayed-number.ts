// Numbers rounded for display in the arithmetic, each with the value that its displayed text has.
import { formatNumber } from '../view-model.js';

/** A number rounded for display: its text, and the exact value of that text. */
export interface Shown {
  text: string;
  value: number;
}

export function shown(value: number, digits: number): Shown {
  const text = formatNumber(value, digits);
  return { text, value: value === -Infinity ? value : Number(text.replace('−', '-')) };
}

/** Formats a factor or a summand, with parentheses around a negative number. */
export function operand(value: number, digits: number): Shown {
  const { text, value: rounded } = shown(value, digits);
  return { text: text.startsWith('−') ? `(${text})` : text, value: rounded };
}

/** Formats a number without trailing zeros. */
export function plain(value: number, digits: number): Shown {
  const rounded = Number(value.toFixed(digits));
  return { text: String(rounded), value: rounded };
}
