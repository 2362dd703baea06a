// The matrices of the selected head: X, its slices of W_Q, W_K, W_V and W_O, and their products. Each appears at its
// stage; those of the current stage are emphasized.
import { drawHeatmap, drawLegend, drawPlaceholder } from '../../marks/heatmap.js';
import {
  drawSymbol,
  isParameter,
  parameterOf,
  PARAMETERS,
  parameterScale,
  symbolWidth,
} from '../../marks/parameters.js';
import { stagesIn, stageTensor } from '../../marks/attention-matrix.js';
import { easeOut, formulaOf, isOver, stageProgress, rotatedName, type StageName } from '../../stages.js';
import { rgb, scoreScale, weightScale, type ColorScale } from '../../marks/palette.js';
import { matricesHeight, matricesLayout, type PlacedMatrix, type ShownMatrix } from './layout.js';
import { maxTextWidth, rowLabels } from '../../marks/axis-labels.js';
import { outline, rowIn, queryOutline } from '../../marks/cursor-outlines.js';
import { tensorAt, tokensOf, VECTORS, vectorsScale } from '../../marks/vectors.js';
import type { Box, Cell, Mark, MatrixName, Region, Scene } from '../../scene.js';
import type { Drawing } from '../view.js';
import type { StepsViewModel, ViewModel } from '../../view-model.js';
import type { Tensor } from '../../../engine/core/tensor.js';

/** Names of the matrices that each stage reads or writes, which are emphasized at that stage. */
const FOCUS: Readonly<Record<StageName, readonly ShownMatrix[]>> = {
  tokens: ['embedding', 'encoderOutput'],
  embed: ['embedding', 'encoderOutput'],
  project: ['embedding', 'encoderOutput', 'queryWeight', 'keyWeight', 'valueWeight', 'query', 'key', 'value'],
  rotate: ['query', 'key'],
  score: ['query', 'key', 'scores'],
  scale: ['scores'],
  cap: ['scores'],
  bias: ['scores'],
  mask: ['scores'],
  softmax: ['scores', 'attention'],
  sum: ['attention', 'value', 'output'],
  output: ['output', 'outputWeight', 'projected'],
};

const DIMMED = { cells: 0.35, text: 0.7 };
const TITLE_SIZE = 14;
const SHAPE_SIZE = 12;
const TITLE_ABOVE = 12; // distance from a matrix to the middle of its title, in pixels
const LABEL_SIZE = 13;
const MAX_LABELS = 0.12; // maximum width of the labels as a share of the canvas width
const LEGEND_NUMBERS = 46; // space for a number at each end of a legend, in pixels
const LEGEND_STRIP = { min: 18, max: 120, below: 9, height: 6 };
const OPERATOR_BEFORE = 18; // distance of the operator from the middle of the gap between matrices, in pixels
const OVERHANG = 11; // pixels by which titles and legends may extend beyond a matrix on each side

/**
 * Content of a matrix at the current moment: its numbers, [tokens, dimensions], or [inputs, outputs] for a learned
 * matrix, with their color scale and the matrix's symbol.
 */
interface Content {
  tensor: Tensor;
  scale: ColorScale;
  symbol: string;
  color: string;
}

const matrixOf = (name: ShownMatrix): MatrixName => (name === 'scores' ? 'attention' : name);

/** Progress of a matrix's computation in the animation, from 0 to 1; always 1 for a learned matrix. */
function computed({ moment }: StepsViewModel, name: ShownMatrix): number {
  if (name === 'scores') return stageProgress(moment, 'score');
  if (name === 'attention') return stageProgress(moment, 'softmax');
  return isParameter(name) ? 1 : stageProgress(moment, VECTORS[name].stage);
}

/**
 * The scores that the animation shows at the current moment: those of the latest stage before the softmax, such as
 * scaled or masked scores.
 */
function scoresAt({ moment, steps }: StepsViewModel): { stage: StageName; tensor: Tensor } {
  const scores = stagesIn(steps).filter(({ stage }) => stage !== 'softmax');
  const now = scores.findLast(({ stage }) => stageProgress(moment, stage) > 0) ?? scores[0]!;
  return { stage: now.stage, tensor: stageTensor(steps, now) };
}

/**
 * True for queries and keys once their normalization or rotation has begun: they are then no longer a plain product of
 * two matrices.
 */
const isRotated = ({ steps, moment }: StepsViewModel, name: ShownMatrix): boolean =>
  (name === 'query' || name === 'key') && steps.stages.includes('rotate') && stageProgress(moment, 'rotate') > 0;

function contentOf(viewModel: StepsViewModel, name: ShownMatrix): Content {
  const { palette, steps } = viewModel;
  const { trace } = steps;
  if (name === 'scores') {
    const { stage, tensor } = scoresAt(viewModel);
    return { tensor, scale: scoreScale(palette, tensor.data), symbol: formulaOf(stage, steps), color: palette.text };
  }
  if (name === 'attention') {
    const tensor = trace.weights;
    return { tensor, scale: weightScale(palette), symbol: 'A', color: palette.weight };
  }
  if (isParameter(name)) {
    const tensor = parameterOf(steps, name);
    const { symbol, color } = PARAMETERS[name];
    return { tensor, scale: parameterScale(palette, name, tensor), symbol, color: palette[color] };
  }
  const tensor = tensorAt(viewModel, name);
  const { symbol, color } = VECTORS[name];
  const plain = symbol.replace('ᵀ', '');
  return {
    tensor,
    scale: vectorsScale(palette, name, tensor),
    color: palette[color],
    symbol: isRotated(viewModel, name) ? rotatedName(steps, plain) : plain,
  };
}

function drawTitle(viewModel: ViewModel, { symbol, color, tensor }: Content, box: Box, opacity: number): Mark[] {
  const { palette, measure } = viewModel;
  const y = box.y - TITLE_ABOVE;
  const shape = tensor.shape.join(' × ');
  const size = Math.min(TITLE_SIZE, (box.width + 2 * OVERHANG) / symbolWidth(viewModel, symbol));
  const x = box.x + symbolWidth(viewModel, symbol) * size + 8;
  const fits = x + measure(shape, SHAPE_SIZE) <= box.x + box.width + 2 * OVERHANG;
  return [
    ...drawSymbol(viewModel, symbol, { x: box.x, y }, { size, fill: color, opacity }),
    ...(fits
      ? [{ kind: 'text', text: shape, x, y, size: SHAPE_SIZE, fill: palette.muted, align: 'left', opacity } as const]
      : []),
  ];
}

function drawScale({ palette }: ViewModel, scale: ColorScale, box: Box, opacity: number): Mark[] {
  const { min, max, below, height } = LEGEND_STRIP;
  const width = Math.min(max, box.width + 2 * (OVERHANG - LEGEND_NUMBERS));
  if (width < min) return [];
  const strip = { x: box.x + (box.width - width) / 2, y: box.y + box.height + below, width, height };
  return drawLegend(scale, strip, palette.muted, opacity);
}

const QUERY_ROW_MATRICES: ReadonlySet<ShownMatrix> = new Set([
  ...(['query', 'scores', 'attention', 'output', 'projected', 'embedding'] as const),
]);

/** Outlines of the query token's row, in matrices whose rows are queries, and of the selected cell. */
function outlines({ palette, selection }: StepsViewModel, name: ShownMatrix, box: Box, shape: Tensor['shape']): Mark[] {
  const [rows, columns] = shape as [number, number];
  const cell = selection.cell?.matrix === matrixOf(name) ? onScreen(selection.cell) : null;
  const width = box.width / columns;
  return [
    ...(QUERY_ROW_MATRICES.has(name) ? [queryOutline(rowIn(box, selection.row, rows), palette.query)] : []),
    ...(cell
      ? [outline({ ...rowIn(box, cell.row, rows), x: box.x + cell.column * width, width }, palette.text, 2)]
      : []),
  ];
}

/**
 * True for the keys and the values. Their tokens are rows in this view, as in X·W_K and X·W_V, but columns in the other
 * views.
 */
const isTransposed = (name: MatrixName): boolean => name === 'key' || name === 'value';

const onScreen = (cell: Cell): Cell =>
  isTransposed(cell.matrix) ? { ...cell, row: cell.column, column: cell.row } : cell;

function drawMatrix(viewModel: StepsViewModel, { name, box, operator: symbol }: PlacedMatrix): Mark[] {
  const { palette, moment, steps } = viewModel;
  const inFocus = isOver(moment) || FOCUS[moment.stage].includes(name);
  const opacity = inFocus ? { cells: 1, text: 1 } : DIMMED;
  const operator = symbol === '=' && isRotated(viewModel, name) ? '→' : symbol;
  const content = contentOf(viewModel, name);
  const { tensor, scale } = content;
  const beside = { x: box.x - OPERATOR_BEFORE, y: box.y + box.height / 2, size: operator.length > 1 ? 11 : 16 };
  const title: Mark[] = [
    ...drawTitle(viewModel, content, box, opacity.text),
    { kind: 'text', text: operator, ...beside, fill: palette.muted, align: 'center' },
  ];
  const share = computed(viewModel, name);
  if (share === 0) return [...title, drawPlaceholder(box, palette.line, 1)];
  const [rows, columns] = tensor.shape as [number, number];
  // A masked cell is gray also in the matrix of weights, although its weight is 0 after the softmax.
  const masked = name === 'attention' ? steps.trace.masked : tensor;
  const cellStyle = (row: number, column: number) => {
    const at = row * columns + column;
    const value = tensor.data[at]!;
    return { color: masked.data[at] === -Infinity ? rgb(palette.masked) : scale.color(value), alpha: 1, value };
  };
  return [
    ...title,
    ...drawHeatmap(
      viewModel,
      { rows, columns, cellStyle, tensor, key: `whole ${name}` },
      box,
      opacity.cells * easeOut(share),
    ),
    outline(box, palette.line, 1),
    ...outlines(viewModel, name, box, tensor.shape),
    ...drawScale(viewModel, scale, box, opacity.text),
  ];
}

function regionOf(viewModel: StepsViewModel, { name, box }: PlacedMatrix): Region {
  const [rows, columns] = contentOf(viewModel, name).tensor.shape as [number, number];
  const matrix = matrixOf(name);
  return { matrix, ...box, rows, columns, ...(isTransposed(matrix) ? { transposed: true } : {}) };
}

export function drawMatrices(viewModel: StepsViewModel): Scene {
  const { width, height, queryTokens, selection, isCross } = viewModel;
  const labels = Math.min(MAX_LABELS * width, maxTextWidth(viewModel, queryTokens) * LABEL_SIZE) + 8;
  const placed = matricesLayout(width, height, labels, isCross);
  const x = placed[0]!.box;
  return {
    width,
    height,
    layers: [
      {
        clip: { x: 0, y: 0, width, height },
        marks: [
          ...rowLabels(viewModel, tokensOf(viewModel, 'embedding'), selection.row, x, labels - 8, 1),
          ...placed.flatMap((each) => drawMatrix(viewModel, each)),
        ],
      },
    ],
    regions: placed.filter(({ name }) => computed(viewModel, name) > 0).map((each) => regionOf(viewModel, each)),
    tokens: [],
    panels: [],
    viewport: null,
  };
}

export const matricesDrawing: Drawing = {
  draw: (viewModel) => drawMatrices(viewModel as StepsViewModel),
  requiredHeight: ({ width }) => matricesHeight(width),
};
