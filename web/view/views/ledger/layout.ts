// Layout of the view 'ledger': the sentence, a row for each key token, the row of the sum, and the text of the weighted
// sum.
import { columnsOf, type Column, type Enlarged } from './columns.js';
import { drawSentence } from '../../marks/sentence.js';
import { indexOf } from '../../stages.js';
import { maxTextWidth } from '../../marks/axis-labels.js';
import type { Box } from '../../scene.js';
import type { ViewModel } from '../../view-model.js';

export const MARGIN = 14;
const MARGIN_SHARE = 0.025; // maximum margin as a share of the canvas height
const HEADER_HEIGHT = 26;
export const GAP = 18; // distance between columns, in pixels
const SENTENCE_HEIGHT = 100; // maximum height of the sentence in pixels
const SENTENCE_SHARE = 0.25; // maximum height of the sentence as a share of the canvas height: two lines on a phone
const MIN_ROW_HEIGHT = 20;
const MAX_ROW_HEIGHT = 76;
const TOKEN_SIZE = 14;
/** Minimum row height and canvas width, in pixels, for which the ledger's text is enlarged. */
const LARGE = { row: 31, width: 1000 };
const MAX_TOKEN_WIDTH = 0.24; // maximum width of the tokens as a share of the canvas width
const MAX_ROWS_OF_ANY_HEIGHT = 12;
/**
 * Distance from the top of the ledger to the first key token's row, in units of the row height. The space contains the
 * query token's row and the headers.
 */
const ABOVE_KEYS = 1.15;
/** Distance from the last key token's row to the row of the sum, in units of the row height. */
const SUM_FROM = 0.3;
/** Distance from the last key token's row to the text of the weighted sum, in units of the row height. */
const WORDS_FROM = 1.4;
/** Height of everything below the last key token's row, in units of the row height. */
const BELOW_KEYS = 2.3;
/**
 * Minimum canvas width, in pixels, at which all columns are shown. A narrower canvas shows only the columns of the
 * current stage.
 */
const MIN_WIDTH_OF_ALL_COLUMNS = 620;

/** True for a column that contains only numbers and is therefore narrow. */
const isNumeric = ({ align }: Column): boolean => align === 'right';

export const isNarrow = ({ width }: ViewModel): boolean => width < MIN_WIDTH_OF_ALL_COLUMNS;

/**
 * Canvas height that the ledger's rows need; null if the height in the style sheet suffices, as for short sentences.
 */
export const ledgerHeight = ({ keyTokens }: ViewModel): number | null =>
  keyTokens.length <= MAX_ROWS_OF_ANY_HEIGHT
    ? null
    : MARGIN * 3 + SENTENCE_HEIGHT + HEADER_HEIGHT + (ABOVE_KEYS + keyTokens.length + BELOW_KEYS) * MIN_ROW_HEIGHT;

/**
 * Columns that fit on the canvas: all of them, or only the current stage's column and the columns of numbers that it
 * uses.
 */
function visibleColumns(viewModel: Enlarged): readonly Column[] {
  const columns = columnsOf(viewModel);
  if (!isNarrow(viewModel)) return columns;
  const now = indexOf(viewModel.moment.stage);
  const begun = columns.filter(({ stage }) => indexOf(stage) <= now);
  const last = Math.max(indexOf(columns[0]!.stage), ...begun.map(({ stage }) => indexOf(stage)));
  const first = columns.findIndex(({ stage }) => indexOf(stage) === last);
  const before = columns[first - 1];
  const present = columns.filter(({ stage }) => indexOf(stage) === last);
  return before && [before, ...present].some(isNumeric) ? [before, ...present] : present;
}

function columnBoxes(columns: readonly Column[], box: Box): Box[] {
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  const room = box.width - GAP * (columns.length - 1);
  let x = box.x;
  return columns.map(({ width }) => {
    const column = { ...box, x, width: (room * width) / total };
    x += column.width + GAP;
    return column;
  });
}

export interface LedgerLayout {
  sentence: ReturnType<typeof drawSentence>;
  /** Area of the canvas below the sentence. */
  body: Box;
  /** Scale of the ledger's text, relative to that in a ledger with low rows; at least 1. */
  enlargement: number;
  /** Width and font size, in pixels, of the column that contains the key tokens. */
  tokens: { width: number; size: number };
  columns: readonly { column: Column; header: Box }[];
  rowHeight: number;
  /** Returns the box of a key token's row, across all columns. */
  rowBox: (key: number) => Box;
  queryBox: Box;
  sumBox: Box;
  wordsBox: Box;
}

export function ledgerLayout(viewModel: ViewModel): LedgerLayout {
  const { width, height, keyTokens } = viewModel;
  const stripHeight = Math.min(SENTENCE_HEIGHT, SENTENCE_SHARE * height);
  const margin = Math.min(MARGIN, MARGIN_SHARE * height);
  const strip = { x: MARGIN, y: margin, width: width - 2 * MARGIN, height: stripHeight };
  const sentence = drawSentence(viewModel, strip);
  const top = margin + sentence.height + margin;
  const body = { x: MARGIN, y: top, width: width - 2 * MARGIN, height: height - top - margin };
  const rows = ABOVE_KEYS + keyTokens.length + BELOW_KEYS;
  const rowHeight = Math.min(MAX_ROW_HEIGHT, (body.height - HEADER_HEIGHT) / rows);
  const enlargement = Math.max(1, Math.min(rowHeight / LARGE.row, width / LARGE.width));
  const rowBox = (row: number): Box => ({
    x: MARGIN,
    y: top + HEADER_HEIGHT + (ABOVE_KEYS + row) * rowHeight,
    width: body.width,
    height: rowHeight,
  });
  const size = TOKEN_SIZE * enlargement;
  const tokenWidth = Math.min(MAX_TOKEN_WIDTH * width, maxTextWidth(viewModel, keyTokens) * size + 4);
  const columns = visibleColumns({ ...viewModel, enlargement });
  const left = MARGIN + tokenWidth + GAP;
  const header = { x: left, y: top + ABOVE_KEYS * rowHeight, width: width - MARGIN - left, height: HEADER_HEIGHT };
  const headers = columnBoxes(columns, header);
  return {
    sentence,
    body,
    enlargement,
    rowHeight,
    rowBox,
    tokens: { width: tokenWidth, size },
    columns: columns.map((column, index) => ({ column, header: headers[index]! })),
    queryBox: { ...body, height: rowHeight },
    sumBox: rowBox(keyTokens.length + SUM_FROM),
    wordsBox: rowBox(keyTokens.length + WORDS_FROM),
  };
}
