// The column beside the stage: what happens in this stage, and the arithmetic of the cell in question.
import { html, nothing, type TemplateResult } from 'lit';
import { arithmeticOf } from '../view/arithmetic.js';
import { cursorOf } from '../view/reveal.js';
import { largestColumn, show, type PictureContent } from '../view/picture.js';
import { progress, STAGE_NAMES, stageOf } from '../view/stages.js';
import { ownersOf, VECTORS } from '../view/vectors.js';
import { withSubscripts } from './subscripts.js';
import type { AttentionKind, HeadTrace, NextPiece } from '../engine/run.js';
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

function cellCard(texts: Messages, picture: PictureContent, cell: Cell, { kept, before }: Told): TemplateResult {
  const { from, to } = titleOf(picture, cell);
  return html`<div class="cell ${kept ? 'kept' : ''}">
    <h3><bdi class="query">${from}</bdi> → <bdi class=${cell.matrix === 'attention' ? 'key' : 'value'}>${to}</bdi></h3>
    <div class="numbers" data-arithmetic>
      ${arithmeticOf(picture, cell).map(({ text, role }) => html`<span class=${role ?? nothing}>${text}</span>`)}
    </div>
    ${before && cell.matrix === 'attention' ? html`<p>${difference(texts, picture, cell, before)}</p>` : nothing}
    ${kept ? html`<p class="hint">${texts.frozen}</p>` : nothing}
  </div>`;
}

/**
 * The word that the asking one hears most, in words; nothing before the softmax is done.
 * @param before the head where nothing is changed, or null
 */
export function strongestOf(
  texts: Messages,
  { queryWords, keyWords, trace, moment, selection: { row } }: PictureContent,
  before: HeadTrace | null,
): string {
  if (progress(moment, 'softmax') < 1) return '';
  const column = largestColumn(trace.weights, row);
  const weight = trace.weights.data[row * keyWords.length + column]!;
  if (weight === 0) return texts.hearsNothing(queryWords[row]!);
  const now = texts.strongest(queryWords[row]!, keyWords[column]!, texts.percent(weight, 0));
  if (!before) return now;
  const once = largestColumn(before.weights, row);
  return `${now}${texts.untouched(keyWords[once]!, texts.percent(before.weights.data[row * keyWords.length + once]!, 0))}`;
}

/** How much a weight is more or less than where nothing is changed. */
function difference(texts: Messages, { trace, keyWords }: PictureContent, cell: Cell, before: HeadTrace): string {
  const at = cell.row * keyWords.length + cell.column;
  const [was, is] = [before.weights.data[at]!, trace.weights.data[at]!];
  return texts.difference(show(was, 3), show(is, 3), `${is >= was ? '+' : ''}${show(is - was, 3)}`);
}

/** What the decoder would say after the piece that asks. */
function nextPieces(texts: Messages, next: readonly NextPiece[]): TemplateResult {
  return html`<p class="hint">${texts.nextPieces}</p>
    <ul class="next-pieces">
      ${next.map(
        ({ text, probability }) =>
          html`<li><bdi>${text === '' ? texts.end : text}</bdi> ${texts.percent(probability, 0)}</li>`,
      )}
    </ul>`;
}

/** What is to be told besides the picture. */
interface Told {
  /** Whether the cell in question is kept. */
  kept: boolean;
  /** What the decoder may say next. */
  next: readonly NextPiece[] | null;
  /** The head where nothing is changed; null where nothing is. */
  before: HeadTrace | null;
  kind: AttentionKind;
}

export function explanation(texts: Messages, picture: PictureContent, told: Told): TemplateResult {
  const { next, before, kind } = told;
  const { stage } = picture.moment;
  const cursor = cursorOf(picture);
  const number = STAGE_NAMES.indexOf(stage) + 1;
  if (!picture.stepsKnown) {
    return html`<aside>
      <h2>${texts.weights}</h2>
      ${cursor ? cellCard(texts, picture, cursor, told) : nothing}
      <p>${strongestOf(texts, picture, before)}</p>
    </aside>`;
  }
  return html`<aside>
    <h2>${number}. ${texts.stages[stage]}</h2>
    <p class="formula">${withSubscripts(stageOf(stage).formula)}</p>
    <p>${picture.writing === null ? withSubscripts(texts.narration[stage]) : texts.writing}</p>
    ${stage === 'project' ? html`<p>${texts.sources[kind]}</p>` : nothing}
    ${cursor ? cellCard(texts, picture, cursor, told) : nothing}
    <p>${strongestOf(texts, picture, before)}</p>
    ${next ? nextPieces(texts, next) : nothing}
    <p class="hint">${texts.hint}</p>
    <p class="hint">${texts.shapes(picture.queryWords.length, picture.trace.query.shape[1]!)}</p>
  </aside>`;
}

/** Beside all heads: what they are, and what their mean and the rollout say. */
export function headsExplanation(texts: Messages, kind: AttentionKind, strongest: string): TemplateResult {
  return html`<aside>
    <h2>${texts.allHeads}</h2>
    <p>${texts.sources[kind]}</p>
    ${texts.headsHelp.map((paragraph) => html`<p>${paragraph}</p>`)}
    <p>${strongest}</p>
  </aside>`;
}
