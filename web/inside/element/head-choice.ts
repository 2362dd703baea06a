// Drop-down menus that select a head, for views that have no map of heads.
import { html, nothing, type TemplateResult } from 'lit';
import type { HeadRef } from '../../engine/transformer/head-ref.js';
import type { Shown } from './shown.js';

export function headChoice({ texts, inspection }: Shown): TemplateResult | typeof nothing {
  const { heads, state } = inspection;
  const { head: at } = state;
  if (!at) return nothing;
  const of = heads.find(({ attention }) => attention === at.attention) ?? heads[0]!;
  const choose = (changed: (index: number) => Partial<HeadRef>) => (event: Event) => {
    const next = { ...at, ...changed((event.target as HTMLSelectElement).selectedIndex) };
    const own = heads.find(({ attention }) => attention === next.attention)!;
    inspection.select({
      ...next,
      layer: Math.min(next.layer, own.layers - 1),
      head: Math.min(next.head, own.heads - 1),
    });
  };
  const select = (name: string, options: readonly string[], chosen: number, change: (event: Event) => void) =>
    html`<select aria-label=${name} @change=${change}>
      ${options.map((option, index) => html`<option .selected=${index === chosen}>${option}</option>`)}
    </select>`;
  const numbered = (count: number, name: (number: number) => string) =>
    Array.from({ length: count }, (_, index) => name(index + 1));
  const { attentions } = texts.model;
  return html`<span class="choice">
    ${
      heads.length > 1
        ? select(
            texts.choice.attention,
            heads.map(({ attention }) => attentions[attention]),
            heads.indexOf(of),
            choose((index) => ({ attention: heads[index]!.attention })),
          )
        : nothing
    }
    ${select(
      texts.choice.layer,
      numbered(of.layers, texts.choice.ofLayer),
      at.layer,
      choose((layer) => ({ layer })),
    )}
    ${select(
      texts.choice.head,
      numbered(of.heads, texts.head),
      at.head,
      choose((head) => ({ head })),
    )}
  </span>`;
}
