// Layout of a matrix of numbers: cells, labels of its rows and columns, the cell at a point.

/** A cell of a view: row and place in it, from 0. */
export interface ViewCell {
  readonly row: number;
  readonly place: number;
}

/** A label of some rows, or columns, next to each other. */
export interface AxisLabel {
  readonly begin: number;
  readonly end: number;
  readonly text: string;
}

export interface MatrixLayout {
  readonly rows: number;
  readonly columns: number;
  /** Pixels of a cell. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the labels before the rows, and above the columns. */
  readonly left: number;
  readonly top: number;
}

/** Pixels of a line of labels, and at most of those that stand upright. */
const [LINE, UPRIGHT] = [22, 88];
/** Pixels of a character of a label, about. */
export const CHARACTER = 7.5;
/** Pixels that a label needs next to its neighbors. */
const LABEL_STEP = 14;

export interface MatrixRoom {
  readonly rows: number;
  readonly columns: number;
  /** Pixels across, with the labels of the rows. */
  readonly room: number;
  readonly left: number;
  /** Characters of the longest label of columns that stand upright; null: they lie. */
  readonly upright: number | null;
  /** Most pixels of a cell; of its height, where it is no square. */
  readonly mostWidth: number;
  readonly height?: number;
}

export function matrixLayout({ rows, columns, room, left, upright, mostWidth, height }: MatrixRoom): MatrixLayout {
  const width = Math.max(1, Math.min(mostWidth, Math.floor((room - left) / columns)));
  const top = upright === null ? LINE : Math.min(UPRIGHT, Math.max(LINE, CHARACTER * upright + 18));
  return { rows, columns, width, height: height ?? width, left, top };
}

/** The cell at a point of the picture; null: none. */
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

/** The cell next to one, by an arrow key, the same at an edge; null: another key. */
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

/** Labels that do not run into each other; that of the selected row or column comes first. */
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
