// Recoveries by patches as a map of tokens, or of heads.
import { patchedRows } from './aligned.js';
import type { HeadRef } from '../../../engine/transformer/head-ref.js';
import type { HeadsOf } from '../../opened.js';
import type { Patches } from './work.js';
import type { Side, Sentences } from './work/sentences.js';
import type { ViewCell } from '../../maps/matrix-layout.js';

type Recovery = Pick<Patches, 'recovery'>;

/** The run that is patched. */
export const baseOf = ({ direction }: Pick<Patches, 'direction'>): Side =>
  direction === 'denoise' ? 'corrupted' : 'clean';

/** Map of patches with layers × tokens. Tokens are rows, or columns if `isDown` is set. */
export interface TokenMap {
  readonly layers: number;
  /** Positions of the displayed tokens. */
  readonly tokens: readonly number[];
  /** Indices in `tokens` of tokens without a counterpart. */
  readonly gaps: readonly number[];
  readonly isDown: boolean;
  /** Recovery of each cell in the map, row by row. */
  readonly values: Float32Array;
  readonly columns: number;
}

export function tokenMapOf(sentences: Sentences, patches: Patches, isDown: boolean): TokenMap {
  const base = baseOf(patches);
  const tokens = patchedRows(sentences, base);
  const { data, shape } = patches.recovery;
  const [layers, count] = shape as [number, number];
  const columns = isDown ? tokens.length : layers;
  const values = Float32Array.from({ length: layers * tokens.length }, (_, index) => {
    const [row, place] = [Math.floor(index / columns), index % columns];
    return isDown ? data[row * count + tokens[place]!]! : data[place * count + tokens[row]!]!;
  });
  const aligned = new Set(sentences.alignment.map(([clean, corrupted]) => (base === 'clean' ? clean : corrupted)));
  const gaps = [...tokens.keys()].filter((at) => !aligned.has(tokens[at]!));
  return { layers, tokens, gaps, isDown, values, columns };
}

/** A patch of one token in one layer. Its recovery is NaN if it is not known, or if the token has no counterpart. */
export interface TokenPatch {
  readonly layer: number;
  readonly position: number;
  readonly isGap: boolean;
  readonly recovery: number;
}

/** The patch in a cell of the map; null if there is no such cell. */
export function patchAt(
  { layers, tokens, gaps, isDown, values, columns }: TokenMap,
  cell: ViewCell,
): TokenPatch | null {
  const [layer, at] = isDown ? [cell.row, cell.place] : [cell.place, cell.row];
  const position = tokens[at];
  if (position === undefined || layer >= layers) return null;
  return { layer, position, isGap: gaps.includes(at), recovery: values[cell.row * columns + cell.place]! };
}

/** The cell with the highest recovery; null if no recovery is known. */
export function strongestCell({ values, columns }: Pick<TokenMap, 'values' | 'columns'>): ViewCell | null {
  const at = largestAt(values);
  return at < 0 ? null : { row: Math.floor(at / columns), place: at % columns };
}

const largestAt = (values: Float32Array): number =>
  values.reduce((best, each, at) => (each > (best < 0 ? -Infinity : values[best]!) ? at : best), -1);

/**
 * Recovery of a head, which is the same for heads that share keys and values. Undefined if another attention type is
 * patched.
 */
export function recoveryOfHead(
  { recovery, attention }: Recovery & Pick<Patches, 'attention'>,
  heads: readonly HeadsOf[],
  at: HeadRef,
): number | undefined {
  if (at.attention !== attention) return undefined;
  const count = recovery.shape[1]!;
  return recovery.data[at.layer * count + Math.floor(at.head / groupOf({ recovery, attention }, heads))];
}

/** Number of heads that have the same recovery, since they share keys and values. */
export const groupOf = (
  { recovery, attention }: Recovery & Pick<Patches, 'attention'>,
  heads: readonly HeadsOf[],
): number => heads.find((each) => each.attention === attention)!.heads / recovery.shape[1]!;

/** The head with the highest recovery; of several heads that share it, the first one. Null if no recovery is known. */
export function strongestHead(patches: Patches, heads: readonly HeadsOf[]): HeadRef | null {
  const { recovery, attention } = patches;
  const [at, count] = [largestAt(recovery.data), recovery.shape[1]!];
  return at < 0 ? null : { attention, layer: Math.floor(at / count), head: (at % count) * groupOf(patches, heads) };
}

/** Adjacent layers in which the same token carries most of the difference between the two sentences. */
export interface Carrier {
  readonly position: number;
  /** First layer, and the layer after the last. */
  readonly begin: number;
  readonly end: number;
}

/** Minimum recovery at which a token carries most of the difference between the two sentences. */
const MOST = 0.5;

/** Tokens that carry most of the difference between the two sentences, by layer. Some layers may have none. */
export function carriersOf({ recovery }: Recovery): Carrier[] {
  const [layers, tokens] = recovery.shape as [number, number];
  const carriers: Carrier[] = [];
  for (let layer = 0; layer < layers; ++layer) {
    const row = recovery.data.subarray(layer * tokens, (layer + 1) * tokens);
    const position = largestAt(row);
    if (position < 0 || row[position]! < MOST) continue;
    const last = carriers.at(-1);
    if (last?.position === position && last.end === layer) carriers[carriers.length - 1] = { ...last, end: layer + 1 };
    else carriers.push({ position, begin: layer, end: layer + 1 });
  }
  return carriers;
}

/** A patch as it is printed: logit differences with three decimals, and the recovery computed from them. */
export interface PrintedPatch {
  readonly clean: number;
  readonly corrupted: number;
  readonly patched: number;
  readonly recovery: number;
}

const rounded = (value: number): number => Math.round(1000 * value) / 1000;

/**
 * Rounds a patch's numbers for printing.
 * @param base the run that is patched
 * @param recovery recovery before rounding
 */
export function printedPatch({ values }: Pick<Sentences, 'values'>, base: Side, recovery: number): PrintedPatch {
  const source = base === 'clean' ? 'corrupted' : 'clean';
  const [clean, corrupted] = [rounded(values.clean), rounded(values.corrupted)];
  const patched = rounded(values[base] + recovery * (values[source] - values[base]));
  const [from, to] = base === 'clean' ? [clean, corrupted] : [corrupted, clean];
  return { clean, corrupted, patched, recovery: from === to ? recovery : (patched - from) / (to - from) };
}

/** Recovery computed from the printed logit differences. */
export const printedRecovery = (sentences: Pick<Sentences, 'values'>, patches: Patches, recovery: number): number =>
  printedPatch(sentences, baseOf(patches), recovery).recovery;
