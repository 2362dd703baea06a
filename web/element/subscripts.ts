// Names of matrices in running text, as they are written by hand.
import { html, type TemplateResult } from 'lit';

/** A text in which the letter after a low line is a subscript, as in W_Q. */
export function withSubscripts(text: string): TemplateResult[] {
  const [first = '', ...rest] = text.split('_');
  return [html`${first}`, ...rest.map((part) => html`<sub>${part[0]}</sub>${part.slice(1)}`)];
}
