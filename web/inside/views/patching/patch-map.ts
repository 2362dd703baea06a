// Recoveries of the view `patching` as a map of tokens, or of heads.
import { patchedRows } from './aligned.js';
import type { HeadRef } from '../../../engine/transformer/head-ref.js';
import type { HeadsOf } from '../../opened.js';
import type { Patches } from './work.js';
import type { Side, Sentences } from './work/sentences.js';
import type { ViewCell } from '../../maps/matrix-layout.js';

type Recovery = Pick<Patches, 'recovery'>;

/** The sentence whose run is patched. */
export const baseOf = ({ direction }: Pick<Patches, 'direction'>): Side =>
  direction === 'denoise' ? 'corrupted' : 'clean';

/** Map of patches by token, [layers, tokens]. Rows are tokens; if `isDown` is set, rows are layers. */
export interface TokenMap {
  readonly layers: number;
  /** Positions of the tokens that the map shows. */
  readonly tokens: readonly number[];
  /** Indices, in `tokens`, of the tokens without a counterpart in the other sentence, which cannot be patched. */
  readonly gaps: readonly number[];
  readonly isDown: boolean;
  /** Recovery in each cell of the map, row by row. */
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

/**
 * A patch of one token in one layer. Its recovery is NaN if it is not known yet, or if the token has no counterpart.
 */
export interface TokenPatch {
  readonly layer: number;
  readonly position: number;
  readonly isGap: boolean;
  readonly recovery: number;
}

/** The patch that a cell of the map stands for; null if there is no such cell. */
export function patchAt(
  { layers, tokens, gaps, isDown, values, columns }: TokenMap,
  cell: ViewCell,
): TokenPatch | null {
  const [layer, at] = isDown ? [cell.row, cell.place] : [cell.place, cell.row];
  const position = tokens[at];
  if (position === undefined || layer >= layers) return null;
  return { layer, position, isGap: gaps.includes(at), recovery: values[cell.row * columns + cell.place]! };
}

/** Cell of the map with the highest recovery; null if no recovery is known. */
export function strongestCell({ values, columns }: Pick<TokenMap, 'values' | 'columns'>): ViewCell | null {
  const at = largestAt(values);
  return at < 0 ? null : { row: Math.floor(at / columns), place: at % columns };
}

const largestAt = (values: Float32Array): number =>
  values.reduce((best, each, at) => (each > (best < 0 ? -Infinity : values[best]!) ? at : best), -1);

/**
 * Recovery by patching a head. It is the same for heads that share keys and values, which are patched together.
 * Undefined if heads of another attention type are patched.
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

/**
 * Number of query heads that are patched together, and therefore have the same recovery, since they share keys and
 * values; 1 for activations of single heads.
 */
export const groupOf = (
  { recovery, attention }: Recovery & Pick<Patches, 'attention'>,
  heads: readonly HeadsOf[],
): number => heads.find((each) => each.attention === attention)!.heads / recovery.shape[1]!;

/**
 * Head with the highest recovery; of several heads that are patched together, the first one. Null if no recovery is
 * known.
 */
export function strongestHead(patches: Patches, heads: readonly HeadsOf[]): HeadRef | null {
  const { recovery, attention } = patches;
  const [at, count] = [largestAt(recovery.data), recovery.shape[1]!];
  return at < 0 ? null : { attention, layer: Math.floor(at / count), head: (at % count) * groupOf(patches, heads) };
}

/** A token, and the adjacent layers in which it carries most of the difference between the two sentences. */
export interface Carrier {
  readonly position: number;
  /** First layer in which the token carries most of the difference. */
  readonly begin: number;
  /** Layer after the last one in which the token carries most of the difference. */
  readonly end: number;
}

/** Minimum recovery at which a token counts as carrying most of the difference between the two sentences. */
const MOST = 0.5;

/**
 * Tokens that carry most of the difference between the two sentences, each with its layers, in the order of the layers.
 * Some layers may have none.
 */
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

/**
 * Numbers of a patch as the page prints them: logit differences with three decimals, and the recovery computed from
 * these.
 */
export interface PrintedPatch {
  readonly clean: number;
  readonly corrupted: number;
  readonly patched: number;
  readonly recovery: number;
}

const rounded = (value: number): number => Math.round(1000 * value) / 1000;

/**
 * Rounds the numbers of a patch for printing.
 * @param base the sentence whose run is patched
 * @param recovery recovery before rounding
 */
export function printedPatch({ values }: Pick<Sentences, 'values'>, base: Side, recovery: number): PrintedPatch {
  const source = base === 'clean' ? 'corrupted' : 'clean';
  const [clean, corrupted] = [rounded(values.clean), rounded(values.corrupted)];
  const patched = rounded(values[base] + recovery * (values[source] - values[base]));
  const [from, to] = base === 'clean' ? [clean, corrupted] : [corrupted, clean];
  return { clean, corrupted, patched, recovery: from === to ? recovery : (patched - from) / (to - from) };
}

/** Recovery of a patch, computed from the logit differences as the page prints them. */
export const printedRecovery = (sentences: Pick<Sentences, 'values'>, patches: Patches, recovery: number): number =>
  printedPatch(sentences, baseOf(patches), recovery).recovery;
