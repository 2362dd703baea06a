// Panel beside the view 'heads', which explains the view's panels, their mean and the rollout.
import { hintFor } from '../hint.js';
import { html, nothing, type TemplateResult } from 'lit';
import { withTerms } from '../../../ui/terms.js';
import type { AttentionSource } from '../../source/attention-source.js';
import type { Comparison } from '../../../view/view-model.js';
import type { HeadOrder } from '../../../view/head-order.js';
import type { HeadRef } from '../../../engine/transformer/run.js';
import type { AllMessages } from '../../../locales/index.js';
import type { TermName } from '../../../locales/glossary.js';
import type { Theme } from '../../../ui/palette-css.js';

export interface HeadsPanelProps {
  source: AttentionSource;
  theme: Theme;
  /** True if the panels of the view show differences from the baseline. */
  isDifference: boolean;
  /** Query and key token of the selected cell; null if no cell is selected. */
  cell: { query: string; key: string } | null;
  order: HeadOrder;
  /** Two heads shown side by side; null if none are compared. */
  comparison: Comparison | null;
  /** The pinned head, with which the selected head is compared; null if none is pinned. */
  pin: HeadRef | null;
  /** Pins a head, or with null unpins it; the function itself is null if pinning is not offered. */
  setPin: ((pin: HeadRef | null) => void) | null;
  /** Caption about the query token's largest weight and the key token that gets it. */
  strongest: string;
  /** Reason to doubt that the head attends to the right token; '' if there is none. */
  doubt: string;
}

/** Button that pins the selected head, and the names of the two heads that are compared. */
function comparisonControl(
  texts: AllMessages,
  { attention, layer, head }: HeadRef,
  comparison: Comparison | null,
  pin: HeadRef | null,
  setPin: (pin: HeadRef | null) => void,
): TemplateResult {
  const pinned = pin?.attention === attention ? pin : null;
  const isSame = pinned?.layer === layer && pinned.head === head;
  const help = comparison
    ? texts.comparing(...(comparison.names as [string, string]))
    : isSame
      ? texts.pinSameHelp
      : texts.pinHelp;
  return html`<div class="pin">
    <button
      aria-pressed=${pinned ? 'true' : 'false'}
      @click=${() => setPin(pinned ? null : { attention, layer, head })}
    >
      ${pinned ? texts.unpin : texts.pin}
    </button>
    <p class="hint" role="status">${help}</p>
  </div>`;
}

export function headsPanel(
  texts: AllMessages,
  { source, theme, isDifference, cell, order, comparison, pin, setPin, strongest, doubt }: HeadsPanelProps,
): TemplateResult {
  const help = [
    ...(isDifference ? texts.headsDifferenceHelp : texts.headsHelp(theme)),
    ...(source.heads.length > 0 ? [texts.headsMeasuredHelp] : []),
    ...texts.aggregatesHelp,
  ];
  const inputSource = source.architecture?.isDecoderOnly
    ? texts.inputSourceOfText
    : texts.inputSources[source.headRef.attention];
  const terms = { glossary: texts.glossary, explained: new Set<TermName>() };
  return html`<aside>
    <h2>${texts.allHeads}</h2>
    ${setPin ? comparisonControl(texts, source.headRef, comparison, pin, setPin) : nothing}
    ${texts.sortHelp[order] === '' ? nothing : html`<p>${withTerms(texts.sortOrders[order] + texts.colon + texts.sortHelp[order], terms)}</p>`}
    <p data-cell>${cell ? texts.cellInHeads(cell.query, cell.key) : hintFor(texts, 'pointInHeads')}</p>
    <div class="narration">
      ${source.run ? html`<p>${inputSource}</p>` : nothing}
      ${help.map((paragraph) => html`<p>${withTerms(paragraph, terms)}</p>`)}
    </div>
    <p>${strongest}</p>
    ${doubt === '' ? nothing : html`<p class="doubt">${doubt}</p>`}
  </aside>`;
}
