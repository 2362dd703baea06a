/** A cell in a view's drawing: its row, and its place in the row, both from 0. */
export interface ViewCell {
  readonly row: number;
  readonly place: number;
}

/** A label of a matrix for adjacent rows or columns. */
export interface AxisLabel {
  readonly begin: number;
  readonly end: number;
  readonly text: string;
}

export interface MatrixLayout {
  readonly rows: number;
  readonly columns: number;
  /** Width and height of a cell in pixels. */
  readonly width: number;
  readonly height: number;
  /** Width of the row labels and height of the column labels, in pixels. */
  readonly left: number;
  readonly top: number;
}

/** Height of horizontal labels, and maximum height of vertical labels, in pixels. */
const [LINE, UPRIGHT] = [22, 88];
/** Approximate width of a character in pixels. */
const CHARACTER = 7.5;
/** Minimum distance between two labels in pixels. */
const LABEL_STEP = 14;

export interface MatrixRoom {
  readonly rows: number;
  readonly columns: number;
  /** Available width in pixels, including the row labels. */
  readonly room: number;
  readonly left: number;
  /** Length of the longest vertical column label in characters; null if column labels are horizontal. */
  readonly upright: number | null;
  /** Maximum width of a cell, and height of a cell that is not a square, in pixels. */
  readonly mostWidth: number;
  readonly height?: number;
}

export function matrixLayout({ rows, columns, room, left, upright, mostWidth, height }: MatrixRoom): MatrixLayout {
  const width = Math.max(1, Math.min(mostWidth, Math.floor((room - left) / columns)));
  const top = upright === null ? LINE : Math.min(UPRIGHT, Math.max(LINE, CHARACTER * upright + 18));
  return { rows, columns, width, height: height ?? width, left, top };
}

/** The cell of the matrix at a point; null if there is none. */
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

/** The cell next to a given one in the direction of an arrow key, or the same cell at the edge; null for other keys. */
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

/** Selects labels that do not overlap. The label of the selected row or column takes precedence. */
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

/** Width of row labels in pixels. */
export const LABELS = 104;

/** Width of a layer's label in pixels, by its number of digits. */
const NEEDED = [0, 18, 26, 34];

/** Numbers of the layers that have a label, from 1. @param step pixels per layer */
export function labeledLayers(layers: number, step: number): number[] {
  const needed = NEEDED[String(layers).length]!;
  const every = [1, 2, 5, 10, 20, 50].find((each) => each * step >= needed) ?? 100;
  return Array.from({ length: layers }, (_, at) => at + 1).filter(
    (layer) => every === 1 || layer === 1 || layer % every === 0,
  );
}

/** Truncates a label to the given width in pixels. */
export function truncated(text: string, room: number): string {
  const most = Math.floor(room / CHARACTER);
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`;
}
