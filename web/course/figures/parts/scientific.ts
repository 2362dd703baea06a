import { html, type TemplateResult } from 'lit';

const MINUS = '−';

/** Formats a number in scientific notation, such as 1.3·10⁸. */
export function scientific(value: number, decimals: number): TemplateResult {
  const [factor, exponent] = value.toExponential(decimals).replace('+', '').split('e') as [string, string];
  return html`${factor}·10<sup>${exponent.replace('-', MINUS)}</sup>`;
}
