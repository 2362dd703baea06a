// A map of all heads: layers from left to right, or from top to bottom where it is narrow; heads across.
import { isSameHead, type HeadRef } from '../../engine/transformer/head-ref.js';
import type { HeadsOf } from '../opened.js';
import type { PerAttention } from '../../analysis/index.js';

/** Pixels between rows of heads that share keys and values, and between attentions. */
const [GAP, GAP_OF_ATTENTIONS] = [6, 28];
const [LEAST_CELL, LARGEST_CELL] = [13, 40];

export interface MapLayout {
  readonly cell: number;
  readonly width: number;
  readonly height: number;
  /** True if layers run down. */
  readonly isDown: boolean;
  readonly blocks: readonly MapBlock[];
}

/** An attention's part of the map. */
export interface MapBlock {
  readonly of: HeadsOf;
  /** Begin of the first head, across the layers. */
  readonly begin: number;
  readonly end: number;
}

/** Place of a head across the layers, from the begin of its attention: those that share keys and values stand together. */
const across = ({ group, heads }: HeadsOf, head: number, cell: number): number =>
  head * cell + (group > 1 && group < heads ? Math.floor(head / group) * GAP : 0);

/** @param room pixels, across the screen */
export function mapLayout(heads: readonly HeadsOf[], room: number, isDown: boolean): MapLayout {
  const layers = Math.max(...heads.map((each) => each.layers));
  const most = Math.max(...heads.map((each) => each.heads));
  const cell = Math.floor(Math.min(LARGEST_CELL, Math.max(LEAST_CELL, room / (isDown ? most * 1.15 : layers))));
  let at = 0;
  const blocks = heads.map((of): MapBlock => {
    const begin = at;
    const end = begin + across(of, of.heads - 1, cell) + cell;
    at = end + GAP_OF_ATTENTIONS;
    return { of, begin, end };
  });
  const [along, side] = [layers * cell, at - GAP_OF_ATTENTIONS];
  // Attentions stand below each other where layers run to the right, and beside each other where they run down.
  return { cell, isDown, blocks, width: isDown ? side : along, height: isDown ? along : side };
}

/** Left upper corner of a head's cell. */
export function cornerOf(
  { cell, isDown, blocks }: MapLayout,
  { attention, layer, head }: HeadRef,
): readonly [number, number] {
  const { begin, of } = blocks.find((block) => block.of.attention === attention)!;
  const [along, side] = [layer * cell, begin + across(of, head, cell)];
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

export const isSelected = (selected: HeadRef | null, at: HeadRef): boolean =>
  selected !== null && isSameHead(selected, at);
