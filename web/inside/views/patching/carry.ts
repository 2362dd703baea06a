// Lets the user move an activation from one sentence into the other: a map of the source sentence to choose from, and
// the resulting answer.
import { cellOf, placeAt, sourceOf, sourceRows } from './carried-cells.js';
import { html, nothing, type TemplateResult } from 'lit';
import { labeledLayers, type AxisLabel, type ViewCell } from '../../maps/matrix-layout.js';
import { matrixPicture } from '../../maps/matrix-picture.js';
import { baseOf, type TokenMap } from './patch-map.js';
import { carried } from './results.js';
import { shownToken, type Shown } from '../../element/shown.js';
import type { Carried, CarriedAnswer } from './work/carried.js';
import type { Place } from '../../state.js';
import type { Patches } from './work.js';
import type { Side, Sentences } from './work/sentences.js';

/** Sizes of a map's cells and labels in pixels, the same as in the map of patches. */
export interface CarrySizes {
  readonly left: number;
  readonly row: number;
  readonly mostWidth: number;
}

/** MIME type of the text that describes a dragged cell. */
const TYPE = 'application/x-spotlight-place';

/**
 * Cache of arrays that contain only NaN, for maps without numbers, by the number of cells. The same array is reused,
 * because images are cached by their array.
 */
const empty = new Map<number, Float32Array>();
function emptyCells(count: number): Float32Array {
  const cells = empty.get(count) ?? new Float32Array(count).fill(NaN);
  empty.set(count, cells);
  return cells;
}

/**
 * Handlers for the cells of the map of patches, which receive the moved activation: by a drop, by Enter, or by a click
 * after the source was chosen.
 */
export function target({ inspection }: Shown, map: TokenMap) {
  const { carry } = inspection.state;
  const put = (cell: ViewCell, from = carry?.from) => {
    const to = placeAt(map, cell);
    if (to && from) inspection.set({ carry: { from, to } });
  };
  return {
    act: (cell: ViewCell) => put(cell),
    dropped: { type: TYPE, put: (cell: ViewCell, text: string) => put(cell, JSON.parse(text) as Place) },
  };
}

interface Carrying {
  readonly sentences: Sentences;
  readonly patches: Patches;
  readonly map: TokenMap;
}

/** Map of the sentence from which an activation is moved. Its cells have no numbers. */
export function carrySource(
  shown: Shown,
  { sentences, patches, map }: Carrying,
  { left, row, mostWidth }: CarrySizes,
): TemplateResult {
  const { texts, inspection, isNarrow } = shown;
  const { carry } = inspection.state;
  const source = sourceOf(patches);
  const rows = sourceRows(sentences, patches, map);
  const words = rows.tokens.map((position, at): AxisLabel => ({
    begin: at,
    end: at + 1,
    text: shownToken(sentences.tokens[source][position]!.text),
  }));
  const step = isNarrow ? row : Math.min(mostWidth, (shown.width - left) / rows.layers);
  const layers = labeledLayers(rows.layers, step).map((layer): AxisLabel => {
    return { begin: layer - 1, end: layer, text: String(layer) };
  });
  const choose = (cell: ViewCell) => {
    const from = placeAt(rows, cell);
    if (from) inspection.set({ carry: { from, to: null } });
    return from;
  };
  return matrixPicture({
    name: texts.patching.carry.map[source],
    selectedText: carry ? nameOfPlace(shown, { sentences, patches }, source, carry.from) : '',
    values: emptyCells(rows.layers * rows.tokens.length),
    columns: isNarrow ? rows.tokens.length : rows.layers,
    scale: shown.signedScale(1),
    rowLabels: isNarrow ? layers : words,
    columnLabels: isNarrow ? words : layers,
    corner: texts.layer,
    cell: carry && cellOf(rows, carry.from),
    select: choose,
    isHeld: true,
    grabbed: { type: TYPE, take: (cell) => JSON.stringify(choose(cell)) },
    room: shown.width,
    left,
    isUpright: isNarrow,
    mostWidth,
    height: row,
  });
}

/** Text that names the moved activation, and the answer with and without it. */
export function carryResult(shown: Shown, of: Omit<Carrying, 'map'>): TemplateResult {
  const { texts, inspection } = shown;
  const { carry } = inspection.state;
  const base = baseOf(of.patches);
  const source = sourceOf(of.patches);
  const name = (side: Side, place: Place) => nameOfPlace(shown, of, side, place);
  return html`<section class="carry" aria-label=${texts.patching.carry.title}>
    <h3>${texts.patching.carry.title}</h3>
    ${carry?.to ? nothing : html`<p class="note">${texts.patching.carry.how[source]}</p>`}
    <p role="status">
      ${carry ? html`<b>${name(source, carry.from)}</b>` : nothing}
      ${carry?.to ? html`→ <b>${name(base, carry.to)}</b>` : nothing}
    </p>
    ${result(shown)}
  </section>`;
}

function nameOfPlace(
  { texts }: Shown,
  { sentences, patches: { activation } }: Omit<Carrying, 'map'>,
  side: Side,
  { layer, position }: Place,
): string {
  const token = shownToken(sentences.tokens[side][position]?.text ?? '');
  return texts.patching.carry.of(
    texts.patching[side],
    texts.patching.place(texts.patching.activations[activation], token, layer + 1),
  );
}

function result({ texts, inspection }: Shown): TemplateResult | typeof nothing {
  const { status, value, error } = inspection.result(carried);
  if (!inspection.state.carry?.to) return nothing;
  const clear = html`<button class="link" @click=${() => inspection.set({ carry: null })}>
    ${texts.patching.carry.clear}
  </button>`;
  if (status === 'failed') return html`<p class="note">${texts.task.failed(error)} ${clear}</p>`;
  return value ? html`${numbers(texts, value)} ${clear}` : html`<div class="wait"></div>`;
}

function numbers(texts: Shown['texts'], { before, after }: Carried): TemplateResult {
  const line = (name: string, { difference, token, next }: CarriedAnswer) =>
    html`<tr>
      <th scope="row">${name}</th>
      <td class="number">${texts.exact(difference)}</td>
      <td class="number">${texts.percent(token.probability, 0)}</td>
      <td>${texts.patching.carry.next(shownToken(next.text), texts.percent(next.probability, 0))}</td>
    </tr>`;
  return html`<table class="carried">
    <thead>
      <tr>
        <td></td>
        <th scope="col">${texts.ask.difference}</th>
        <th scope="col">“${shownToken(before.token.text)}”</th>
        <th scope="col">${texts.patching.carry.most}</th>
      </tr>
    </thead>
    <tbody>
      ${line(texts.patching.carry.before, before)} ${line(texts.patching.carry.after, after)}
    </tbody>
  </table>`;
}
