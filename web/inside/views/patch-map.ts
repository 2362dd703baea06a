// The map of a patching, as rows of tokens, or as numbers of heads.
import type { HeadRef } from '../../engine/transformer/head-ref.js';
import type { HeadsOf } from '../opened.js';
import type { Patches } from '../work/patches.js';
import type { ViewCell } from './matrix-layout.js';

type Recovery = Pick<Patches, 'recovery'>;

/** @param rows positions @returns [rows, layers], or where layers run down [layers, rows] */
export function recoveryOfTokens({ recovery }: Recovery, rows: readonly number[], isDown: boolean): Float32Array {
  const [layers, tokens] = recovery.shape as [number, number];
  const at = (layer: number, row: number) => recovery.data[layer * tokens + rows[row]!]!;
  const values = Array.from({ length: layers * rows.length }, (_, index) =>
    isDown ? at(Math.floor(index / rows.length), index % rows.length) : at(index % layers, Math.floor(index / layers)),
  );
  return Float32Array.from(values);
}

/** Layer and row of a cell of that map. */
export const placeOfCell = ({ row, place }: ViewCell, isDown: boolean) =>
  isDown ? { layer: row, row: place } : { layer: place, row };

/** The number of a head: that of its keys or values, which heads may share; undefined: another attention is patched. */
export function recoveryOfHead(
  { recovery, attention }: Recovery & Pick<Patches, 'attention'>,
  heads: readonly HeadsOf[],
  at: HeadRef,
): number | undefined {
  if (at.attention !== attention) return undefined;
  const count = recovery.shape[1]!;
  const of = heads.find((each) => each.attention === attention)!;
  return recovery.data[at.layer * count + Math.floor((at.head * count) / of.heads)];
}

/** Layers next to each other in which the same token carries most. */
export interface Carrier {
  readonly position: number;
  /** First layer, and the one after the last. */
  readonly begin: number;
  readonly end: number;
}

export function carriersOf({ recovery }: Recovery): Carrier[] {
  const [layers, tokens] = recovery.shape as [number, number];
  const carriers: Carrier[] = [];
  for (let layer = 0; layer < layers; ++layer) {
    const row = recovery.data.subarray(layer * tokens, (layer + 1) * tokens);
    // Gaps are NaN, and never more than another one.
    const position = row.reduce((best, each, at) => (each > (row[best]! || -Infinity) ? at : best), 0);
    const last = carriers.at(-1);
    if (last?.position === position) carriers[carriers.length - 1] = { ...last, end: layer + 1 };
    else carriers.push({ position, begin: layer, end: layer + 1 });
  }
  return carriers;
}

/** The largest number, and its layer and column; null: none is known. */
export function largestRecovery({ recovery: { data, shape } }: Recovery) {
  const at = data.reduce((best, each, index) => (each > (best < 0 ? -Infinity : data[best]!) ? index : best), -1);
  const columns = shape[1]!;
  return at < 0 ? null : { layer: Math.floor(at / columns), column: at % columns, value: data[at]! };
}
