// The last stage of the view 'ledger', a table of one query's computation: the table's weights become a row of the
// attention matrix, the rows of the other queries follow, then the outputs of all heads side by side, and their product
// with W_O.
import { attentionHeatmap } from '../../marks/attention-matrix.js';
import { columnLabels, maxTextWidth, rowLabels } from '../../marks/axis-labels.js';
import { cursorOutlines, outline, rowIn, queryOutline } from '../../marks/cursor-outlines.js';
import { drawHeatmap, type CachedHeatmap, type Heatmap } from '../../marks/heatmap.js';
import { easeOut, within } from '../../stages.js';
import { textIn } from './columns.js';
import { drawSymbol, PARAMETERS } from '../../marks/parameters.js';
import { VECTORS, vectorsHeatmap } from '../../marks/vectors.js';
import { isNarrow, type LedgerLayout } from './layout.js';
import type { Box, Mark, MatrixName, Region } from '../../scene.js';
import type { StepsViewModel } from '../../view-model.js';

// Times within the last stage, as shares of the stage's progress.
const LEDGER_GONE = 0.2;
const ROW_FOLDED = 0.35;
const ALL_ROWS = 0.55;

const LABEL_SIZE = 14;
const MAX_LABEL_WIDTH = 0.16; // maximum width of the labels as a share of the canvas width
const MAX_LABEL_HEIGHT = 0.24; // maximum height of the labels as a share of the height below the sentence
const MATRIX_SHARE = 0.52; // width of the attention matrix as a share of the canvas width
const GAP_BESIDE_MATRIX = { wide: 36, narrow: 14 };
const TITLE_HEIGHT = 24;
const GAP_ABOVE_RESULT = 12;

const subscript = (number: number): string =>
  Array.from(String(number), (digit) => String.fromCodePoint(0x2080 + Number(digit))).join('');

/**
 * Title of a matrix: its name and symbol, or only the symbol if there is no room for both.
 * @param room available width in pixels
 */
function withName({ nameOf, measure }: StepsViewModel, matrix: MatrixName, symbol: string, room: number): string {
  const both = `${nameOf(matrix)} ${symbol}`;
  return measure(both, LABEL_SIZE) <= room ? both : symbol;
}

/** Opacity of the ledger at the beginning of the last stage, while it disappears. */
export const ledgerVisibility = (progress: number): number => 1 - within(progress, 0, LEDGER_GONE);

interface FoldLayout {
  matrix: Box;
  labels: { width: number; height: number };
  concat: Box;
  projected: Box;
}

function foldLayout(
  viewModel: StepsViewModel,
  { body: whole, sumBox, wordsBox, enlargement }: LedgerLayout,
): FoldLayout {
  const { queryTokens, keyTokens, width } = viewModel;
  const labelSize = LABEL_SIZE * enlargement;
  const narrow = isNarrow(viewModel);
  const body = { ...whole, height: (narrow ? wordsBox : sumBox).y - whole.y - GAP_ABOVE_RESULT };
  const labels = {
    width: Math.min(MAX_LABEL_WIDTH * width, maxTextWidth(viewModel, queryTokens) * labelSize + 16),
    height: Math.min(MAX_LABEL_HEIGHT * body.height, maxTextWidth(viewModel, keyTokens) * labelSize * 0.85 + 16),
  };
  const room = {
    width: body.width * MATRIX_SHARE - labels.width,
    height: body.height - labels.height,
  };
  const side = Math.min(room.width / keyTokens.length, room.height / queryTokens.length);
  const matrix = {
    x: body.x + labels.width,
    y: body.y + labels.height,
    width: side * keyTokens.length,
    height: side * queryTokens.length,
  };
  const right = matrix.x + matrix.width + (narrow ? GAP_BESIDE_MATRIX.narrow : GAP_BESIDE_MATRIX.wide);
  const top = body.y + TITLE_HEIGHT;
  const height = Math.max(8, (body.y + body.height - top - TITLE_HEIGHT) / 2);
  const concat = { x: right, y: top, width: body.x + body.width - right, height };
  return { matrix, labels, concat, projected: { ...concat, y: top + height + TITLE_HEIGHT } };
}

/** The query token's weights on their way from the ledger's column to their row of the attention matrix. */
function foldingRow(viewModel: StepsViewModel, ledger: LedgerLayout, matrix: Box, heatmap: Heatmap): Mark[] {
  const { keyTokens, queryTokens, selection, moment } = viewModel;
  const share = easeOut(within(moment.progress, 0, ROW_FOLDED));
  const { header } = ledger.columns.find(({ column }) => column.stage === 'softmax') ?? ledger.columns[0]!;
  const row = rowIn(matrix, selection.row, queryTokens.length);
  const width = matrix.width / keyTokens.length;
  const between = (from: number, to: number) => from + (to - from) * share;
  return keyTokens.map((_, key) => {
    const from = ledger.rowBox(key);
    const { color } = heatmap.cellStyle(selection.row, key);
    return {
      kind: 'rect',
      role: 'weight',
      x: between(header.x, row.x + key * width),
      y: between(from.y, row.y),
      width: between(header.width, width),
      height: between(from.height, row.height),
      fill: `rgb(${color.map(Math.round).join(',')})`,
      opacity: Math.min(1, share * 3),
    };
  });
}

/** The attention matrix while its rows appear one after another; the row of the query token is already visible. */
function appearing(heatmap: CachedHeatmap, ownRow: number, progress: number): CachedHeatmap {
  const shown = within(progress, ROW_FOLDED, ALL_ROWS) * (heatmap.rows + 1);
  return {
    ...heatmap,
    key: [heatmap.key, shown, progress < ALL_ROWS ? ownRow : ''].join(),
    cellStyle: (row, column) => {
      const style = heatmap.cellStyle(row, column);
      const share = row === ownRow ? Number(progress >= ROW_FOLDED) : Math.min(1, Math.max(0, shown - row));
      return { ...style, alpha: style.alpha * share };
    },
  };
}

/**
 * Draws the last stage of the view 'ledger' in the area below the sentence: the attention matrix, the concatenation and
 * its product with W_O.
 */
export function drawFold(viewModel: StepsViewModel, ledger: LedgerLayout): { marks: Mark[]; regions: Region[] } {
  const { palette, queryTokens, selection, moment, steps } = viewModel;
  const { progress } = moment;
  const { matrix, labels, concat, projected } = foldLayout(viewModel, ledger);
  const { enlargement } = ledger;
  const heatmap = attentionHeatmap(viewModel);
  const isFolded = progress >= ROW_FOLDED;
  const opacity = within(progress, LEDGER_GONE, ROW_FOLDED);
  const marks: Mark[] = [
    ...rowLabels(viewModel, queryTokens, selection.row, matrix, labels.width - 9, opacity),
    ...columnLabels(viewModel, matrix, labels.height - 8, opacity),
    ...(isFolded
      ? [
          ...drawHeatmap(viewModel, appearing(heatmap, selection.row, progress), matrix, 1),
          ...cursorOutlines(viewModel, matrix),
        ]
      : foldingRow(viewModel, ledger, matrix, heatmap)),
  ];
  const regions: Region[] = isFolded
    ? [{ matrix: 'attention', ...matrix, rows: heatmap.rows, columns: heatmap.columns }]
    : [];
  if (progress <= ALL_ROWS) return { marks, regions };

  const after = { ...viewModel, moment: { ...moment, progress: within(progress, ALL_ROWS, 1) } };
  const headBox = (head: number): Box => {
    const width = concat.width / steps.numHeads;
    return { ...concat, x: concat.x + head * width, width };
  };
  const title = (box: Box): Box => ({ ...box, y: box.y - TITLE_HEIGHT, height: TITLE_HEIGHT });
  for (const name of ['concat', 'projected'] as const) {
    const box = name === 'concat' ? concat : projected;
    const vectors = vectorsHeatmap(after, name);
    marks.push(
      ...drawHeatmap(viewModel, vectors, box, 1),
      queryOutline(rowIn(box, selection.row, queryTokens.length), palette.query),
    );
    regions.push({ matrix: name, ...box, rows: vectors.rows, columns: vectors.columns });
  }
  for (let head = 0; head < steps.numHeads; head++) {
    const isOwn = head === steps.head;
    const box = headBox(head);
    const symbol = `A${subscript(head + 1)}V${subscript(head + 1)}`;
    const label = isOwn ? withName(viewModel, 'output', symbol, box.width) : symbol;
    marks.push(
      { ...textIn(title(box), label, palette.value, 'center', 1, enlargement), bold: isOwn },
      outline(box, isOwn ? palette.value : palette.line, isOwn ? 2.5 : 1),
    );
  }
  const product = `${VECTORS.projected.symbol} = ${VECTORS.concat.symbol} · `;
  const text = textIn(
    title(projected),
    withName(viewModel, 'projected', product, projected.width / 2),
    palette.neutral,
    'left',
    1,
    enlargement,
  );
  const end = { x: text.x + viewModel.measure(text.text, text.size), y: text.y };
  marks.push(
    text,
    ...drawSymbol(viewModel, PARAMETERS.outputWeight.symbol, end, { size: text.size, fill: text.fill, opacity: 1 }),
  );
  return { marks, regions };
}
