/** Position of a cell in a view's drawing: the index of its row, and its index within the row. */
export interface ViewCell {
  readonly row: number;
  readonly place: number;
}

/** Label at the edge of a matrix that covers adjacent rows or columns, from `begin` up to but not including `end`. */
export interface AxisLabel {
  readonly begin: number;
  readonly end: number;
  readonly text: string;
}

export interface MatrixLayout {
  readonly rows: number;
  readonly columns: number;
  /** Width of a cell, in pixels. */
  readonly width: number;
  /** Height of a cell, in pixels. */
  readonly height: number;
  /** Width of the row labels, in pixels. */
  readonly left: number;
  /** Height of the column labels, in pixels. */
  readonly top: number;
}

/** Heights of the column labels in pixels: of horizontal ones, and the maximum of vertical ones. */
const [LINE, UPRIGHT] = [22, 88];
/** Approximate width of a character of a label, in pixels. */
const CHARACTER = 7.5;
/** Minimum distance between two labels, in pixels. */
const LABEL_STEP = 14;

export interface MatrixRoom {
  readonly rows: number;
  readonly columns: number;
  /** Available width for the matrix, in pixels, including the row labels. */
  readonly room: number;
  readonly left: number;
  /** Number of characters of the longest column label, if column labels are vertical; null if they are horizontal. */
  readonly upright: number | null;
  /** Maximum width of a cell, in pixels. */
  readonly mostWidth: number;
  /** Height of a cell, in pixels. Default: its width. */
  readonly height?: number;
}

export function matrixLayout({ rows, columns, room, left, upright, mostWidth, height }: MatrixRoom): MatrixLayout {
  const width = Math.max(1, Math.min(mostWidth, Math.floor((room - left) / columns)));
  const top = upright === null ? LINE : Math.min(UPRIGHT, Math.max(LINE, CHARACTER * upright + 18));
  return { rows, columns, width, height: height ?? width, left, top };
}

/** The cell of the matrix at a point; null if there is none there. */
export function cellAt(
  { rows, columns, width, height, left, top }: MatrixLayout,
  x: number,
  y: number,
): ViewCell | null {
  const [row, place] = [Math.floor((y - top) / height), Math.floor((x - left) / width)];
  return row >= 0 && row < rows && place >= 0 && place < columns ? { row, place } : null;
}

const MOVES: Readonly<Record<string, readonly [rows: number, places: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The next cell in the direction of an arrow key, from a given one; the same cell at the edge; null for other keys. */
export function movedCell(
  { rows, columns }: Pick<MatrixLayout, 'rows' | 'columns'>,
  { row, place }: ViewCell,
  key: string,
): ViewCell | null {
  const move = MOVES[key];
  if (!move) return null;
  const within = (at: number, count: number) => Math.max(0, Math.min(count - 1, at));
  return { row: within(row + move[0], rows), place: within(place + move[1], columns) };
}

/**
 * Labels that are drawn, chosen so that they do not overlap. The label of the selected row or column takes precedence.
 */
export function shownLabels(labels: readonly AxisLabel[], size: number, selected: number | null): AxisLabel[] {
  const middle = ({ begin, end }: AxisLabel) => ((begin + end) / 2) * size;
  const isSelected = ({ begin, end }: AxisLabel) => selected !== null && selected >= begin && selected < end;
  const own = labels.find(isSelected);
  let last = -Infinity;
  return labels.filter((label) => {
    if (label === own) return true;
    const at = middle(label);
    if (at - last < LABEL_STEP || (own && Math.abs(at - middle(own)) < LABEL_STEP)) return false;
    last = at;
    return true;
  });
}

/** Width of the row labels of a matrix, in pixels. */
export const LABELS = 104;

/** Width that the label of a layer needs, in pixels, by its number of digits. */
const NEEDED = [0, 18, 26, 34];

/** Numbers, from 1, of the layers that get a label. @param step pixels per layer */
export function labeledLayers(layers: number, step: number): number[] {
  const needed = NEEDED[String(layers).length]!;
  const every = [1, 2, 5, 10, 20, 50].find((each) => each * step >= needed) ?? 100;
  return Array.from({ length: layers }, (_, at) => at + 1).filter(
    (layer) => every === 1 || layer === 1 || layer % every === 0,
  );
}

/** Truncates a label so that it fits into the given width in pixels. */
export function truncated(text: string, room: number): string {
  const most = Math.floor(room / CHARACTER);
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`;
}
