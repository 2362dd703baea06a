// The content of the canvas as data. A view is a function that returns a scene. A scene can be painted, tested,
// searched for the cell under a pointer, and exported. Lengths are in CSS pixels.

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

/**
 * Meaning of a mark (a drawn shape or text) on the canvas. Tests find marks by their role, and an exported SVG uses it
 * as their class.
 */
export type MarkRole =
  | 'arc'
  | 'baseline' // a number without the experiment, beside the number with it
  | 'column-label'
  | 'legend'
  | 'legend-end'
  | 'number'
  | 'placeholder'
  | 'query-outline'
  | 'row-label'
  | 'score-bar'
  | 'token'
  | 'token-box'
  | 'total'
  | 'vector'
  | 'weight'
  | 'weight-bar';

interface Common {
  role?: MarkRole;
  /** Opacity of the mark, from 0 to 1. Default 1. */
  opacity?: number;
}

export interface RectMark extends Common, Box {
  kind: 'rect';
  fill?: string;
  stroke?: string;
  lineWidth?: number;
  radius?: number;
  dash?: readonly number[];
}

export interface TextMark extends Common, Point {
  kind: 'text';
  text: string;
  size: number;
  fill: string;
  align: 'left' | 'center' | 'right';
  bold?: boolean;
  mono?: boolean;
  /** Clockwise rotation of the text in degrees. Default 0. */
  turn?: number;
  /** Color of an outline around the letters of the text, which keeps them legible on any background. */
  halo?: string;
}

/** A mark that is a curve, or an area bounded by one, made of cubic Bézier segments. */
export interface PathMark extends Common {
  kind: 'path';
  from: Point;
  curves: readonly { c1: Point; c2: Point; to: Point }[];
  fill?: string;
  stroke?: string;
  lineWidth?: number;
}

/** RGBA color of each cell in a heat map, 0 … 255, [rows, columns, 4]. */
export type CellColors = Uint8ClampedArray<ArrayBuffer>;

export interface CellsMark extends Common, Box {
  kind: 'cells';
  rows: number;
  columns: number;
  colors: CellColors;
}

export type Mark = RectMark | TextMark | PathMark | CellsMark;

export const COMPUTED_NAMES = [
  'embedding',
  'encoderOutput',
  'query',
  'key',
  'value',
  'attention',
  'output',
  'concat',
  'projected',
] as const;
export type ComputedName = (typeof COMPUTED_NAMES)[number];

/** Learned matrices of a head: W_Q, W_K, W_V and W_O. */
export const PARAMETER_NAMES = ['queryWeight', 'keyWeight', 'valueWeight', 'outputWeight'] as const;
export type ParameterName = (typeof PARAMETER_NAMES)[number];

export const MATRIX_NAMES = [...COMPUTED_NAMES, ...PARAMETER_NAMES] as const;
export type MatrixName = (typeof MATRIX_NAMES)[number];

/** Box of a matrix on the canvas, by which the matrix cell under the pointer is found. */
export interface Region extends Box {
  matrix: MatrixName;
  rows: number;
  columns: number;
  /** True if the canvas shows the columns of the matrix as rows. */
  transposed?: true;
  /** The only matrix cell that the region represents; undefined if the region is a grid of all cells. */
  cell?: Cell;
  /** The part of the region that is visible on the canvas. Default: the whole region. */
  visible?: Box;
}

export interface PanelRegion extends Box {
  panel: number;
}

export interface TokenRegion extends Box {
  token: number;
}

/** Position of a scene's zoomable content, and the frame on the canvas in which it is visible. */
export interface Viewport {
  content: Box;
  frame: Box;
}

export interface Layer {
  clip: Box;
  marks: Mark[];
}

export interface Scene {
  width: number;
  height: number;
  layers: Layer[];
  regions: Region[];
  tokens: TokenRegion[];
  panels: PanelRegion[];
  /** Position and frame of the scene's zoomable content; null if the view cannot be zoomed. */
  viewport: Viewport | null;
  /** Font families of the scene's text, except monospaced text. Default: those of the interface. */
  fonts?: string;
  /** True while parts of the scene are still being computed, so that it must be drawn again later. */
  isPartial?: boolean;
}

export interface Cell {
  matrix: MatrixName;
  row: number;
  column: number;
}

const inside = (box: Box, { x, y }: Point): boolean =>
  x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;

/** The matrix cell at a point of the canvas; null if there is none. */
export function cellAt(scene: Scene, point: Point): Cell | null {
  const region = scene.regions.find((each) => inside(each, point) && inside(each.visible ?? each, point));
  if (!region) return null;
  if (region.cell) return region.cell;
  const down = Math.floor(((point.y - region.y) / region.height) * region.rows);
  const right = Math.floor(((point.x - region.x) / region.width) * region.columns);
  const [row, column] = region.transposed ? [right, down] : [down, right];
  return { matrix: region.matrix, row, column };
}

/** Index of the head's panel at a point of the canvas; null if there is none. */
export function panelAt(scene: Scene, point: Point): number | null {
  return scene.panels.find((each) => inside(each, point))?.panel ?? null;
}

/** Index of the token at a point of the canvas; null if there is none. */
export function tokenAt(scene: Scene, point: Point): number | null {
  return scene.tokens.find((each) => inside(each, point))?.token ?? null;
}
