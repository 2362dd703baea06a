// Where the parts of the ledger lie: the sentence, a row for each key token, the row of the sum, and the sum in words.
import { columnsOf, type Column, type Enlarged } from './columns.js';
import { drawSentence } from '../../marks/sentence.js';
import { indexOf } from '../../stages.js';
import { maxTextWidth } from '../../marks/axis-labels.js';
import type { Box } from '../../scene.js';
import type { ViewModel } from '../../view-model.js';

export const MARGIN = 14;
const MARGIN_SHARE = 0.025; // of the canvas's height, at most
const HEADER_HEIGHT = 26;
export const GAP = 18; // between columns
const SENTENCE_HEIGHT = 100; // at most
const SENTENCE_SHARE = 0.24; // of the canvas's height, at most
const MIN_ROW_HEIGHT = 20;
const MAX_ROW_HEIGHT = 54;
const TOKEN_SIZE = 14;
/** On a large screen the text grows with the rows and the width. */
const LARGE = { row: 31, width: 1000 };
const MAX_TOKEN_WIDTH = 0.24; // of the canvas's width
const MAX_ROWS_OF_ANY_HEIGHT = 12;
/** In row heights: above the headers the row of the query; below the keys a gap, the sum, and the sum in words. */
const ABOVE_KEYS = 1.15;
const SUM_FROM = 0.3;
const WORDS_FROM = 1.4;
const BELOW_KEYS = 2.3;
/** On a narrow canvas only the column of the present stage is shown. */
const MIN_WIDTH_OF_ALL_COLUMNS = 620;

/** Whether a column has nothing but numbers, which take little room. */
const isOfNumbers = ({ align }: Column): boolean => align === 'right';

export const isNarrow = ({ width }: ViewModel): boolean => width < MIN_WIDTH_OF_ALL_COLUMNS;

/** The canvas height that the rows need; a short sentence has room in the height of the style sheet: null. */
export const ledgerHeight = ({ keyTokens }: ViewModel): number | null =>
  keyTokens.length <= MAX_ROWS_OF_ANY_HEIGHT
    ? null
    : MARGIN * 3 + SENTENCE_HEIGHT + HEADER_HEIGHT + (ABOVE_KEYS + keyTokens.length + BELOW_KEYS) * MIN_ROW_HEIGHT;

/** The columns that have room: all, or that of the present stage, beside the numbers that it computes with. */
function visibleColumns(viewModel: Enlarged): readonly Column[] {
  const columns = columnsOf(viewModel);
  if (!isNarrow(viewModel)) return columns;
  const now = indexOf(viewModel.moment.stage);
  const begun = columns.filter(({ stage }) => indexOf(stage) <= now);
  const last = Math.max(indexOf(columns[0]!.stage), ...begun.map(({ stage }) => indexOf(stage)));
  const first = columns.findIndex(({ stage }) => indexOf(stage) === last);
  const before = columns[first - 1];
  const present = columns.filter(({ stage }) => indexOf(stage) === last);
  return before && [before, ...present].some(isOfNumbers) ? [before, ...present] : present;
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
  /** What lies below the sentence. */
  body: Box;
  /** How much larger everything is than in a ledger of low rows: 1 at least. */
  enlargement: number;
  /** Of the key tokens. */
  tokens: { width: number; size: number };
  columns: readonly { column: Column; header: Box }[];
  rowHeight: number;
  /** The whole row of a key. */
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
    ...{ x: MARGIN, y: top + HEADER_HEIGHT + (ABOVE_KEYS + row) * rowHeight, width: body.width, height: rowHeight },
  });
  const size = TOKEN_SIZE * enlargement;
  const tokenWidth = Math.min(MAX_TOKEN_WIDTH * width, maxTextWidth(viewModel, keyTokens) * size + 4);
  const columns = visibleColumns({ ...viewModel, enlargement });
  const left = MARGIN + tokenWidth + GAP;
  const header = { x: left, y: top + ABOVE_KEYS * rowHeight, width: width - MARGIN - left, height: HEADER_HEIGHT };
  const headers = columnBoxes(columns, header);
  return {
    ...{ sentence, body, enlargement, rowHeight, rowBox },
    tokens: { width: tokenWidth, size },
    columns: columns.map((column, index) => ({ column, header: headers[index]! })),
    queryBox: { ...body, height: rowHeight },
    sumBox: rowBox(keyTokens.length + SUM_FROM),
    wordsBox: rowBox(keyTokens.length + WORDS_FROM),
  };
}
