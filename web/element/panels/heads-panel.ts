// The panel beside all heads: what the panels, their mean and the rollout show.
import { html, nothing, type TemplateResult } from 'lit';
import type { AttentionSource } from '../model/attention-source.js';
import type { Messages } from '../../messages/index.js';
import type { Theme } from '../../ui/palette-css.js';

export interface HeadsPanelProps {
  source: AttentionSource;
  theme: Theme;
  /** Whether the panels show differences from the baseline. */
  isDifference: boolean;
  /** The tokens of the selected cell; null: none. */
  cell: { query: string; key: string } | null;
  /** The key that the query token attends to most, as a sentence. */
  strongest: string;
}

export function headsPanel(
  texts: Messages,
  { source, theme, isDifference, cell, strongest }: HeadsPanelProps,
): TemplateResult {
  const help = [
    ...(isDifference ? texts.headsDifferenceHelp : texts.headsHelp(theme)),
    ...(source.heads.length > 0 ? [texts.headsMeasuredHelp] : []),
    ...texts.aggregatesHelp,
  ];
  return html`<aside>
    <h2>${texts.allHeads}</h2>
    <p data-cell>${cell ? texts.cellInHeads(cell.query, cell.key) : texts.pointInHeads}</p>
    ${source.run ? html`<p>${texts.inputSources[source.headRef.attention]}</p>` : nothing}
    ${help.map((paragraph) => html`<p>${paragraph}</p>`)}
    <p>${strongest}</p>
  </aside>`;
}
