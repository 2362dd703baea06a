// Columns of the view 'ledger', a table of the computation of one query token with each key token, in the order of the
// formula.
import { divergingScale, maxAbs, productScale, type ColorScale } from '../../marks/palette.js';
import { formatNumber, type HeadSteps, type ViewModel } from '../../view-model.js';
import { easeOut, indexOf, stageProgress, rotatedName, within, type StageName } from '../../stages.js';
import { dividedByRootOf } from '../../scaling.js';
import type { Box, CellsMark, Mark, TextMark } from '../../scene.js';

/**
 * A column of the view 'ledger', whose rows are key tokens: its header, and functions that draw the cell of each key
 * token and the cell in the row of the sum.
 */
export interface Column {
  /** Header of the column, a formula as in papers. */
  header: string;
  stage: StageName;
  /** Width of the column relative to the other columns. */
  width: number;
  /** Alignment of the header. Default: left. */
  align?: 'right';
  /** Color of the header, if it names vectors that have a color. Default: a muted color. */
  color?: string;
  /** Draws the query token's vector in the row above the headers; undefined for columns without it. */
  query?: (box: Box) => Mark[];
  /** Color scale for which a legend is drawn to the right of the header. Default: no legend. */
  legend?: ColorScale;
  /**
   * Draws the column's cell in the row of a key token.
   * @param shown progress of the cell's appearance, from 0 to 1
   */
  row: (key: number, box: Box, shown: number) => Mark[];
  /**
   * Draws the column's cell in the row of the sum; undefined for columns without a sum.
   * @param shown progress of the cell's appearance, from 0 to 1
   */
  sum?: (box: Box, shown: number) => Mark[];
}

const TEXT_SIZE = 13;
const STRIP_HEIGHT = 0.62; // height of a strip as a share of the row height
const BAR_HEIGHT = 0.5; // height of a bar as a share of the row height
const NUMBER_WIDTH = 58; // width of a number right of a bar, in pixels before enlargement
const MIN_WIDTH_OF_EDGES = 4; // minimum width in pixels of a part of a bar with edges, which would cover a narrower one
const FAINTEST = 0.12; // opacity of a value vector with weight 0

/**
 * One line of text in a box.
 * @param enlargement scale of the text, which is limited by the height of the box
 */
export const textIn = (
  box: Box,
  text: string,
  fill: string,
  align: TextMark['align'],
  opacity = 1,
  enlargement = 1,
): TextMark => ({
  kind: 'text',
  text,
  x: align === 'right' ? box.x + box.width : align === 'left' ? box.x : box.x + box.width / 2,
  y: box.y + box.height / 2,
  size: Math.min(TEXT_SIZE * enlargement, Math.max(9, box.height * 0.7)),
  fill,
  align,
  opacity,
});

/** A view model with the scale of the ledger's text, relative to that in a ledger with low rows. */
export type Enlarged = ViewModel & { enlargement: number };

const numberIn = ({ enlargement }: Enlarged, box: Box, text: string, fill: string, opacity: number): TextMark => ({
  ...textIn(box, text, fill, 'right', opacity, enlargement),
  role: 'number',
  mono: true,
});

const MIN_HEIGHT_OF_TWO = 26; // minimum box height for two lines, in pixels
const MONO_ADVANCE = 0.6; // width of a monospaced letter, in font sizes

/**
 * Draws a number that may differ from the baseline's. If it does, the baseline's number is drawn above it; in a low
 * row, before it if there is room.
 */
function changedNumberIn(
  viewModel: Enlarged,
  box: Box,
  [before, now]: readonly [string, string],
  style: { fill: string; opacity: number; bold?: boolean },
): TextMark[] {
  const { fill, opacity, bold = false } = style;
  const number = { ...numberIn(viewModel, box, now, fill, opacity), bold };
  if (before === now) return [number];
  const baseline: TextMark = {
    ...numberIn(viewModel, box, `${before} →`, viewModel.palette.muted, opacity),
    role: 'baseline',
  };
  const size = baseline.size * 0.8;
  if (box.height >= MIN_HEIGHT_OF_TWO) {
    const quarter = box.height / 4;
    return [
      { ...baseline, size, y: number.y - quarter },
      { ...number, y: number.y + quarter },
    ];
  }
  const left = number.x - (now.length + 0.5) * MONO_ADVANCE * number.size;
  const hasRoom = left - baseline.text.length * MONO_ADVANCE * size >= box.x;
  return [...(hasRoom ? [{ ...baseline, size, x: left }] : []), number];
}

const differ = (one: ArrayLike<number>, other: ArrayLike<number>): boolean =>
  Array.from(one).some((number, at) => number !== other[at]);

/** Width in pixels of the space right of a bar: for one number, or for two if any number differs from the baseline. */
const numberWidth = ({ enlargement }: Enlarged, before: ArrayLike<number>, now: ArrayLike<number>): number =>
  (differ(before, now) ? 1.8 : 1) * NUMBER_WIDTH * enlargement;

/** The query token's row of scores or weights without the interventions; null if there are no interventions. */
function baselineRow(
  { baselineSteps, selection, keyTokens }: ViewModel,
  name: 'scores' | 'scaled' | 'capped' | 'weights',
): Float32Array | null {
  if (!baselineSteps) return null;
  const { data } = name === 'capped' ? baselineSteps.step(name) : baselineSteps.trace[name];
  const keys = keyTokens.length;
  return data.subarray(selection.row * keys, (selection.row + 1) * keys);
}

/**
 * Makes a box less high, around its vertical middle.
 * @param share height of the result, as a share of the box's height
 */
const slimmer = (box: Box, share: number): Box => ({
  ...box,
  y: box.y + (box.height * (1 - share)) / 2,
  height: box.height * share,
});

function strip(values: ArrayLike<number>, { color }: ColorScale, box: Box, opacity: number): CellsMark {
  const colors = new Uint8ClampedArray(values.length * 4);
  for (let index = 0, at = 0; index < values.length; index++, at += 4) {
    [colors[at], colors[at + 1], colors[at + 2]] = color(values[index]!);
    colors[at + 3] = 255;
  }
  return {
    kind: 'cells',
    role: 'vector',
    ...slimmer(box, STRIP_HEIGHT),
    rows: 1,
    columns: values.length,
    colors,
    opacity,
  };
}

/** Data of the query token's computation: its vectors, those of each key token, and its scores with them. */
interface Row {
  /** Vectors of the layer's input X, one for each key token. */
  inputs: readonly Float32Array[];
  /** The query vector and the key vectors before normalization and rotation; `query` and `keys` are those after it. */
  projected: { query: Float32Array; keys: readonly Float32Array[] };
  query: Float32Array;
  keys: readonly Float32Array[];
  values: readonly Float32Array[];
  scores: Float32Array;
  scaled: Float32Array;
  /** Capped scores; empty if the model's attention has no such stage. */
  capped: Float32Array;
  /** Scores with the relative-position bias; empty if the model's attention has no such stage. */
  biased: Float32Array;
  masked: Float32Array;
  output: Float32Array;
}

function rowOf({ trace, step, stages, queryInput, keyInput }: HeadSteps, row: number): Row {
  const rowsOf = ({ data, shape }: HeadSteps['trace']['key']) =>
    Array.from({ length: shape[0]! }, (_, index) => data.subarray(index * shape[1]!, (index + 1) * shape[1]!));
  const { query, key } = stages.includes('rotate') ? { query: step('query'), key: step('key') } : trace;
  const further = (stage: 'cap' | 'bias', name: 'capped' | 'biased') =>
    stages.includes(stage) ? rowsOf(step(name))[row]! : new Float32Array();
  return {
    projected: { query: rowsOf(query)[row]!, keys: rowsOf(key) },
    capped: further('cap', 'capped'),
    biased: further('bias', 'biased'),
    inputs: rowsOf(keyInput ?? queryInput),
    query: rowsOf(trace.query)[row]!,
    keys: rowsOf(trace.key),
    values: rowsOf(trace.value),
    scores: rowsOf(trace.scores)[row]!,
    scaled: rowsOf(trace.scaled)[row]!,
    masked: rowsOf(trace.masked)[row]!,
    output: rowsOf(trace.output)[row]!,
  };
}

const largestIn = (vectors: readonly Float32Array[]): number => Math.max(...vectors.map(maxAbs));

/**
 * Column of the key tokens' vectors: as the stages proceed, it shows x, k, the rotated k, and the elementwise products
 * with q.
 */
function vectorColumn(
  { palette, moment }: ViewModel,
  { inputs, projected, query, keys }: Row,
  steps: HeadSteps,
): Column {
  const colored = (vectors: readonly Float32Array[], color: string): Pick<Column, 'row' | 'legend' | 'color'> => {
    const legend = divergingScale(palette, largestIn(vectors), color, palette.muted);
    return { legend, color, row: (key, box, shown) => [strip(vectors[key]!, legend, box, shown)] };
  };
  const now = indexOf(moment.stage);
  const width = 3.6;
  if (now <= indexOf('embed')) return { header: 'X', stage: 'embed', width, ...colored(inputs, palette.neutral) };
  const queryOf = (vector: Float32Array) => (box: Box) => [
    strip(vector, divergingScale(palette, maxAbs(vector), palette.query, palette.muted), box, 1),
  ];
  if (now <= indexOf('project')) {
    const key = colored(projected.keys, palette.key);
    return { header: 'k', stage: 'project', width, query: queryOf(projected.query), ...key };
  }
  if (now <= indexOf('rotate')) {
    return {
      header: steps.isRotary ? 'RoPE(k)' : rotatedName(steps, 'k'), // the full name would leave no room for the legend
      stage: 'rotate',
      width,
      query: queryOf(query),
      ...colored(keys, palette.key),
    };
  }
  const products = keys.map((key) => key.map((value, dimension) => value * query[dimension]!));
  const legend = productScale(palette, largestIn(products));
  const row: Column['row'] = (key, box, shown) => [strip(products[key]!, legend, box, shown)];
  return { header: 'qᵢ × kᵢ', stage: 'score', width, query: queryOf(query), legend, row };
}

/** Column of the scores as bars around zero. The highest score is emphasized. */
function scoreColumn(viewModel: Enlarged, { scores }: Row): Column {
  const { palette } = viewModel;
  const highest = Math.max(...scores);
  // If all scores have the same sign, the bars of that sign take the full width.
  const [low, high] = [Math.min(0, ...scores), Math.max(0, highest)];
  const span = high - low || 1;
  const before = baselineRow(viewModel, 'scores') ?? scores;
  const right = numberWidth(viewModel, before, scores);
  return {
    header: 'q · k',
    stage: 'score',
    width: 3.2,
    row: (key, box, shown) => {
      const score = scores[key]!;
      const room = box.width - right;
      const zero = box.x - (room * low) / span;
      const length = (shown * room * Math.abs(score)) / span;
      const bar = slimmer({ ...box, x: score < 0 ? zero - length : zero, width: length }, BAR_HEIGHT);
      return [
        { kind: 'rect', ...slimmer({ ...box, x: zero, width: 1 }, 0.9), fill: palette.line },
        {
          kind: 'rect',
          role: 'score-bar',
          ...bar,
          radius: 2,
          fill: score === highest ? palette.beam : palette.neutral,
          opacity: score === highest ? 1 : 0.6,
        },
        ...changedNumberIn(viewModel, box, [formatNumber(before[key]!, 2), formatNumber(score, 2)], {
          fill: palette.text,
          opacity: shown,
          bold: score === highest,
        }),
      ];
    },
  };
}

/** Column of a stage's scores as numbers, with those of the baseline. */
function numbersOf(
  viewModel: Enlarged,
  name: 'scaled' | 'capped',
  now: Float32Array,
): Pick<Column, 'width' | 'align' | 'row'> {
  const before = baselineRow(viewModel, name) ?? now;
  const style = { fill: viewModel.palette.text };
  return {
    width: differ(before, now) ? 2.4 : 1.5,
    align: 'right',
    row: (key, box, opacity) =>
      changedNumberIn(viewModel, box, [formatNumber(before[key]!, 2), formatNumber(now[key]!, 2)], {
        ...style,
        opacity,
      }),
  };
}

function scaledColumn(viewModel: Enlarged, { scaled }: Row, { scaling }: HeadSteps): Column {
  const root = dividedByRootOf(scaling);
  const divisor = [
    ...(root === null ? [] : [`√${root}`]),
    ...(scaling.temperature === 1 ? [] : [String(scaling.temperature)]),
  ];
  const header = `÷ ${divisor.length > 0 ? divisor.join(' ÷ ') : '1'}`;
  return { header, stage: 'scale', ...numbersOf(viewModel, 'scaled', scaled) };
}

const capColumn = (viewModel: Enlarged, { capped }: Row, { cap }: HeadSteps): Column => ({
  header: `cap ${cap}`,
  stage: 'cap',
  ...numbersOf(viewModel, 'capped', capped),
});

/** Column of the relative-position bias that is added to the score of each key. */
const biasColumn = (viewModel: Enlarged, { scaled, capped, biased }: Row): Column => ({
  header: '+ B',
  stage: 'bias',
  width: 1.5,
  align: 'right',
  row: (key, box, shown) => {
    const bias = biased[key]! - (capped[key] ?? scaled[key]!);
    return [numberIn(viewModel, box, formatNumber(bias, 2), viewModel.palette.text, shown)];
  },
});

function maskColumn(viewModel: Enlarged, { masked }: Row): Column {
  const { palette } = viewModel;
  return {
    header: '+ M',
    stage: 'mask',
    width: 1.1,
    align: 'right',
    row: (key, box, shown) => {
      const isMasked = masked[key] === -Infinity;
      return [numberIn(viewModel, box, isMasked ? '−∞' : '0', isMasked ? palette.text : palette.muted, shown)];
    },
  };
}

/**
 * Column of the weights as bars. In the row of the sum, they are the segments of one bar, which add up to exactly 1.
 */
function weightColumn(viewModel: Enlarged): Column {
  const { palette, weights, selection, keyTokens, percentsOf } = viewModel;
  const keys = keyTokens.length;
  const row = weights.data.subarray(selection.row * keys, (selection.row + 1) * keys);
  const percents = percentsOf(row);
  const baseline = baselineRow(viewModel, 'weights') ?? row;
  const before = percentsOf(baseline);
  const right = numberWidth(viewModel, baseline, row);
  const barOf = (box: Box) => ({ ...slimmer(box, BAR_HEIGHT), width: box.width - right });
  return {
    header: 'eˣ ÷ Σ',
    stage: 'softmax',
    width: 4.2,
    row: (key, box, shown) => {
      const bar = barOf(box);
      return [
        { kind: 'rect', ...bar, stroke: palette.line, lineWidth: 1, radius: 2, opacity: shown },
        { kind: 'rect', ...bar, width: bar.width * row[key]! * shown, fill: palette.beam, radius: 2 },
        ...changedNumberIn(viewModel, box, [before[key]!, percents[key]!], { fill: palette.weight, opacity: shown }),
      ];
    },
    sum: (box, shown) => {
      const bar = barOf(box);
      let x = bar.x;
      const parts = Array.from(row, (weight): Mark => {
        const part = { ...bar, x, width: bar.width * weight };
        x += part.width;
        const edge = part.width > MIN_WIDTH_OF_EDGES ? { stroke: palette.surface, lineWidth: 1 } : {};
        return { kind: 'rect', role: 'weight-bar', ...part, fill: palette.beam, ...edge, opacity: shown };
      });
      const total = row.reduce((sum, weight) => sum + weight, 0);
      return [
        ...parts,
        { kind: 'rect', role: 'total', ...bar, stroke: palette.muted, lineWidth: 1, opacity: shown },
        numberIn(viewModel, box, percentsOf([total])[0]!, palette.weight, shown),
      ];
    },
  };
}

/**
 * Column of the value vectors. In the stage of the weighted sum, a vector's opacity is its weight, and the vectors
 * slide together into their sum.
 */
function valueColumn({ palette, weights, selection, keyTokens, moment }: ViewModel, { values, output }: Row): Column {
  const keys = keyTokens.length;
  const row = weights.data.subarray(selection.row * keys, (selection.row + 1) * keys);
  const largest = maxAbs(row) || 1;
  const scaleOf = (largestValue: number) => divergingScale(palette, largestValue, palette.value, palette.muted);
  const scale = scaleOf(Math.max(...values.map(maxAbs)));
  const width = 3.6;
  if (indexOf(moment.stage) < indexOf('sum')) {
    const row: Column['row'] = (key, box, shown) => [strip(values[key]!, scale, box, shown)];
    return { header: 'v', stage: 'project', width, color: palette.value, legend: scale, row };
  }
  return {
    header: '× v',
    stage: 'sum',
    width,
    color: palette.value,
    legend: scale,
    row: (key, box, shown) => {
      const opacity = FAINTEST + (1 - FAINTEST) * (row[key]! / largest);
      return [strip(values[key]!, scale, box, opacity * shown)];
    },
    sum: (box, shown) => [strip(output, scaleOf(maxAbs(output)), box, shown)],
  };
}

/**
 * Columns of the ledger from left to right. External attention has only the column of weights; the mask has a column
 * only if there is a mask.
 */
export function columnsOf(viewModel: Enlarged): readonly Column[] {
  const { steps, selection } = viewModel;
  const weights = weightColumn(viewModel);
  if (!steps) return [weights];
  const row = rowOf(steps, selection.row);
  return [
    vectorColumn(viewModel, row, steps),
    scoreColumn(viewModel, row),
    scaledColumn(viewModel, row, steps),
    ...(row.capped.length > 0 ? [capColumn(viewModel, row, steps)] : []),
    ...(row.biased.length > 0 ? [biasColumn(viewModel, row)] : []),
    ...(row.masked.includes(-Infinity) ? [maskColumn(viewModel, row)] : []),
    weights,
    valueColumn(viewModel, row),
  ];
}

/**
 * Progress, from 0 to 1, with which a key token's cell appears in a column. The cells appear one after another, in the
 * first part of the column's stage.
 */
export function shownShare({ moment, steps, keyTokens }: ViewModel, stage: StageName, key: number): number {
  const progress = steps ? stageProgress(moment, stage) : 1;
  return easeOut(within(progress, 0.05, 0.6) * (keyTokens.length + 1) - key);
}

/**
 * Progress, from 0 to 1, of a column's cells as they move together into the sum, in the last part of the column's
 * stage.
 */
export const summedShare = ({ moment, steps }: ViewModel, stage: StageName): number =>
  easeOut(within(steps ? stageProgress(moment, stage) : 1, 0.65, 0.95));
