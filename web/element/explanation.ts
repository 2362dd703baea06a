// The column beside the stage: what happens in this stage, and the arithmetic of the cell in question.
import { html, nothing, type TemplateResult } from 'lit';
import { arithmeticOf } from '../view/arithmetic.js';
import { cursorOf } from '../view/reveal.js';
import { largestColumn, type PictureContent } from '../view/picture.js';
import { progress, STAGE_NAMES, stageOf } from '../view/stages.js';
import { ownersOf, VECTORS } from '../view/vectors.js';
import type { NextPiece } from '../engine/run.js';
import type { Cell } from '../view/scene.js';
import type { Messages } from '../messages/index.js';

/** What a cell joins: two words, or a word and one of its numbers. */
function titleOf(picture: PictureContent, { matrix, row, column }: Cell): { from: string; to: string } {
  const { queryWords, keyWords } = picture;
  if (matrix === 'attention') return { from: queryWords[row]!, to: keyWords[column]! };
  const { symbol, transposed } = VECTORS[matrix];
  const [word, dimension] = transposed ? [column, row] : [row, column];
  return { from: ownersOf(picture, matrix)[word]!, to: `${symbol.replace('ᵀ', '')}[${dimension}]` };
}

function cellCard(texts: Messages, picture: PictureContent, cell: Cell, kept: boolean): TemplateResult {
  const { from, to } = titleOf(picture, cell);
  return html`<div class="cell ${kept ? 'kept' : ''}">
    <h3><bdi class="query">${from}</bdi> → <bdi class=${cell.matrix === 'attention' ? 'key' : 'value'}>${to}</bdi></h3>
    <div class="numbers" data-arithmetic>
      ${arithmeticOf(picture, cell).map(({ text, role }) => html`<span class=${role ?? nothing}>${text}</span>`)}
    </div>
    ${kept ? html`<p class="hint">${texts.frozen}</p>` : nothing}
  </div>`;
}

/** The word that the asking one hears most, in words; nothing before the softmax is done. */
export function strongestOf(
  texts: Messages,
  { queryWords, keyWords, trace, moment, selection }: PictureContent,
): string {
  if (progress(moment, 'softmax') < 1) return '';
  const column = largestColumn(trace.weights, selection.row);
  const weight = trace.weights.data[selection.row * keyWords.length + column]!;
  return texts.strongest(queryWords[selection.row]!, keyWords[column]!, (weight * 100).toFixed(0));
}

/** A text in which the letter after a low line is a subscript, as in W_Q. */
function withSubscripts(text: string): TemplateResult[] {
  const [first = '', ...rest] = text.split('_');
  return [html`${first}`, ...rest.map((part) => html`<sub>${part[0]}</sub>${part.slice(1)}`)];
}

/** What the decoder would say after the piece that asks. */
function nextPieces(texts: Messages, next: readonly NextPiece[]): TemplateResult {
  return html`<p class="hint">${texts.nextPieces}</p>
    <ul class="next-pieces">
      ${next.map(
        ({ text, probability }) =>
          html`<li><bdi>${text === '' ? texts.end : text}</bdi> ${(probability * 100).toFixed(0)} %</li>`,
      )}
    </ul>`;
}

export function explanation(
  texts: Messages,
  picture: PictureContent,
  kept: boolean,
  next: readonly NextPiece[] | null,
): TemplateResult {
  const { stage } = picture.moment;
  const cursor = cursorOf(picture);
  const number = STAGE_NAMES.indexOf(stage) + 1;
  return html`<aside>
    <h2>${number}. ${texts.stages[stage]}</h2>
    <p class="formula">${withSubscripts(stageOf(stage).formula)}</p>
    <p>${withSubscripts(texts.narration[stage])}</p>
    ${cursor ? cellCard(texts, picture, cursor, kept) : nothing}
    <p>${strongestOf(texts, picture)}</p>
    ${next ? nextPieces(texts, next) : nothing}
    <p class="hint">${texts.asksHint} ${texts.cellHint}</p>
    <p class="hint">${texts.shapes(picture.queryWords.length, picture.trace.query.shape[1]!)}</p>
  </aside>`;
}
