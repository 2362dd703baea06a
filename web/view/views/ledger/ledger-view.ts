// The view 'ledger': what one query token computes. A row for each key token; each stage of the formula adds a column.
import { drawFold, ledgerShare } from './fold.js';
import { drawSumInWords } from './sum-in-words.js';
import { ledgerHeight, ledgerLayout, MARGIN, type LedgerLayout } from './layout.js';
import { shownShare, summedShare, textIn, type Column } from './columns.js';
import { cursorOf } from '../../reveal.js';
import { stageProgress, type StageName } from '../../stages.js';
import { drawLegend } from '../../marks/heatmap.js';
import { truncate } from '../../marks/truncate.js';
import type { ColorScale, Palette } from '../../marks/palette.js';
import type { Box, Mark, Region, Scene } from '../../scene.js';
import type { View } from '../view.js';
import type { ViewModel } from '../../view-model.js';

/** The key tokens, one in each row. */
function tokenColumn(
  viewModel: ViewModel,
  { tokens, rowBox, queryBox, sumBox }: LedgerLayout,
  selected: number | null,
) {
  const { palette, queryTokens, keyTokens, measure, selection, moment } = viewModel;
  const has = (stage: StageName) => stageProgress(moment, stage) > 0;
  const cut = (token: string) => truncate(token, tokens.width, (part) => measure(part, tokens.size));
  const cell = (box: Box) => ({ ...box, width: tokens.width });
  return [
    ...(has('project')
      ? [{ ...textIn(cell(queryBox), cut(queryTokens[selection.row]!), palette.query, 'left'), bold: true }]
      : []),
    ...keyTokens.map((token, key) => ({
      ...textIn(cell(rowBox(key)), cut(token), key === selected ? palette.key : palette.text, 'left'),
      bold: key === selected,
    })),
    ...(has('softmax') ? [textIn(cell(sumBox), 'Σ', palette.text, 'left')] : []),
  ];
}

/** What one stage adds: header, rows and sum, as far as they have appeared. */
function drawColumn(
  viewModel: ViewModel,
  column: Column,
  header: Box,
  { rowBox, queryBox, sumBox }: LedgerLayout,
): Mark[] {
  const { palette, keyTokens, moment, steps } = viewModel;
  if (steps !== null && stageProgress(moment, column.stage) === 0) return [];
  const inRow = ({ y, height }: Box): Box => ({ ...header, y, height });
  const summed = summedShare(viewModel, column.stage);
  // Values slide into their sum, and are back in their rows when it is there.
  const slides = column.stage === 'sum' && summed > 0 && summed < 1;
  const rows = keyTokens.flatMap((_, key) => {
    const shown = shownShare(viewModel, column.stage, key);
    const place = inRow(rowBox(key));
    const y = slides ? place.y + (sumBox.y - place.y) * summed : place.y;
    return shown > 0 ? column.row(key, { ...place, y }, shown) : [];
  });
  return [
    textIn(header, column.header, palette.muted, column.align ?? 'left'),
    ...(column.query?.(inRow(queryBox)) ?? []),
    ...rows,
    ...(column.sum && summed > 0 ? column.sum(inRow(sumBox), summed) : []),
    ...(column.legend ? legendIn(inRow(sumBox), column.legend, palette) : []),
  ];
}

const LEGEND_NUMBERS = 44; // pixels, on both sides of the strip of a legend
const MIN_LEGEND = 20;

function legendIn(box: Box, scale: ColorScale, { muted }: Palette): Mark[] {
  const width = box.width - 2 * LEGEND_NUMBERS;
  const strip = { x: box.x + LEGEND_NUMBERS, y: box.y + box.height / 2 - 3, width, height: 6 };
  return width >= MIN_LEGEND ? drawLegend(scale, strip, muted, 1) : [];
}

const faded = (marks: readonly Mark[], share: number): Mark[] =>
  share >= 1 ? [...marks] : marks.map((mark) => ({ ...mark, opacity: (mark.opacity ?? 1) * share }));

function drawLedger(viewModel: ViewModel, layout: LedgerLayout): { marks: Mark[]; regions: Region[] } {
  const { palette, keyTokens, selection } = viewModel;
  const { body, rowBox, rowHeight, sumBox, wordsBox, columns } = layout;
  const cursor = cursorOf(viewModel);
  const selected = cursor?.matrix === 'attention' ? cursor.column : null;
  const line = { kind: 'rect', x: MARGIN, width: body.width, height: 1, fill: palette.line } as const;
  const highlight: Mark[] =
    selected === null ? [] : [{ kind: 'rect', ...rowBox(selected), fill: palette.raised, radius: 5 }];
  const summed = summedShare(viewModel, 'sum');
  return {
    marks: [
      ...highlight,
      ...tokenColumn(viewModel, layout, selected),
      ...columns.flatMap(({ column, header }) => drawColumn(viewModel, column, header, layout)),
      { ...line, y: rowBox(0).y - 0.08 * rowHeight },
      { ...line, y: sumBox.y - 0.15 * rowHeight },
      ...(viewModel.steps && summed > 0 ? drawSumInWords(viewModel, wordsBox, summed) : []),
    ],
    regions: keyTokens.map((_, column): Region => ({
      ...{ matrix: 'attention', ...rowBox(column), rows: 1, columns: 1 },
      cell: { matrix: 'attention', row: selection.row, column },
    })),
  };
}

export function drawLedgerView(viewModel: ViewModel): Scene {
  const { width, height, moment, steps } = viewModel;
  const layout = ledgerLayout(viewModel);
  const { sentence } = layout;
  const folds = steps !== null && moment.stage === 'output' && moment.progress > 0;
  const ledgerLeft = folds ? ledgerShare(moment.progress) : 1;
  const ledger = ledgerLeft > 0 ? drawLedger(viewModel, layout) : null;
  const fold = folds ? drawFold({ ...viewModel, steps }, layout) : null;
  const marks = [...sentence.marks, ...faded(ledger?.marks ?? [], ledgerLeft), ...(fold?.marks ?? [])];
  return {
    ...{ width, height },
    layers: [{ clip: { x: 0, y: 0, width, height }, marks }],
    regions: ledger?.regions ?? fold?.regions ?? [],
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
  hasMatrices: true,
} as const satisfies View;
