// The picture of a head's weights, as a scene: cells, the tokens at its edges, and outlines of the cells that solve the task.
import { colorsOf } from '../../view/marks/heatmap.js';
import { differenceScale, maxAbs, rgb, weightScale, type Palette } from '../../view/marks/palette.js';
import type { Box, Mark, Scene } from '../../view/scene.js';
import type { Pair } from '../measures.js';

export interface HeadPicture {
  /** [queries, keys], as many queries as keys. */
  weights: Float32Array;
  /** Those of another moment, to be subtracted; null: none. */
  reference: Float32Array | null;
  /** Written at the edges; none: only the cells. */
  tokens: readonly string[];
  /** Cells to outline. */
  outlined: readonly Pair[];
  /** The cell with a cursor, or null. */
  cell: Pair | null;
  isCausal: boolean;
}

const LABEL_ROOM = 20; // pixels, at the left and the top
const MIN_LABEL = 7; // pixels; smaller ones are left out

/** Where the cells lie in a square of some pixels, with tokens at the edges or without. */
export function cellsBox(size: number, hasLabels: boolean): Box {
  const room = hasLabels ? LABEL_ROOM : 0;
  return { x: room, y: room, width: size - room, height: size - room };
}

/** The cell at a point of the picture, or null. */
export function pairAt(box: Box, count: number, x: number, y: number): Pair | null {
  const at = (value: number, from: number, length: number) => Math.floor(((value - from) / length) * count);
  const [query, key] = [at(y, box.y, box.height), at(x, box.x, box.width)];
  return query < 0 || key < 0 || query >= count || key >= count ? null : [query, key];
}

export function headScene(picture: HeadPicture, palette: Palette, size: number): Scene {
  const { weights, reference, tokens, outlined, cell, isCausal } = picture;
  const count = Math.round(Math.sqrt(weights.length));
  const box = cellsBox(size, tokens.length > 0);
  const values = reference ? weights.map((weight, at) => weight - reference[at]!) : weights;
  const { color } = reference ? differenceScale(palette, Math.max(0.1, maxAbs(values))) : weightScale(palette, 1);
  const masked = rgb(palette.masked);
  const cellStyle = (row: number, column: number) => {
    const value = values[row * count + column]!;
    const isMasked = isCausal && column > row;
    return { color: isMasked ? masked : color(value), alpha: isMasked ? 0.35 : 1, value };
  };
  const [width, height] = [box.width / count, box.height / count];
  const rect = ([query, key]: Pair, stroke: string, lineWidth: number): Mark => ({
    ...{ kind: 'rect', stroke, lineWidth, radius: 2 },
    ...{ x: box.x + key * width, y: box.y + query * height, width, height },
  });
  const marks: Mark[] = [
    {
      kind: 'cells',
      ...box,
      rows: count,
      columns: count,
      colors: colorsOf({ rows: count, columns: count, cellStyle }),
    },
    ...outlined.map((pair) => rect(pair, palette.value, tokens.length > 0 ? 1.5 : 0.75)),
    ...(cell ? [rect(cell, palette.accent, 2.5)] : []),
    ...labels(tokens, box, cell, palette),
  ];
  const layers = [{ clip: { x: 0, y: 0, width: size, height: size }, marks }];
  return { width: size, height: size, layers, regions: [], tokens: [], panels: [], viewport: null };
}

function labels(tokens: readonly string[], box: Box, cell: Pair | null, palette: Palette): Mark[] {
  const step = box.width / tokens.length;
  const size = Math.min(13, step * 0.95);
  if (size < MIN_LABEL) return [];
  return tokens.flatMap((text, at): Mark[] => {
    const common = { kind: 'text', text: text === ' ' ? '␣' : text, size } as const;
    const [isQuery, isKey] = [cell?.[0] === at, cell?.[1] === at];
    return [
      {
        ...{ ...common, x: box.x - 5, y: box.y + (at + 0.5) * step, align: 'right' },
        ...{ fill: isQuery ? palette.query : palette.muted, bold: isQuery },
      },
      {
        ...{ ...common, x: box.x + (at + 0.5) * step, y: box.y - 8, align: 'center' },
        ...{ fill: isKey ? palette.key : palette.muted, bold: isKey },
      },
    ];
  });
}
