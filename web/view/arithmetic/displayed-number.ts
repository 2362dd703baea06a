// Numbers as the arithmetic displays them, and the values that the displayed texts have.
import { formatNumber } from '../view-model.js';

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
