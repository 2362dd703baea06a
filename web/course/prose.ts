// Renders running text of the course, without line breaks inside formulas.
import { html, type TemplateResult } from 'lit';
import { withSubscripts } from '../ui/subscripts.js';
import { withTerms, type Explaining } from '../ui/terms.js';

/**
 * Pattern of an operand in a formula, such as those in `Q = X·W_Q` or `q = (1, 2)`. Chinese characters and long words
 * are not operands.
 */
const OPERAND = String.raw`(?:\([-−\d., ]+\)|[\dA-Za-zᵀ√π_²·]{1,8}(?:\.\d+)?)`;
const FORMULA = new RegExp(`${OPERAND}(?: [=+×÷·] ${OPERAND})+`, 'gu');

/** Maximum length, in characters, of a formula that is kept on one line. A longer one would not fit on a phone. */
const MAX_LENGTH = 24;

/** Renders a text with subscripts, as in W_Q, and with formulas that do not break. */
function formulas(text: string): TemplateResult[] {
  const parts: TemplateResult[] = [];
  let end = 0;
  for (const { 0: formula, index } of text.matchAll(FORMULA)) {
    if (formula.length > MAX_LENGTH) continue;
    parts.push(html`${withSubscripts(text.slice(end, index))}<span class="formula">${withSubscripts(formula)}</span>`);
    end = index + formula.length;
  }
  return [...parts, html`${withSubscripts(text.slice(end))}`];
}

/** Renders running text. @param terms explains terms in the text; default: no explanations */
export const prose = (text: string, terms: Explaining = { glossary: null }): TemplateResult[] =>
  withTerms(text, terms, formulas);
