// Line breaking: places tokens in centered lines, in the largest font that fits.
import { truncate } from './truncate.js';
import type { Box } from '../scene.js';
import type { ViewModel } from '../view-model.js';

const CLOSING_MARK = /^[\p{Pe}\p{Pf}.,;:?!。，、；：？！…]/u;
const SIZES = [19, 17, 15, 13, 12];
const SHORT_LINE_RATIO = 3; // a last line counts as short if the line before it has this many times as many tokens

export interface PlacedToken {
  token: number;
  text: string;
  line: number;
  box: Box;
}

export interface TokenLines {
  placed: PlacedToken[];
  /** Font size of the tokens, in pixels. */
  size: number;
  lineHeight: number;
  count: number;
}

export interface TokenText {
  tokens: readonly string[];
  /** Index of the token that stays in the middle of the line if not all tokens fit. */
  center: number;
  /** Index of a token that is kept together with the center if not all tokens fit, provided that it is near enough. */
  also?: number;
  measure: ViewModel['measure'];
}

/** Spacing around tokens in lines, as multiples of the font size. */
export interface TokenSpacing {
  /** Space at the left and right of a token's text inside its box. */
  padding: number;
  /** Horizontal space between the boxes of two tokens. */
  gap: number;
  height: number;
  /** Distance from the top of one line to the top of the next. */
  lineHeight: number;
}

/** Spacing of tokens in rounded boxes, with room for arcs between the lines. */
export const CHIPS: TokenSpacing = { padding: 0.42, gap: 0.34, height: 1.65, lineHeight: 2.55 };

/**
 * Breaks tokens `from` … `to` − 1 into centered lines of at most `width` pixels. Tokens are measured in bold, so that
 * none moves when one is selected.
 */
export function breakLines(
  { tokens, measure }: Pick<TokenText, 'tokens' | 'measure'>,
  from: number,
  to: number,
  size: number,
  width: number,
  spacing: TokenSpacing,
): TokenLines {
  const gap = size * spacing.gap;
  const padding = size * spacing.padding;
  const lineHeight = size * spacing.lineHeight;
  const lines: { token: number; text: string; width: number }[][] = [[]];
  let used = 0;
  for (let token = from; token < to; token++) {
    const text = truncate(tokens[token]!, width - 2 * padding, (part) => measure(part, size, true));
    const tokenWidth = measure(text, size, true) + 2 * padding;
    if (used > 0 && used + tokenWidth > width) {
      // Closing punctuation must not begin a line, so the token before it moves to the same line if both fit.
      const full = lines.at(-1)!;
      const fits = full.length > 1 && full.at(-1)!.width + gap + tokenWidth <= width;
      const along = CLOSING_MARK.test(text) && fits ? [full.pop()!] : [];
      lines.push(along);
      used = along.reduce((sum, each) => sum + each.width + gap, 0);
    }
    lines.at(-1)!.push({ token, text, width: tokenWidth });
    used += tokenWidth + gap;
  }
  const placed = lines.flatMap((line, index) => {
    let x = (width - line.reduce((sum, each) => sum + each.width + gap, -gap)) / 2;
    return line.map(({ token, text, width: tokenWidth }) => {
      const box = { x, y: index * lineHeight, width: tokenWidth, height: size * spacing.height };
      x += tokenWidth + gap;
      return { token, text, line: index, box };
    });
  });
  return { placed, size, lineHeight, count: lines.length };
}

const ROOM_BELOW = 0.4; // space below the last line, in font sizes

/** Height of lines of tokens in pixels, with a little space below the last line. */
export const heightOf = ({ count, lineHeight, size }: TokenLines): number =>
  (count - 1) * lineHeight + (CHIPS.height + ROOM_BELOW) * size;

/** Distributes lines of tokens over a height, with equal space above each. */
export function spread(lines: TokenLines, height: number): TokenLines {
  const { placed, size, count } = lines;
  const lineHeight = Math.max(lines.lineHeight, (height - ROOM_BELOW * size) / count);
  return {
    ...lines,
    lineHeight,
    placed: placed.map((each) => ({ ...each, box: { ...each.box, y: each.line * lineHeight } })),
  };
}

/** True if the last line has few tokens compared with the line before it; a smaller font may avoid such a line. */
function hasShortLastLine({ placed, count }: TokenLines): boolean {
  const tokensIn = (line: number) => placed.filter((each) => each.line === line).length;
  return count > 1 && SHORT_LINE_RATIO * tokensIn(count - 1) <= tokensIn(count - 2);
}

/**
 * Index of the first of `count` adjacent tokens that contain the center. The center is in their middle, unless that
 * would leave out the token `also`.
 */
function firstAround({ tokens, center, also = center }: TokenText, count: number): number {
  const isNear = Math.abs(also - center) < count;
  const [left, right] = isNear ? [Math.min(center, also), Math.max(center, also)] : [center, center];
  const [lowest, highest] = [Math.max(0, right - count + 1), Math.min(left, tokens.length - count)];
  return Math.max(lowest, Math.min(highest, center - Math.floor(count / 2)));
}

/**
 * Breaks the tokens into lines, in the largest font in which all tokens fit without a short last line. If there is no
 * such font, as many tokens as fit around the center are kept, with an ellipsis where tokens are left out.
 */
export function linesFor(text: TokenText, width: number, height: number): TokenLines {
  const { tokens } = text;
  const fits = (lines: TokenLines) => heightOf(lines) <= height;
  let largest: TokenLines | null = null;
  for (const each of SIZES) {
    const lines = breakLines(text, 0, tokens.length, each, width, CHIPS);
    if (!fits(lines)) continue;
    if (largest ? lines.count < largest.count : !hasShortLastLine(lines)) return lines;
    largest ??= lines;
  }
  if (largest) return largest;
  const size = SIZES.at(-1)!;
  const around = (count: number) => {
    const from = firstAround(text, count);
    const last = from + count - 1;
    const marked = tokens.slice();
    if (from > 0) marked[from] = `… ${marked[from]}`;
    if (last < tokens.length - 1) marked[last] = `${marked[last]} …`;
    return breakLines({ ...text, tokens: marked }, from, last + 1, size, width, CHIPS);
  };
  let [low, high] = [1, tokens.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(around(middle))) low = middle;
    else high = middle - 1;
  }
  return around(low);
}
