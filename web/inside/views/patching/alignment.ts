// Draws the two aligned sentences of the view `patching`, one above the other.
import { alignedColumns, shownColumns } from './aligned.js';
import { html, type TemplateResult } from 'lit';
import { shownToken, type Shown } from '../../element/shown.js';
import type { Side, Sentences } from './work/sentences.js';

/** Draws the aligned sentences. Tokens that differ are bold and underlined; a gap is drawn as a dash. */
export function alignment({ texts }: Shown, sentences: Sentences): TemplateResult {
  const { tokens } = sentences;
  const token = (side: Side, at: number | null, isSame: boolean) => {
    const text =
      at === null
        ? html`<span class="visually-hidden">${texts.patching.gap}</span>–`
        : shownToken(tokens[side][at]!.text);
    return isSame ? html`<span>${text}</span>` : html`<b>${text}</b>`;
  };
  return html`<ol class="aligned" aria-label=${texts.patching.alignment}>
    ${shownColumns(alignedColumns(sentences)).map((column) =>
      column
        ? html`<li>
            ${token('clean', column.clean, column.isSame)} ${token('corrupted', column.corrupted, column.isSame)}
          </li>`
        : html`<li><span>…</span><span>…</span></li>`,
    )}
  </ol>`;
}
