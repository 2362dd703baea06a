// Layout of a map of all heads. Layers run to the right, or downwards on a narrow screen; the heads of a layer run
// across them.
import type { HeadRef } from '../../engine/transformer/head-ref.js';
import type { HeadsOf } from '../opened.js';
import type { PerAttention } from '../../analysis/index.js';

/**
 * Gaps in a map of heads, in pixels: between groups of heads that share keys and values, and between attention types.
 */
const [GAP, GAP_OF_ATTENTIONS] = [6, 28];
const [LEAST_CELL, LARGEST_CELL] = [13, 72];
/** Maximum height, in pixels, of a map of heads whose layers run to the right, so that the map fits on the screen. */
const mostHeight = (room: number): number => Math.max(460, Math.min(680, 0.55 * room));
/**
 * Gaps in a map of heads, in pixels: between the heads and the rows that have one cell per layer (such as for
 * feed-forward layers), and between two of these rows.
 */
const [BEFORE_ROWS, BETWEEN_ROWS] = [12, 4];

export interface MapLayout {
  readonly cell: number;
  readonly width: number;
  readonly height: number;
  /** True if the layers run downwards instead of to the right. */
  readonly isDown: boolean;
  readonly layers: number;
  readonly blocks: readonly MapBlock[];
  /**
   * Offsets, in pixels, of the rows below the heads that have one cell per layer (such as for feed-forward layers),
   * measured across the layers.
   */
  readonly rowsAt: readonly number[];
}

/** Part of a map of heads that contains the heads of one attention type. */
export interface MapBlock {
  readonly of: HeadsOf;
  /** Offset of the first head of the attention type, in pixels, measured across the layers. */
  readonly begin: number;
  /** Offset of the end of the attention type's last head, in pixels, measured across the layers. */
  readonly end: number;
}

/**
 * Offset of a head from the first head of its attention type, in pixels, measured across the layers. There are gaps
 * between groups of heads that share keys and values.
 */
const placeAcross = ({ group, heads }: HeadsOf, head: number, cell: number): number =>
  head * cell + (group > 1 && group < heads ? Math.floor(head / group) * GAP : 0);

/**
 * Computes the layout of a map of heads.
 * @param room available width in pixels
 * @param isDown true if layers run downwards instead of to the right
 * @param rows number of rows with one cell per layer
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
  // Attention types are one below the other if layers run to the right, and side by side if layers run downwards.
  return { cell, layers, isDown, blocks, rowsAt, width: isDown ? whole : along, height: isDown ? along : whole };
}

/** Parts of the map, one for each attention type, with their offsets for a given size of a cell. */
function across(heads: readonly HeadsOf[], cell: number): MapBlock[] {
  let at = 0;
  return heads.map((of): MapBlock => {
    const begin = at;
    const end = begin + placeAcross(of, of.heads - 1, cell) + cell;
    at = end + GAP_OF_ATTENTIONS;
    return { of, begin, end };
  });
}

/** Top left corner of a cell in one of the map's rows that have one cell per layer, such as for feed-forward layers. */
export const cornerOfRow = (
  { cell, isDown, rowsAt }: MapLayout,
  row: number,
  layer: number,
): readonly [number, number] => (isDown ? [rowsAt[row]!, layer * cell] : [layer * cell, rowsAt[row]!]);

export function cornerOf(
  { cell, isDown, blocks }: MapLayout,
  { attention, layer, head }: HeadRef,
): readonly [number, number] {
  const { begin, of } = blocks.find((block) => block.of.attention === attention)!;
  const [along, side] = [layer * cell, begin + placeAcross(of, head, cell)];
  return isDown ? [side, along] : [along, side];
}

/** The head at a point of the map; null if there is none there. */
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

/** The next head in the direction of an arrow key, from a given one; the same head at the edge of the map. */
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
  // Across the edge of an attention type, the selection moves to the adjacent attention type.
  const other = heads[heads.indexOf(of) + Math.sign(step(ACROSS))];
  if (!other) return { ...at, layer };
  return { attention: other.attention, layer: Math.min(layer, other.layers - 1), head: head < 0 ? other.heads - 1 : 0 };
}

/**
 * Number of a head in a result, which has a tensor [layers, heads] for each attention type; NaN if it is not computed
 * yet, undefined if there is no tensor for its attention type.
 */
export function numberOf(values: PerAttention, { attention, layer, head }: HeadRef): number | undefined {
  const tensor = values[attention];
  return tensor?.data[layer * tensor.shape[1]! + head];
}

export interface Extremes {
  readonly largest: { readonly at: HeadRef; readonly value: number };
  readonly smallest: { readonly at: HeadRef; readonly value: number };
  readonly mean: number;
}

/**
 * Heads with the largest and the smallest known number in a map, and the mean of the numbers; null if no number is
 * known.
 */
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

/** The extreme with the larger magnitude: its head and its number. */
export const strongestOf = ({ largest, smallest }: Extremes): Extremes['largest'] =>
  Math.abs(smallest.value) > Math.abs(largest.value) ? smallest : largest;

/** Maximum distance, in pixels, of the pointer from a head's point in a chart at which the pointer selects the head. */
const REACH = 16;

/** Head whose point in a chart is nearest to the pointer, if it is within reach; otherwise null. */
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
