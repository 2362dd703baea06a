// Token labels at the edges of the grid of heads: as many as are legible, and always those of the selected cell.
import { maxTextWidth } from '../../marks/axis-labels.js';
import { truncate } from '../../marks/truncate.js';
import type { Box, Mark } from '../../scene.js';
import type { ViewModel } from '../../view-model.js';

const SIZE = 11; // font size of the labels in pixels
const PITCH = 1.1; // minimum distance between two labels, in font sizes
const GAP = 6; // distance between a label and the cells, in pixels
const TURN = -55; // rotation of the labels of key tokens, in degrees
const [SINE, COSINE] = [Math.sin((-TURN * Math.PI) / 180), Math.cos((TURN * Math.PI) / 180)];
const MAX_LENGTH = { wide: 78, narrow: 46 }; // maximum length of a label, in pixels
const MIN_WIDTH = 640; // minimum width of a wide canvas, in pixels

/** Space for token labels left of each row of panels and below each panel, in pixels. */
export interface LabelRoom {
  left: number;
  below: number;
  /** Length of the longest token label, in pixels. */
  length: number;
}

export function labelRoom(viewModel: ViewModel): LabelRoom {
  const { width, queryTokens, keyTokens } = viewModel;
  const longest = width < MIN_WIDTH ? MAX_LENGTH.narrow : MAX_LENGTH.wide;
  const lengthOf = (tokens: readonly string[]) => Math.min(longest, Math.ceil(maxTextWidth(viewModel, tokens) * SIZE));
  const [query, key] = [lengthOf(queryTokens), lengthOf(keyTokens)];
  return { left: query + GAP, below: Math.ceil(key * SINE + SIZE * COSINE) + GAP, length: longest };
}

/**
 * Indices of the tokens whose labels are drawn: the selected token, and others whose labels do not touch.
 * @param pitch distance between the tokens' rows or columns, in pixels
 */
function thinned(count: number, pitch: number, selected: number | null): number[] {
  const step = Math.ceil((PITCH * SIZE) / pitch);
  const isShown = (at: number) =>
    at === selected || (at % step === 0 && (selected === null || Math.abs(at - selected) >= step));
  return Array.from({ length: count }, (_, at) => at).filter(isShown);
}

export function queryLabels(viewModel: ViewModel, cells: Box, { length }: LabelRoom): Mark[] {
  const { palette, measure, queryTokens, selection } = viewModel;
  const height = cells.height / queryTokens.length;
  const shown = thinned(queryTokens.length, height, selection.row);
  return shown.map((row): Mark => {
    const isSelected = row === selection.row;
    return {
      kind: 'text',
      text: truncate(queryTokens[row]!, length, (part) => measure(part, SIZE, isSelected)),
      size: SIZE,
      x: cells.x - GAP,
      y: cells.y + (row + 0.5) * height,
      align: 'right',
      fill: isSelected ? palette.query : palette.muted,
      bold: isSelected,
    };
  });
}

/**
 * Slanted labels of the key tokens, below the cells of a panel.
 * @param isWhole false to draw only the label of the selected key
 */
export function keyLabels(viewModel: ViewModel, cells: Box, { length }: LabelRoom, isWhole: boolean): Mark[] {
  const { palette, measure, keyTokens, selection } = viewModel;
  const { cell } = selection;
  const selected = cell?.matrix === 'attention' ? cell.column : null;
  const width = cells.width / keyTokens.length;
  const shown = isWhole ? thinned(keyTokens.length, width * SINE, selected) : selected === null ? [] : [selected];
  return shown.map((column): Mark => {
    const isSelected = column === selected;
    return {
      kind: 'text',
      text: truncate(keyTokens[column]!, length, (part) => measure(part, SIZE, isSelected)),
      size: SIZE,
      x: cells.x + (column + 0.5) * width + 3,
      y: cells.y + cells.height + GAP,
      align: 'right',
      turn: TURN,
      fill: isSelected ? palette.key : palette.muted,
      bold: isSelected,
    };
  });
}
