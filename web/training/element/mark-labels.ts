// Places names in a chart of a training run, beside the vertical lines of the named steps and in rows above the curves,
// so that no line crosses a name.

export interface Mark {
  step: number;
  text: string;
}

/** A named training step in a chart, with the position of its name. */
export interface PlacedMark extends Mark {
  /** x position of the step's vertical line, in pixels. */
  x: number;
  /** Index of the row in which the name is, 0 for the top row. The vertical line begins there. */
  row: number;
  /** Side of the vertical line on which the name is. */
  side: 'left' | 'right';
}

/** Pixels between a vertical line and the name beside it. */
export const LABEL_GAP = 4;
/** Maximum widths, in pixels, of a letter and of a Chinese character. */
const [LETTER, CHARACTER] = [8, 15];
const FIRST_CJK = '\u2e80';

/** Maximum width, in pixels, of a name and the gap before it. */
export const widthOf = (text: string): number =>
  Array.from(text).reduce((width, each) => width + (each < FIRST_CJK ? LETTER : CHARACTER), LABEL_GAP);

/** x positions of the left and the right end of a name, in pixels. */
export const spanOf = ({ x, text, side }: Omit<PlacedMark, 'row'>): readonly [from: number, to: number] =>
  side === 'left' ? [x - widthOf(text), x] : [x, x + widthOf(text)];

/** x position at which a text above a horizontal line ends, chosen so that no vertical line crosses the text. */
export function endOf(text: string, lines: readonly number[], right: number): number {
  const width = widthOf(text);
  const ends = [right, ...lines.map((x) => x - LABEL_GAP).sort((a, b) => b - a)];
  return ends.find((end) => lines.every((x) => x > end || x < end - width)) ?? right;
}

/**
 * Number of names that do not fit into the chart, or that are crossed by the vertical line of a name in a higher row.
 */
function countConflicts(marks: readonly PlacedMark[], left: number, right: number): number {
  return marks.filter((mark) => {
    const [from, to] = spanOf(mark);
    const isCrossed = marks.some(({ row, x }) => row < mark.row && x > from && x < to);
    return isCrossed || from < left || to > right;
  }).length;
}

/**
 * Finds the best placement of the names by trying all of them, since a chart has only two names.
 * @param x maps a training step to pixels
 * @param left left end of the curves' area
 * @param right right end of the curves' area
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
