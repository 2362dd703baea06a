// Draws the attention weights of a head as a scene: colored cells, tokens at the edges, and outlines around the cells
// on which the head should put its weight.
import { colorsOf } from '../../view/marks/heatmap.js';
import { differenceScale, maxAbs, rgb, weightScale, type Palette } from '../../view/marks/palette.js';
import type { Box, Mark, Scene } from '../../view/scene.js';
import type { Pair } from '../measures.js';

/** Texts of the tokens at the edges of the matrix: queries for the rows, keys for the columns. */
export interface Labels {
  queries: readonly string[];
  keys: readonly string[];
}

export interface HeadPicture {
  /** Attention weights, [queries, keys], with as many queries as keys. */
  weights: Float32Array;
  /** Attention weights at another training step, which are subtracted; null to draw the weights themselves. */
  reference: Float32Array | null;
  /** Texts of the tokens at the edges of the matrix; null to draw only the cells. */
  labels: Labels | null;
  outlined: readonly Pair[];
  /** Query and key of the selected cell, whose labels are highlighted; null if there is none. */
  cell: Pair | null;
  isCausal: boolean;
}

// Space for the labels at the left edge, in pixels: for labels of one or two characters, and for words.
const [LABEL_ROOM, WORD_ROOM] = [20, 62];
// Minimum and maximum font size of labels, in pixels. If cells are smaller than the minimum, some labels are left out.
const [MIN_LABEL, MAX_LABEL] = [9, 13];
const LETTER_WIDTH = 0.6; // width of a letter in font sizes

/**
 * Box that contains the cells, in a square scene with sides of `size` pixels.
 * @param labels labels that need space at the edges; null for none
 */
export function cellsBox(size: number, labels: Labels | null): Box {
  const hasWords = labels?.keys.some((text) => text.length > 2);
  const room = labels ? (hasWords ? WORD_ROOM : LABEL_ROOM) : 0;
  return { x: room, y: Math.min(room, LABEL_ROOM), width: size - room, height: size - room };
}

/** Query and key of the cell at a point of the scene; null if there is none there. */
export function pairAt(box: Box, count: number, x: number, y: number): Pair | null {
  const at = (value: number, from: number, length: number) => Math.floor(((value - from) / length) * count);
  const [query, key] = [at(y, box.y, box.height), at(x, box.x, box.width)];
  return query < 0 || key < 0 || query >= count || key >= count ? null : [query, key];
}

export function headScene(picture: HeadPicture, palette: Palette, size: number): Scene {
  const { weights, reference, labels, outlined, cell, isCausal } = picture;
  const count = Math.round(Math.sqrt(weights.length));
  const box = cellsBox(size, labels);
  const values = reference ? weights.map((weight, at) => weight - reference[at]!) : weights;
  const { color } = reference ? differenceScale(palette, Math.max(0.1, maxAbs(values))) : weightScale(palette);
  const masked = rgb(palette.masked);
  const cellStyle = (row: number, column: number) => {
    const value = values[row * count + column]!;
    const isMasked = isCausal && column > row;
    return { color: isMasked ? masked : color(value), alpha: isMasked ? 0.35 : 1, value };
  };
  const [width, height] = [box.width / count, box.height / count];
  const rect = ([query, key]: Pair, stroke: string, lineWidth: number): Mark => ({
    kind: 'rect',
    stroke,
    lineWidth,
    radius: 2,
    x: box.x + key * width,
    y: box.y + query * height,
    width,
    height,
  });
  const marks: Mark[] = [
    {
      kind: 'cells',
      ...box,
      rows: count,
      columns: count,
      colors: colorsOf({ rows: count, columns: count, cellStyle }),
    },
    ...outlined.map((pair) => rect(pair, palette.value, labels ? 1.5 : 0.75)),
    ...(cell ? [rect(cell, palette.accent, 2.5)] : []),
    ...(labels ? labelMarks(labels, box, cell, palette) : []),
  ];
  const layers = [{ clip: { x: 0, y: 0, width: size, height: size }, marks }];
  return { width: size, height: size, layers, regions: [], tokens: [], panels: [], viewport: null };
}

function labelMarks({ queries, keys }: Labels, box: Box, cell: Pair | null, palette: Palette): Mark[] {
  const step = box.width / keys.length;
  const every = Math.ceil(MIN_LABEL / step);
  const longest = Math.max(...keys.map((token) => token.length));
  const size = Math.min(MAX_LABEL, every * step * 0.95, Math.max(MIN_LABEL, step / (LETTER_WIDTH * longest)));
  // The label of the selected row or column is always drawn; labels too close to it are left out.
  const isWritten = (at: number, selected: number | undefined) =>
    selected === undefined || Math.abs(at - selected) >= every ? at % every === 0 : at === selected;
  const text = (token: string) => ({ kind: 'text', text: token === ' ' ? '␣' : token, size }) as const;
  const role = (isSelected: boolean, color: string) => ({ fill: isSelected ? color : palette.muted, bold: isSelected });
  return [
    ...queries.flatMap((token, at): Mark[] => {
      if (!isWritten(at, cell?.[0])) return [];
      const place = { x: box.x - 5, y: box.y + (at + 0.5) * step, align: 'right' } as const;
      return [{ ...text(token), ...place, ...role(cell?.[0] === at, palette.query) }];
    }),
    ...keys.flatMap((token, at): Mark[] => {
      if (!isWritten(at, cell?.[1])) return [];
      const place = { x: box.x + (at + 0.5) * step, y: box.y - 8, align: 'center' } as const;
      return [{ ...text(token), ...place, ...role(cell?.[1] === at, palette.key) }];
    }),
  ];
}
