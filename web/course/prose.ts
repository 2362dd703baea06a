// Running text of the course: no formula in it is broken across two lines.
import { html, type TemplateResult } from 'lit';
import { withSubscripts } from '../ui/subscripts.js';

/** Operands between operators, as `Q = X·W_Q` or `q = (1, 2)`, without Chinese and without words. */
const OPERAND = String.raw`(?:\([-−\d., ]+\)|[\dA-Za-zᵀ√π_²·]{1,8}(?:\.\d+)?)`;
const FORMULA = new RegExp(`${OPERAND}(?: [=+×÷·] ${OPERAND})+`, 'gu');

/** A longer one may break: it would not fit into a line of a phone. */
const MAX_LENGTH = 24;

/** A text with subscripts, as in W_Q. */
export function prose(text: string): TemplateResult[] {
  const parts: TemplateResult[] = [];
  let end = 0;
  for (const { 0: formula, index } of text.matchAll(FORMULA)) {
    if (formula.length > MAX_LENGTH) continue;
    parts.push(html`${withSubscripts(text.slice(end, index))}<span class="formula">${withSubscripts(formula)}</span>`);
    end = index + formula.length;
  }
  return [...parts, html`${withSubscripts(text.slice(end))}`];
}
