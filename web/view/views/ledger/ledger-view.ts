// The view 'ledger': the computation of one query token as a table. The table has a row for each key token, and each
// stage of the formula adds a column.
import { drawFold, ledgerVisibility } from './fold.js';
import { drawSumInWords } from './sum-in-words.js';
import { GAP, isNarrow, ledgerHeight, ledgerLayout, MARGIN, type LedgerLayout } from './layout.js';
import { shownShare, summedShare, textIn, type Column } from './columns.js';
import { cursorOf } from '../../reveal.js';
import { stageProgress } from '../../stages.js';
import { drawLegend } from '../../marks/heatmap.js';
import { truncate } from '../../marks/truncate.js';
import type { ColorScale } from '../../marks/palette.js';
import type { Box, Mark, Region, Scene, TextMark } from '../../scene.js';
import type { Drawing } from '../view.js';
import type { ViewModel } from '../../view-model.js';

/** Labels of the ledger's rows: the key tokens, and above them the query token, which appears with the projection. */
function tokenColumn(viewModel: ViewModel, layout: LedgerLayout, selected: number | null): Mark[] {
  const { palette, queryTokens, keyTokens, selection, moment } = viewModel;
  const { tokens, rowBox, queryBox, columns, enlargement } = layout;
  const hasQuery = stageProgress(moment, 'project') > 0 && columns.some(({ column }) => column.query);
  const symbol = { ...queryBox, x: MARGIN + tokens.width, width: GAP };
  return [
    ...(hasQuery
      ? [
          tokenIn(viewModel, layout, queryBox, queryTokens[selection.row]!, palette.query, true),
          textIn(symbol, 'q', palette.query, 'center', 1, enlargement),
        ]
      : []),
    ...keyTokens.map((token, key) => {
      const isSelected = key === selected;
      return tokenIn(viewModel, layout, rowBox(key), token, isSelected ? palette.key : palette.text, isSelected);
    }),
  ];
}

function tokenIn(
  { measure }: ViewModel,
  { tokens: { width, size }, enlargement }: LedgerLayout,
  box: Box,
  token: string,
  fill: string,
  bold: boolean,
): Mark {
  const cut = truncate(token, width, (part) => measure(part, size, bold));
  return { ...textIn({ ...box, width }, cut, fill, 'left', 1, enlargement), bold };
}

const rowOf = (header: Box, { y, height }: Box): Box => ({ ...header, y, height });

/** Draws a column's header and cells, as far as they have appeared. */
function drawColumn(
  viewModel: ViewModel,
  column: Column,
  header: Box,
  { rowBox, queryBox, sumBox, enlargement }: LedgerLayout,
): Mark[] {
  const { palette, keyTokens, moment, steps } = viewModel;
  if (steps !== null && stageProgress(moment, column.stage) === 0) return [];
  const summed = summedShare(viewModel, column.stage);
  // The value vectors slide into their sum and then appear in their rows again.
  const slides = column.stage === 'sum' && summed > 0 && summed < 1;
  const rows = keyTokens.flatMap((_, key) => {
    const shown = shownShare(viewModel, column.stage, key);
    const place = rowOf(header, rowBox(key));
    const y = slides ? place.y + (sumBox.y - place.y) * summed : place.y;
    return shown > 0 ? column.row(key, { ...place, y }, shown) : [];
  });
  const title = textIn(header, column.header, column.color ?? palette.muted, column.align ?? 'left', 1, enlargement);
  return [
    title,
    ...(column.legend ? legendIn(viewModel, header, title, column.legend) : []),
    ...(column.query?.(rowOf(header, queryBox)) ?? []),
    ...rows,
  ];
}

/** Draws the row of sums, as far as it has appeared, and below it the weighted sum in words. */
function drawSums(
  viewModel: ViewModel,
  { sumBox, wordsBox, rowHeight, tokens, enlargement }: LedgerLayout,
  columns: LedgerLayout['columns'],
): Mark[] {
  const { palette, moment, steps } = viewModel;
  const summed = summedShare(viewModel, 'sum');
  const label = { ...sumBox, width: tokens.width };
  return [
    { kind: 'rect', x: MARGIN, y: sumBox.y - 0.15 * rowHeight, width: sumBox.width, height: 1, fill: palette.line },
    ...(stageProgress(moment, 'softmax') > 0 ? [textIn(label, 'Σ', palette.text, 'left', 1, enlargement)] : []),
    ...columns.flatMap(({ column, header }) => {
      const share = summedShare(viewModel, column.stage);
      return share > 0 ? (column.sum?.(rowOf(header, sumBox), share) ?? []) : [];
    }),
    ...(steps && summed > 0 ? drawSumInWords(viewModel, wordsBox, summed, enlargement) : []),
  ];
}

const LEGEND_NUMBER = 44; // space for a number at each end of a legend, in pixels
const LEGEND_WIDTH = { min: 20, max: 60 }; // width of the color strip, in pixels

/** Legend of a color scale to the right of a column's header; empty if there is no room. */
function legendIn({ measure, palette }: ViewModel, header: Box, { text, size }: TextMark, scale: ColorScale): Mark[] {
  const room = header.width - measure(text, size) - 8 - 2 * LEGEND_NUMBER;
  if (room < LEGEND_WIDTH.min) return [];
  const width = Math.min(LEGEND_WIDTH.max, room);
  const right = header.x + header.width - LEGEND_NUMBER;
  const strip = { x: right - width, y: header.y + header.height / 2 - 3, width, height: 6 };
  return drawLegend(scale, strip, palette.muted, 1);
}

const faded = (marks: readonly Mark[], share: number): Mark[] =>
  share >= 1 ? [...marks] : marks.map((mark) => ({ ...mark, opacity: (mark.opacity ?? 1) * share }));

function drawRows(viewModel: ViewModel, layout: LedgerLayout): { marks: Mark[]; regions: Region[] } {
  const { palette, keyTokens, selection } = viewModel;
  const { body, rowBox, rowHeight, columns } = layout;
  const cursor = cursorOf(viewModel);
  const selected = cursor?.matrix === 'attention' ? cursor.column : null;
  const highlight: Mark[] =
    selected === null ? [] : [{ kind: 'rect', ...rowBox(selected), fill: palette.raised, radius: 5 }];
  const y = rowBox(0).y - 0.08 * rowHeight;
  return {
    marks: [
      ...highlight,
      ...tokenColumn(viewModel, layout, selected),
      ...columns.flatMap(({ column, header }) => drawColumn(viewModel, column, header, layout)),
      { kind: 'rect', x: MARGIN, y, width: body.width, height: 1, fill: palette.line },
    ],
    regions: keyTokens.map((_, column): Region => ({
      matrix: 'attention',
      ...rowBox(column),
      rows: 1,
      columns: 1,
      cell: { matrix: 'attention', row: selection.row, column },
    })),
  };
}

/**
 * Draws the view 'ledger'. In its last stage, the query token's weights become a row of the attention matrix, while the
 * row of the sum stays in place.
 */
export function drawLedgerView(viewModel: ViewModel): Scene {
  const { width, height, moment, steps } = viewModel;
  const layout = ledgerLayout(viewModel);
  const { sentence, columns } = layout;
  const folds = steps !== null && moment.stage === 'output' && moment.progress > 0;
  const rowsLeft = folds ? ledgerVisibility(moment.progress) : 1;
  const rows = rowsLeft > 0 ? drawRows(viewModel, layout) : null;
  const fold = folds ? drawFold({ ...viewModel, steps }, layout) : null;
  const result = columns.filter(({ column }) => column.stage === 'sum');
  const marks = [
    ...sentence.marks,
    ...faded(rows?.marks ?? [], rowsLeft),
    ...(fold?.marks ?? []),
    ...(folds && isNarrow(viewModel)
      ? drawSumInWords(viewModel, layout.wordsBox, 1, layout.enlargement)
      : drawSums(viewModel, layout, folds ? result : columns)),
  ];
  return {
    width,
    height,
    layers: [{ clip: { x: 0, y: 0, width, height }, marks }],
    regions: rows?.regions ?? fold?.regions ?? [],
    tokens: sentence.tokens,
    panels: [],
    viewport: null,
  };
}

export const ledgerDrawing: Drawing = { draw: drawLedgerView, requiredHeight: ledgerHeight };
