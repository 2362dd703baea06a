import { html, type TemplateResult } from 'lit';

/** Renders the letter after an underscore as a subscript, as in W_Q. */
export function withSubscripts(text: string): TemplateResult[] {
  const [first = '', ...rest] = text.split('_');
  return [html`${first}`, ...rest.map((part) => html`<sub>${part[0]}</sub>${part.slice(1)}`)];
}
