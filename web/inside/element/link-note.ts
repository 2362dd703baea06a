// Note on a link to somebody's own model: is the opened file the one that the link was made for?
import { html, nothing, type TemplateResult } from 'lit';
import type { Shown } from './shown.js';

export function linkNote({ texts, inspection }: Shown): TemplateResult | typeof nothing {
  const { verdict, linked, state, identity } = inspection;
  if (!verdict || !linked) return nothing;
  const { link, percent } = texts;
  const text = {
    checking: () => link.checking(percent(identity.done, 0)),
    same: () => link.same,
    other: () => link.other(linked.model, state.model),
    otherName: () => link.otherName(linked.model, state.model),
  }[verdict]();
  return html`<p class="linked" data-verdict=${verdict} role="status">${text}</p>`;
}
