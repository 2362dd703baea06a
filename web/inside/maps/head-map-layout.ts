// A map of all heads: layers from left to right, or from top to bottom where it is narrow; heads across.
import type { HeadRef } from '../../engine/transformer/head-ref.js';
import type { HeadsOf } from '../opened.js';
import type { PerAttention } from '../../analysis/index.js';

/** Pixels between rows of heads that share keys and values, and between attentions. */
const [GAP, GAP_OF_ATTENTIONS] = [6, 28];
const [LEAST_CELL, LARGEST_CELL] = [13, 72];
/** Most pixels of a map that runs to the right from top to bottom, as cells of the least size allow: it is seen as a whole. */
const mostHeight = (room: number): number => Math.max(460, Math.min(680, 0.55 * room));
/** Between the heads and what is drawn for a layer as a whole, and between such rows. */
const [BEFORE_ROWS, BETWEEN_ROWS] = [12, 4];

export interface MapLayout {
  readonly cell: number;
  readonly width: number;
  readonly height: number;
  /** True if layers run down. */
  readonly isDown: boolean;
  readonly layers: number;
  readonly blocks: readonly MapBlock[];
  /** Begins of the rows for the layers as a whole, across the layers. */
  readonly rowsAt: readonly number[];
}

/** An attention's part of the map. */
export interface MapBlock {
  readonly of: HeadsOf;
  /** Begin of the first head, across the layers. */
  readonly begin: number;
  readonly end: number;
}

/** Place of a head across the layers, from the begin of its attention: those that share keys and values stand together. */
const placeAcross = ({ group, heads }: HeadsOf, head: number, cell: number): number =>
  head * cell + (group > 1 && group < heads ? Math.floor(head / group) * GAP : 0);

/**
 * @param room pixels, across the screen
 * @param isDown true if layers run down
 * @param rows number of rows for the layers as a whole, beyond the heads
 */
export function mapLayout(heads: readonly HeadsOf[], room: number, isDown: boolean, rows = 0): MapLayout {
  const layers = Math.max(...heads.map((each) => each.layers));
  const count = heads.reduce((sum, each) => sum + each.heads, 0) + rows;
  const gaps = across(heads, 0).at(-1)!.end + (rows > 0 ? BEFORE_ROWS + (rows - 1) * BETWEEN_ROWS : 0);
  const fitting = isDown ? (room - gaps) / count : Math.min(room / layers, (mostHeight(room) - gaps) / count);
  const cell = Math.floor(Math.min(LARGEST_CELL, Math.max(LEAST_CELL, fitting)));
  const blocks = across(heads, cell);
  const side = blocks.at(-1)!.end;
  const rowsAt = Array.from({ length: rows }, (_, row) => side + BEFORE_ROWS + row * (cell + BETWEEN_ROWS));
  const [along, whole] = [layers * cell, rows > 0 ? rowsAt.at(-1)! + cell : side];
  // Attentions stand below each other where layers run to the right, and beside each other where they run down.
  return { cell, layers, isDown, blocks, rowsAt, width: isDown ? whole : along, height: isDown ? along : whole };
}

/** The attentions one after the other, with cells of this size. */
function across(heads: readonly HeadsOf[], cell: number): MapBlock[] {
  let at = 0;
  return heads.map((of): MapBlock => {
    const begin = at;
    const end = begin + placeAcross(of, of.heads - 1, cell) + cell;
    at = end + GAP_OF_ATTENTIONS;
    return { of, begin, end };
  });
}

/** Left upper corner of a layer's cell in such a row. */
export const cornerOfRow = (
  { cell, isDown, rowsAt }: MapLayout,
  row: number,
  layer: number,
): readonly [number, number] => (isDown ? [rowsAt[row]!, layer * cell] : [layer * cell, rowsAt[row]!]);

/** Left upper corner of a head's cell. */
export function cornerOf(
  { cell, isDown, blocks }: MapLayout,
  { attention, layer, head }: HeadRef,
): readonly [number, number] {
  const { begin, of } = blocks.find((block) => block.of.attention === attention)!;
  const [along, side] = [layer * cell, begin + placeAcross(of, head, cell)];
  return isDown ? [side, along] : [along, side];
}

/** The head at a point; null: none. */
export function headAt(layout: MapLayout, x: number, y: number): HeadRef | null {
  return (
    allHeads(layout.blocks.map(({ of }) => of)).find((at) => {
      const [left, top] = cornerOf(layout, at);
      return x >= left && x < left + layout.cell && y >= top && y < top + layout.cell;
    }) ?? null
  );
}

export const allHeads = (heads: readonly HeadsOf[]): HeadRef[] =>
  heads.flatMap(({ attention, layers, heads: count }) =>
    Array.from({ length: layers * count }, (_, at) => ({
      attention,
      layer: Math.floor(at / count),
      head: at % count,
    })),
  );

/** The head next to one, by the arrow keys; the same at an edge. Layers go with left and right, or up and down. */
export function neighborOf(heads: readonly HeadsOf[], at: HeadRef, key: string, isDown: boolean): HeadRef {
  const [ALONG, ACROSS] = [
    isDown ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'],
    isDown ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'],
  ];
  const step = (keys: readonly string[]) => (key === keys[0] ? -1 : key === keys[1] ? 1 : 0);
  const of = heads.find(({ attention }) => attention === at.attention)!;
  const layer = Math.min(of.layers - 1, Math.max(0, at.layer + step(ALONG)));
  const head = at.head + step(ACROSS);
  if (head >= 0 && head < of.heads) return { ...at, layer, head };
  // Over the edge of an attention to the next one.
  const other = heads[heads.indexOf(of) + Math.sign(step(ACROSS))];
  if (!other) return { ...at, layer };
  return { attention: other.attention, layer: Math.min(layer, other.layers - 1), head: head < 0 ? other.heads - 1 : 0 };
}

/** The number of a head in tensors [layers, heads]; NaN: not yet computed; undefined: there is none. */
export function numberOf(values: PerAttention, { attention, layer, head }: HeadRef): number | undefined {
  const tensor = values[attention];
  return tensor?.data[layer * tensor.shape[1]! + head];
}

export interface Extremes {
  readonly largest: { readonly at: HeadRef; readonly value: number };
  readonly smallest: { readonly at: HeadRef; readonly value: number };
  readonly mean: number;
}

/** The heads with the largest and the smallest number, and the mean of those that are known; null: none is. */
export function extremesOf(heads: readonly HeadsOf[], values: PerAttention): Extremes | null {
  const known = allHeads(heads)
    .map((at) => ({ at, value: numberOf(values, at) ?? NaN }))
    .filter(({ value }) => !Number.isNaN(value));
  if (known.length === 0) return null;
  const pick = (isBetter: (a: number, b: number) => boolean) =>
    known.reduce((best, each) => (isBetter(each.value, best.value) ? each : best));
  const mean = known.reduce((sum, { value }) => sum + value, 0) / known.length;
  return { largest: pick((a, b) => a > b), smallest: pick((a, b) => a < b), mean };
}

/** The head with the largest number, whatever its sign. */
export const strongestOf = ({ largest, smallest }: Extremes): Extremes['largest'] =>
  Math.abs(smallest.value) > Math.abs(largest.value) ? smallest : largest;

/** Pixels from a point at which its head is still meant. */
const REACH = 16;

/** The head whose point is nearest, and near; null: none is. */
export function headAtPoint(
  points: readonly { readonly at: HeadRef; readonly left: number; readonly top: number }[],
  x: number,
  y: number,
): HeadRef | null {
  const distances = points.map(({ at, left, top }) => ({ at, distance: Math.hypot(left - x, top - y) }));
  const near = distances.filter(({ distance }) => distance <= REACH);
  return (
    near.reduce<(typeof near)[number] | null>(
      (best, each) => (best && best.distance <= each.distance ? best : each),
      null,
    )?.at ?? null
  );
}
