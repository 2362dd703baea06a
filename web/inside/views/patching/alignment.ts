// Two texts below each other, token by token.
import { alignedColumns, shownColumns } from '../../views/aligned.js';
import { html, type TemplateResult } from 'lit';
import { shownToken, type Shown } from '../shown.js';
import type { Side, TextPair } from '../../work/pair/pair.js';

/** Differing tokens are bold and underlined, a gap is a dash. */
export function pairAlignment({ texts }: Shown, pair: TextPair): TemplateResult {
  const { tokens } = pair;
  const token = (side: Side, at: number | null, isSame: boolean) => {
    const text =
      at === null ? html`<span class="visually-hidden">${texts.pair.gap}</span>–` : shownToken(tokens[side][at]!.text);
    return isSame ? html`<span>${text}</span>` : html`<b>${text}</b>`;
  };
  return html`<ol class="aligned" aria-label=${texts.pair.alignment}>
    ${shownColumns(alignedColumns(pair)).map((column) =>
      column
        ? html`<li>
            ${token('clean', column.clean, column.isSame)} ${token('corrupted', column.corrupted, column.isSame)}
          </li>`
        : html`<li><span>…</span><span>…</span></li>`,
    )}
  </ol>`;
}
