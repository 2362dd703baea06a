// Positions of the tokens of a running text in the view 'sentence': as on a page, from the top left, without gaps
// inside words. While the text grows, its tokens stay in place until it needs a smaller font.
import type { PlacedToken } from '../../marks/token-lines.js';
import type { SentenceLayout } from './sentence-layout.js';
import type { ViewModel } from '../../view-model.js';

const SIZES = [50, 44, 40, 36, 32, 29, 26, 23, 20, 18, 16];
const MAX_SIZE = 1 / 42; // maximum font size as a share of the canvas width, or 26 pixels if that is more
// Maximum height of a running text in pixels. A longer text gets a smaller font, and exceeds this height only in the
// smallest one.
const HEIGHT = 240;
const MARGIN = { x: 26, y: 18 }; // margins in pixels
const BOX_HEIGHT = 1.3; // height of a token's box, in font sizes
const LABEL_ROOM = 16; // minimum space for the weights below each line, in pixels
const PITCH = 1.75; // minimum line height, in font sizes
const ARC_ROOM = 2.4; // space above a text of one line, in font sizes

const HAN = /^\p{Script=Han}/u;

/** Splits a token into its leading whitespace and the rest. */
const splitGap = (token: string): readonly [gap: string, letters: string] => {
  const letters = token.trimStart();
  return [token.slice(0, token.length - letters.length), letters];
};

/** Breaks a text into lines between words. Words are broken only if they are longer than a line. */
function linesOfProse(prose: readonly string[], size: number, width: number, measure: ViewModel['measure']) {
  const space = measure(' ', size);
  const placed: (Pick<PlacedToken, 'token' | 'text' | 'line'> & { x: number; width: number })[] = [];
  let [x, line, word] = [0, 0, 0]; // x position and line of the next token, and index of the first token of its word.
  const nextLine = () => ([x, line] = [0, line + 1]);
  prose.forEach((token, index) => {
    const [gap, letters] = splitGap(token);
    const isSpace = letters === '';
    if (gap !== '' || HAN.test(letters)) word = index;
    if (gap.includes('\n') && !isSpace) nextLine();
    else if (!isSpace && x > 0) x += space * gap.length;
    const own = isSpace ? space * gap.length : measure(letters, size);
    if (x + own > width && x > 0 && !isSpace) {
      const begin = placed[word];
      nextLine();
      if (begin && begin.x > 0) {
        for (const part of placed.slice(word)) {
          Object.assign(part, { x, line });
          x += part.width;
        }
      }
      if (x + own > width && x > 0) {
        nextLine();
        word = index;
      }
    }
    placed.push({ token: index, text: letters, line, x, width: own });
    x += own;
    if (!isSpace) return;
    word = index + 1;
    if (gap.includes('\n')) nextLine();
  });
  return { placed, count: line + 1 };
}

function layoutAt({ prose, width, measure }: ViewModel, size: number, isLargest: boolean): SentenceLayout {
  const { placed, count } = linesOfProse(prose!, size, width - 2 * MARGIN.x, measure);
  const pitch = Math.max(PITCH * size, BOX_HEIGHT * size + LABEL_ROOM);
  const above = ARC_ROOM * size;
  const top = MARGIN.y + (isLargest ? above : 0);
  const tokens = placed.map(({ token, text, line, x, width: own }): PlacedToken => {
    const box = { x: MARGIN.x + x, y: top + line * pitch, width: own, height: BOX_HEIGHT * size };
    return { token, text, line, box };
  });
  // A text of several lines has no arcs: between lines so close together, arcs would run behind the weights and touch
  // the words.
  const arcRoom = isLargest && count === 1 ? { size, above, between: 0, margins: [0, width] as const } : null;
  const height = top + count * pitch + MARGIN.y;
  return { size, queries: tokens, keys: tokens, arcRoom, isProse: true, height: Math.max(HEIGHT, height) };
}

/** Lays out a running text at the canvas's width, in the largest font that fits. */
export function proseLayout(viewModel: ViewModel): SentenceLayout {
  const most = Math.max(26, viewModel.width * MAX_SIZE);
  const sizes = SIZES.filter((each) => each <= most);
  const layoutOf = (size: number) => layoutAt(viewModel, size, size === sizes[0]);
  const fitting = sizes.find((size) => layoutOf(size).height <= HEIGHT);
  return layoutOf(fitting ?? sizes.at(-1)!);
}
