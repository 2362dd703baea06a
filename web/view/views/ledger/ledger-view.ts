// The view 'ledger': what one query token computes. A row for each key token; each stage of the formula adds a column.
import { columnsOf, shownShare, summedShare, textIn, type Column } from './columns.js';
import { cursorOf } from '../../reveal.js';
import { drawSentence } from '../../marks/sentence.js';
import { indexOf, stageProgress } from '../../stages.js';
import { maxTextWidth } from '../../marks/axis-labels.js';
import { truncate } from '../../marks/truncate.js';
import type { Box, Mark, Region, Scene } from '../../scene.js';
import type { View } from '../view.js';
import type { ViewModel } from '../../view-model.js';

const MARGIN = 14;
const GAP = 18; // between columns
const SENTENCE_HEIGHT = 100; // at most
const HEADER_HEIGHT = 26;
const MIN_ROW_HEIGHT = 20;
const MAX_ROW_HEIGHT = 46;
const TOKEN_SIZE = 14;
const MAX_TOKEN_WIDTH = 0.24; // of the canvas's width
const MAX_ROWS_OF_ANY_HEIGHT = 12;
/** On a narrow canvas only the column of the present stage is shown. */
const MIN_WIDTH_OF_ALL_COLUMNS = 620;

const rowsHeight = (rows: number, rowHeight: number): number => HEADER_HEIGHT + (rows + 1.4) * rowHeight;

/** A short sentence has room in the height of the style sheet: null. */
const ledgerHeight = ({ keyTokens }: ViewModel): number | null =>
  keyTokens.length <= MAX_ROWS_OF_ANY_HEIGHT
    ? null
    : MARGIN * 3 + SENTENCE_HEIGHT + rowsHeight(keyTokens.length, MIN_ROW_HEIGHT);

/** The columns that have room: all, or that of the present stage with its numbers. */
function visibleColumns(viewModel: ViewModel): readonly Column[] {
  const columns = columnsOf(viewModel);
  if (viewModel.width >= MIN_WIDTH_OF_ALL_COLUMNS) return columns;
  const now = indexOf(viewModel.moment.stage);
  const last = columns.findLast(({ stage }) => indexOf(stage) <= now) ?? columns[0]!;
  return columns.filter(({ stage }) => stage === last.stage);
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

export function drawLedgerView(viewModel: ViewModel): Scene {
  const { width, height, palette, keyTokens, selection, measure, nameOf } = viewModel;
  const strip = { x: MARGIN, y: MARGIN, width: width - 2 * MARGIN, height: SENTENCE_HEIGHT };
  const sentence = drawSentence(viewModel, strip);
  const top = MARGIN + sentence.height + MARGIN;
  const rowHeight = Math.min(MAX_ROW_HEIGHT, (height - top - MARGIN - HEADER_HEIGHT) / (keyTokens.length + 1.4));
  const tokenWidth = Math.min(MAX_TOKEN_WIDTH * width, maxTextWidth(viewModel, keyTokens) * TOKEN_SIZE + 4);
  const firstRow = top + HEADER_HEIGHT;
  const rowBox = (row: number): Box => ({
    ...{ x: MARGIN, y: firstRow + row * rowHeight, width: width - 2 * MARGIN, height: rowHeight },
  });
  const sumBox = rowBox(keyTokens.length + 0.3);
  const columns = visibleColumns(viewModel);
  const left = MARGIN + tokenWidth + GAP;
  const boxes = columnBoxes(columns, { x: left, y: top, width: width - MARGIN - left, height: HEADER_HEIGHT });
  const cursor = cursorOf(viewModel);
  const selected = cursor?.matrix === 'attention' ? cursor.column : null;

  const at = (column: Box, { y, height: rowsOwn }: Box): Box => ({ ...column, y, height: rowsOwn });
  const tokens = keyTokens.map((token, key) => ({
    ...textIn(
      { ...rowBox(key), width: tokenWidth },
      truncate(token, tokenWidth, (part) => measure(part, TOKEN_SIZE)),
      key === selected ? palette.key : palette.text,
      'left',
    ),
    bold: key === selected,
  }));
  const cells = columns.flatMap((column, index): Mark[] => {
    const box = boxes[index]!;
    const begun = viewModel.steps === null || stageProgress(viewModel.moment, column.stage) > 0;
    if (!begun) return [];
    const summed = summedShare(viewModel, column.stage);
    const rows = keyTokens.flatMap((_, key) => {
      const shown = shownShare(viewModel, column.stage, key);
      const place = at(box, rowBox(key));
      // Values slide into their sum, and are back in their rows when it is there.
      const slides = column.stage === 'sum' && summed > 0 && summed < 1;
      const y = slides ? place.y + (sumBox.y - place.y) * summed : place.y;
      return shown > 0 ? column.row(key, { ...place, y }, shown) : [];
    });
    const sum = column.sum && summed > 0 ? column.sum(at(box, sumBox), summed) : [];
    const header = textIn(box, column.header, palette.muted, column.align ?? 'left');
    return [header, ...(column.queryVector?.(box) ?? []), ...rows, ...sum];
  });
  const line = { kind: 'rect', x: MARGIN, width: width - 2 * MARGIN, height: 1, fill: palette.line } as const;
  const highlight: Mark[] =
    selected === null ? [] : [{ kind: 'rect', ...rowBox(selected), fill: palette.raised, radius: 5 }];
  const regions = keyTokens.map((_, column): Region => ({
    ...{ matrix: 'attention', ...rowBox(column), rows: 1, columns: 1 },
    cell: { matrix: 'attention', row: selection.row, column },
  }));
  return {
    width,
    height,
    layers: [
      {
        clip: { x: 0, y: 0, width, height },
        marks: [
          ...highlight,
          ...sentence.marks,
          textIn({ x: MARGIN, y: top, width: tokenWidth, height: HEADER_HEIGHT }, nameOf('key'), palette.key, 'left'),
          ...tokens,
          ...cells,
          { ...line, y: top + HEADER_HEIGHT - 2 },
          { ...line, y: sumBox.y - 0.15 * rowHeight },
          textIn({ ...sumBox, width: tokenWidth }, 'Σ', palette.text, 'left'),
        ],
      },
    ],
    regions,
    tokens: sentence.tokens,
    panels: [],
    viewport: null,
  };
}

export const ledgerView = {
  name: 'ledger',
  draw: drawLedgerView,
  requiredHeight: ledgerHeight,
  cover: null,
  side: 'step',
  zoomable: false,
  animated: true,
  transitions: false,
  sortable: false,
} as const satisfies View;
