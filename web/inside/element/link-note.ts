// A link that was about a model of somebody's own: how the opened file compares with it.
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
