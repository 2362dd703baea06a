// Line breaking: tokens in centered lines, as large as fits.
import { truncate } from './truncate.js';
import type { Box } from '../scene.js';
import type { ViewModel } from '../view-model.js';

const SIZES = [19, 17, 15, 13, 12];

export interface PlacedToken {
  token: number;
  text: string;
  box: Box;
}

export interface TokenLines {
  placed: PlacedToken[];
  /** Font size. */
  size: number;
  lineHeight: number;
  /** Number of lines. */
  count: number;
}

/** Tokens to lay out, and how to measure them. */
interface TokenText {
  tokens: readonly string[];
  /** Index of the token that stays in the middle where not all fit. */
  center: number;
  measure: ViewModel['measure'];
}

const padding = (size: number) => size * 0.42;

/** Breaks the tokens from `from` to `to` into centered lines of a width. */
function breakLines({ tokens, measure }: TokenText, from: number, to: number, size: number, width: number): TokenLines {
  const gap = size * 0.34;
  const lineHeight = size * 2.05;
  const lines: { token: number; text: string; width: number }[][] = [[]];
  let used = 0;
  for (let token = from; token < to; token++) {
    const text = truncate(tokens[token]!, width - 2 * padding(size), (part) => measure(part, size));
    const tokenWidth = measure(text, size) + 2 * padding(size);
    if (used > 0 && used + tokenWidth > width) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)!.push({ token, text, width: tokenWidth });
    used += tokenWidth + gap;
  }
  const placed = lines.flatMap((line, index) => {
    let x = (width - line.reduce((sum, each) => sum + each.width + gap, -gap)) / 2;
    return line.map(({ token, text, width: tokenWidth }) => {
      const box = { x, y: index * lineHeight, width: tokenWidth, height: size * 1.65 };
      x += tokenWidth + gap;
      return { token, text, box };
    });
  });
  return { placed, size, lineHeight, count: lines.length };
}

/** The largest font size at which all tokens fit; otherwise as many tokens around the center as fit. */
export function linesFor(text: TokenText, width: number, height: number): TokenLines {
  const { tokens, center } = text;
  const fits = ({ count, lineHeight }: TokenLines) => count * lineHeight <= height;
  for (const size of SIZES) {
    const lines = breakLines(text, 0, tokens.length, size, width);
    if (fits(lines)) return lines;
  }
  const size = SIZES.at(-1)!;
  const around = (count: number) => {
    const from = Math.max(0, Math.min(tokens.length - count, center - Math.floor(count / 2)));
    return breakLines(text, from, from + count, size, width);
  };
  let [low, high] = [1, tokens.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(around(middle))) low = middle;
    else high = middle - 1;
  }
  return around(low);
}
