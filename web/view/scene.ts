// What is on the canvas, as data: a picture is a function that gives a scene, and a scene can be painted, tested,
// searched for the cell under a pointer, and written as a file. Lengths are CSS pixels.

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

interface Common {
  /** 0 … 1; left out: 1. */
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
  /** Turned by this many degrees, clockwise. */
  turn?: number;
  /** Painted behind the letters, so that they stay legible on anything. */
  halo?: string;
}

/** A curve or an area of straight and cubic pieces, in SVG's path notation cut into numbers. */
export interface PathMark extends Common {
  kind: 'path';
  from: Point;
  curves: readonly { c1: Point; c2: Point; to: Point }[];
  fill?: string;
  stroke?: string;
  lineWidth?: number;
}

/** A grid of coloured cells. */
export interface CellsMark extends Common, Box {
  kind: 'cells';
  rows: number;
  columns: number;
  /** Red, green, blue and opacity of each cell, 0 … 255, row by row. */
  colors: Uint8ClampedArray<ArrayBuffer>;
}

export type Mark = RectMark | TextMark | PathMark | CellsMark;

/** The names of the matrices of a picture. */
export const MATRIX_NAMES = [
  'embedding',
  'memory',
  'query',
  'key',
  'value',
  'attention',
  'output',
  'merged',
  'projected',
] as const;
export type MatrixName = (typeof MATRIX_NAMES)[number];

/** Where a matrix is on the canvas, for finding the cell under a pointer. */
export interface Region extends Box {
  matrix: MatrixName;
  rows: number;
  columns: number;
  /** The part of the canvas in which it is seen; left out: all of it. */
  seen?: Box;
}

/** Where one of several small pictures is on the canvas. */
export interface PanelRegion extends Box {
  panel: number;
}

/** Where a word is on the canvas. */
export interface WordRegion extends Box {
  word: number;
}

/** Marks that lie on each other in their order, and are seen within a box only. */
export interface Layer {
  clip: Box;
  marks: Mark[];
}

export interface Scene {
  width: number;
  height: number;
  layers: Layer[];
  regions: Region[];
  words: WordRegion[];
  panels: PanelRegion[];
}

export interface Cell {
  matrix: MatrixName;
  row: number;
  column: number;
}

const inside = (box: Box, { x, y }: Point): boolean =>
  x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;

/** The cell at a point of the canvas, or null. */
export function cellAt(scene: Scene, point: Point): Cell | null {
  const region = scene.regions.find((each) => inside(each, point) && inside(each.seen ?? each, point));
  if (!region) return null;
  return {
    matrix: region.matrix,
    row: Math.floor(((point.y - region.y) / region.height) * region.rows),
    column: Math.floor(((point.x - region.x) / region.width) * region.columns),
  };
}

/** The index of the small picture at a point of the canvas, or null. */
export function panelAt(scene: Scene, point: Point): number | null {
  return scene.panels.find((each) => inside(each, point))?.panel ?? null;
}

/** The index of the word at a point of the canvas, or null. */
export function wordAt(scene: Scene, point: Point): number | null {
  return scene.words.find((each) => inside(each, point))?.word ?? null;
}
