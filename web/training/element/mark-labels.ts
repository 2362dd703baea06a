// Places the names of moments in a chart of a training run, beside their lines and in rows above the curves, so that no
// line crosses a name.

export interface Mark {
  step: number;
  text: string;
}

/** A named moment in the chart, with the position of its name. */
export interface PlacedMark extends Mark {
  /** x position of the moment's line, in pixels. */
  x: number;
  /** Row of the name, from which the line extends downward; 0 is the top row. */
  row: number;
  /** Side of the line on which the name is. */
  side: 'left' | 'right';
}

/** Pixels between a line and the name beside it. */
export const LABEL_GAP = 4;
/** Maximum width of a letter and of a Chinese character, in pixels. */
const [LETTER, CHARACTER] = [8, 15];
const FIRST_CJK = '\u2e80';

/** Maximum width of a name and of the gap before it, in pixels. */
export const widthOf = (text: string): number =>
  Array.from(text).reduce((width, each) => width + (each < FIRST_CJK ? LETTER : CHARACTER), LABEL_GAP);

/** Left and right end of a name, in pixels. */
export const spanOf = ({ x, text, side }: Omit<PlacedMark, 'row'>): readonly [from: number, to: number] =>
  side === 'left' ? [x - widthOf(text), x] : [x, x + widthOf(text)];

/** Right end of a text above a horizontal line, placed so that no moment's line crosses the text. */
export function endOf(text: string, lines: readonly number[], right: number): number {
  const width = widthOf(text);
  const ends = [right, ...lines.map((x) => x - LABEL_GAP).sort((a, b) => b - a)];
  return ends.find((end) => lines.every((x) => x > end || x < end - width)) ?? right;
}

/** Number of names that do not fit into the plot, or that the line of a moment in a higher row crosses. */
function countConflicts(marks: readonly PlacedMark[], left: number, right: number): number {
  return marks.filter((mark) => {
    const [from, to] = spanOf(mark);
    const isCrossed = marks.some(({ row, x }) => row < mark.row && x > from && x < to);
    return isCrossed || from < left || to > right;
  }).length;
}

/**
 * Finds the best placement of the names by trying all of them, since a chart has only two.
 * @param x maps a training step to pixels
 * @param left start of the plot
 * @param right end of the plot
 */
export function placeMarks(
  marks: readonly Mark[],
  x: (step: number) => number,
  left: number,
  right: number,
): PlacedMark[] {
  let best: PlacedMark[] = [];
  let fewest = Infinity;
  for (const isReversed of [false, true]) {
    for (let sides = 0; sides < 2 ** marks.length; sides++) {
      const placed = marks.map((mark, at): PlacedMark => ({
        ...mark,
        x: x(mark.step),
        row: isReversed ? marks.length - 1 - at : at,
        side: (sides >> at) % 2 === 0 ? 'right' : 'left',
      }));
      const count = countConflicts(placed, left, right);
      if (count < fewest) [best, fewest] = [placed, count];
    }
  }
  return best;
}
