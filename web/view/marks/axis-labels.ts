// Token labels at the edges of a matrix, whose rows are queries and whose columns are keys.
import { cursorOf } from '../reveal.js';
import { truncate } from './truncate.js';
import type { Box, Mark } from '../scene.js';
import type { ViewModel } from '../view-model.js';

// Maximum font size of the token labels, in pixels.
const MAX_SIZE = 15;
const MIN_SIZE = 8.5; // minimum font size in pixels, below which only the selected label is drawn
const MIN_HORIZONTAL_SIZE = 11;
const MIN_SIZE_BEFORE_TRUNCATION = 10; // minimum font size in pixels before labels are truncated

const ROTATION = -55; // rotation in degrees of column labels that do not fit side by side
const ROTATED_SHARE = 0.74; // font size as a share of the column width, which leaves a gap between square Chinese characters

/**
 * Width of the widest of several texts, relative to the font size. It is measured in bold, because the selected text is
 * drawn in bold.
 */
export const maxTextWidth = ({ measure }: ViewModel, texts: readonly string[]): number =>
  texts.reduce((widest, text) => Math.max(widest, measure(text, 10, true)), 0) / 10;

const EVERYTHING: Box = { x: -Infinity, y: -Infinity, width: Infinity, height: Infinity };

const isBetween = (value: number, from: number, size: number): boolean =>
  value >= from && (size === Infinity || value <= from + size);

/**
 * Row labels: the texts at the left edge of a matrix.
 * @param selected row whose label is emphasized; null if there is none
 * @param room maximum width of a label, in pixels
 * @param visible the part of the matrix that is visible on the canvas
 */
export function rowLabels(
  viewModel: ViewModel,
  texts: readonly string[],
  selected: number | null,
  box: Box,
  room: number,
  opacity: number,
  visible: Box = EVERYTHING,
): Mark[] {
  const { palette, measure } = viewModel;
  const height = box.height / texts.length;
  const wanted = Math.min(MAX_SIZE, height * 0.82);
  const fitting = room / maxTextWidth(viewModel, texts);
  const size = Math.max(MIN_SIZE_BEFORE_TRUNCATION, Math.min(wanted, fitting));
  return texts.flatMap((text, row): Mark[] => {
    const isSelected = row === selected;
    const y = box.y + (row + 0.5) * height;
    if ((wanted < MIN_SIZE && !isSelected) || !isBetween(y, visible.y, visible.height)) return [];
    return [
      {
        kind: 'text',
        role: 'row-label',
        text: size > fitting ? truncate(text, room, (part) => measure(part, size, isSelected)) : text,
        x: Math.max(box.x, visible.x) - 7,
        y,
        size,
        fill: isSelected ? palette.query : palette.text,
        align: 'right',
        bold: isSelected,
        opacity,
        ...(wanted < MIN_SIZE ? { halo: palette.surface } : {}),
      },
    ];
  });
}

/**
 * Column labels: the key tokens above the attention matrix, rotated if they do not fit side by side.
 * @param room maximum height of the labels, in pixels
 * @param visible the part of the matrix that is visible on the canvas
 */
export function columnLabels(
  viewModel: ViewModel,
  box: Box,
  room: number,
  opacity: number,
  visible: Box = EVERYTHING,
): Mark[] {
  const { keyTokens, palette, measure } = viewModel;
  const width = box.width / keyTokens.length;
  const cursor = cursorOf(viewModel);
  const selected = cursor?.matrix === 'attention' ? cursor.column : null;
  const widest = maxTextWidth(viewModel, keyTokens);
  const horizontalSize = (width - 4) / widest;
  const fitting = room / widest;
  const isHorizontal = horizontalSize >= MIN_HORIZONTAL_SIZE;
  const size = isHorizontal
    ? Math.min(MAX_SIZE, horizontalSize)
    : Math.min(MAX_SIZE, width * ROTATED_SHARE, Math.max(MIN_SIZE_BEFORE_TRUNCATION, fitting));
  const selectedSize = Math.max(size, MIN_HORIZONTAL_SIZE);
  return keyTokens.flatMap((text, column): Mark[] => {
    const isSelected = column === selected;
    const ownSize = isSelected ? selectedSize : size;
    const x = box.x + (column + 0.5) * width;
    if ((size < MIN_SIZE && !isSelected) || !isBetween(x, visible.x, visible.width)) return [];
    return [
      {
        kind: 'text',
        role: 'column-label',
        text:
          !isHorizontal && ownSize > fitting
            ? truncate(text, room, (part) => measure(part, ownSize, isSelected))
            : text,
        x,
        y: Math.max(box.y, visible.y) - (isHorizontal ? 11 : 7),
        size: ownSize,
        fill: isSelected ? palette.key : palette.text,
        align: isHorizontal ? 'center' : 'left',
        bold: isSelected,
        opacity,
        ...(isHorizontal ? {} : { turn: ROTATION }),
        ...(isSelected ? { halo: palette.surface } : {}),
      },
    ];
  });
}
