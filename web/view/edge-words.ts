// The words at the edges of a matrix: who asks, who answers.
import { cursorOf } from './reveal.js';
import { fitted } from './sentence.js';
import type { Box, Mark } from './scene.js';
import type { Picture } from './picture.js';

const SMALLEST_WORD = 8.5;
const SMALLEST_FLAT_WORD = 11;
const SMALLEST_SHORTENED = 11; // letters shrink to this before a word is cut short
const TURN = -55; // degrees, of words that do not fit side by side
const TURNED_SIZE = 0.74; // of a column's width, so that turned characters as high as wide do not touch

/** The width of the widest word, of the size of its letters. */
export const widestOf = ({ measure }: Picture, words: readonly string[]): number =>
  words.reduce((widest, word) => Math.max(widest, measure(word, 10)), 0) / 10;

/** The part of a matrix that is seen, where that is not all of it. */
const ALL: Box = { x: -Infinity, y: -Infinity, width: Infinity, height: Infinity };

const isBetween = (value: number, from: number, size: number): boolean =>
  value >= from && (size === Infinity || value <= from + size);

/**
 * The words at the left edge: one asks in each row.
 * @param asking the row that asks, or null
 * @param room how wide a word may be
 */
export function rowWords(
  picture: Picture,
  words: readonly string[],
  asking: number | null,
  box: Box,
  room: number,
  opacity: number,
  seen: Box = ALL,
): Mark[] {
  const { palette, measure } = picture;
  const height = box.height / words.length;
  const size = Math.min(15, height * 0.82);
  const shownSize = Math.max(SMALLEST_SHORTENED, Math.min(size, room / widestOf(picture, words)));
  return words.flatMap((word, row): Mark[] => {
    const asks = row === asking;
    const y = box.y + (row + 0.5) * height;
    if ((size < SMALLEST_WORD && !asks) || !isBetween(y, seen.y, seen.height)) return [];
    return [
      {
        kind: 'text',
        text: fitted(word, room, (text) => measure(text, shownSize)),
        x: Math.max(box.x, seen.x) - 7,
        y,
        size: shownSize,
        fill: asks ? palette.query : palette.text,
        align: 'right',
        bold: asks,
        opacity,
        ...(size < SMALLEST_WORD ? { halo: palette.surface } : {}),
      },
    ];
  });
}

/**
 * The words at the top edge: one answers in each column. Turned where they do not fit side by side.
 * @param room how high they may stand
 */
export function columnWords(picture: Picture, box: Box, room: number, opacity: number, seen: Box = ALL): Mark[] {
  const { keyWords: words, palette, measure } = picture;
  const width = box.width / words.length;
  const cursor = cursorOf(picture);
  const answering = cursor?.matrix === 'attention' ? cursor.column : null;
  const widest = widestOf(picture, words);
  const fitting = (width - 4) / widest;
  const flat = fitting >= SMALLEST_FLAT_WORD;
  const size = flat
    ? Math.min(15, fitting)
    : Math.min(14, width * TURNED_SIZE, Math.max(SMALLEST_SHORTENED, room / widest));
  return words.flatMap((word, column): Mark[] => {
    const answers = column === answering;
    const x = box.x + (column + 0.5) * width;
    if ((size < SMALLEST_WORD && !answers) || !isBetween(x, seen.x, seen.width)) return [];
    const shownSize = Math.max(size, SMALLEST_FLAT_WORD);
    return [
      {
        kind: 'text',
        text: fitted(word, flat ? width : room, (text) => measure(text, shownSize)),
        x,
        y: Math.max(box.y, seen.y) - (flat ? 11 : 7),
        size: answers ? shownSize : size,
        fill: answers ? palette.key : palette.text,
        align: flat ? 'center' : 'left',
        bold: answers,
        opacity,
        ...(flat ? {} : { turn: TURN }),
        ...(answers ? { halo: palette.surface } : {}),
      },
    ];
  });
}
