// Where the names of moments stand in a chart: beside their lines, in rows above the curves, such that no line runs through a
// name.

export interface Mark {
  step: number;
  text: string;
}

/** A mark, and where its name is written. */
export interface PlacedMark extends Mark {
  /** Pixels. */
  x: number;
  /** Its line begins there; 0 is the top row. */
  row: number;
  /** On which side of the line the name is. */
  side: 'left' | 'right';
}

/** Pixels between a line and its name. */
export const LABEL_GAP = 4;
/** Pixels of a character, at most: of a letter, of a Chinese character. */
const [LETTER, CHARACTER] = [8, 15];
const FIRST_CJK = '\u2e80';

/** Pixels of a name and the gap before it, at most. */
export const widthOf = (text: string): number =>
  Array.from(text).reduce((width, each) => width + (each < FIRST_CJK ? LETTER : CHARACTER), LABEL_GAP);

/** Where the name begins and ends, in pixels. */
export const spanOf = ({ x, text, side }: Omit<PlacedMark, 'row'>): readonly [from: number, to: number] =>
  side === 'left' ? [x - widthOf(text), x] : [x, x + widthOf(text)];

/**
 * Where a text above a horizontal line ends, so that no mark's line runs through it: at the right end of the plot, or before
 * the first line from the right that leaves it room.
 */
export function endOf(text: string, lines: readonly number[], right: number): number {
  const width = widthOf(text);
  const ends = [right, ...lines.map((x) => x - LABEL_GAP).sort((a, b) => b - a)];
  return ends.find((end) => lines.every((x) => x > end || x < end - width)) ?? right;
}

/** How many names leave the plot, or have the line of another mark, which begins in a higher row, run through them. */
function faults(marks: readonly PlacedMark[], left: number, right: number): number {
  return marks.filter((mark) => {
    const [from, to] = spanOf(mark);
    const isCrossed = marks.some(({ row, x }) => row < mark.row && x > from && x < to);
    return isCrossed || from < left || to > right;
  }).length;
}

/**
 * The best of all placements, of which there are few: a chart has two marks.
 * @param x the place of a step
 * @param left of the plot, and right: its ends
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
        ...{ ...mark, x: x(mark.step) },
        row: isReversed ? marks.length - 1 - at : at,
        side: (sides >> at) % 2 === 0 ? 'right' : 'left',
      }));
      const count = faults(placed, left, right);
      if (count < fewest) [best, fewest] = [placed, count];
    }
  }
  return best;
}
