// The arithmetic of one cell, with the numbers of the run.
import { attentionStage } from './marks/attention-matrix.js';
import { tensorOf, tokensOf, VECTORS } from './marks/vectors.js';
import { formatNumber, type ViewModelData } from './view-model.js';
import type { Cell } from './scene.js';
import type { Tensor } from '../engine/core/tensor.js';

/** A part of a formula; its role decides its color. */
export interface FormulaPart {
  text: string;
  role?: 'query' | 'key' | 'value' | 'weight' | 'result';
}

const at = ({ data, shape }: Tensor, row: number, column: number): number => data[row * shape[1]! + column]!;

/** A factor or a summand: negative numbers in parentheses. */
const parenthesized = (value: number, digits = 2): string =>
  value < 0 ? `(${formatNumber(value, digits)})` : formatNumber(value, digits);

const MAX_TERMS = 8;

interface Term {
  left: FormulaPart;
  right: FormulaPart;
}

/** a×b + c×d + …: the first MAX_TERMS terms, then how many more there are. */
function sumOf(terms: readonly Term[]): FormulaPart[] {
  const shown = terms
    .slice(0, MAX_TERMS)
    .flatMap(({ left, right }, index): FormulaPart[] => [
      ...(index > 0 ? [{ text: ' + ' }] : []),
      left,
      { text: '×' },
      right,
    ]);
  return terms.length > MAX_TERMS ? [...shown, { text: ` + … (${terms.length - MAX_TERMS})` }] : shown;
}

const result = (value: number, digits = 2): FormulaPart[] => [
  { text: ' = ' },
  { text: formatNumber(value, digits), role: 'result' },
];

/** q·k, term by term. */
function dotProduct({ trace, queryTokens, keyTokens }: ViewModelData, { row, column }: Cell): FormulaPart[] {
  const terms = Array.from({ length: trace.query.shape[1]! }, (_, c) => ({
    left: { text: parenthesized(at(trace.query, row, c)), role: 'query' as const },
    right: { text: parenthesized(at(trace.key, column, c)), role: 'key' as const },
  }));
  return [
    { text: `q(${queryTokens[row]!})`, role: 'query' },
    { text: ' · ' },
    { text: `k(${keyTokens[column]!})`, role: 'key' },
    { text: ' = ' },
    ...sumOf(terms),
    ...result(at(trace.scores, row, column)),
  ];
}

function scaling({ trace, scale }: ViewModelData, { row, column }: Cell): FormulaPart[] {
  const score = formatNumber(at(trace.scores, row, column));
  const by = scale === 1 ? ' × 1' : ` ÷ √${trace.query.shape[1]!}`;
  return [{ text: score }, { text: by }, ...result(at(trace.scaled, row, column))];
}

function masking({ trace }: ViewModelData, { row, column }: Cell): FormulaPart[] {
  const masked = at(trace.masked, row, column);
  return [
    { text: formatNumber(at(trace.scaled, row, column)) },
    { text: ` + ${masked === -Infinity ? '(−∞)' : '0'}` },
    ...result(masked),
  ];
}

/** e^(score − max) ÷ Σ, with the row's maximum subtracted as the engine does. */
function softmax({ trace }: ViewModelData, { row, column }: Cell): FormulaPart[] {
  const keys = trace.masked.shape[1]!;
  const scores = trace.masked.data.subarray(row * keys, (row + 1) * keys);
  const max = scores.reduce((most, score) => Math.max(most, score), -Infinity);
  const weight: FormulaPart = { text: formatNumber(at(trace.weights, row, column), 3), role: 'weight' };
  if (max === -Infinity) return [{ text: '0 = ' }, weight];
  const power = (score: number) => Math.exp(score - max);
  const sum = scores.reduce((total, score) => total + power(score), 0);
  const score = scores[column]!;
  return [
    { text: `e^(${formatNumber(score)} − ${parenthesized(max)}) ÷ Σ = ` },
    { text: `${formatNumber(power(score), 3)} ÷ ${formatNumber(sum, 3)} = ` },
    weight,
  ];
}

/** Σ weight × value, the largest weights first. */
function weightedSum({ trace, keyTokens }: ViewModelData, { row, column }: Cell): FormulaPart[] {
  const terms = keyTokens
    .map((_, key) => ({ weight: at(trace.weights, row, key), value: at(trace.value, key, column) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ weight, value }) => ({
      left: { text: formatNumber(weight), role: 'weight' as const },
      right: { text: parenthesized(value), role: 'value' as const },
    }));
  return [...sumOf(terms), ...result(at(trace.output, row, column))];
}

/** How the number in a cell is computed. */
export function arithmeticOf(viewModel: ViewModelData, cell: Cell): FormulaPart[] {
  if (!viewModel.stepsKnown)
    return [{ text: formatNumber(at(viewModel.trace.weights, cell.row, cell.column), 4), role: 'weight' }];
  if (cell.matrix === 'attention') {
    switch (attentionStage(viewModel)?.stage) {
      case 'scale':
        return scaling(viewModel, cell);
      case 'mask':
        return masking(viewModel, cell);
      case 'softmax':
        return softmax(viewModel, cell);
      default:
        return dotProduct(viewModel, cell);
    }
  }
  if (cell.matrix === 'output') return weightedSum(viewModel, cell);
  const { symbol, transposed } = VECTORS[cell.matrix];
  const [token, dimension] = transposed ? [cell.column, cell.row] : [cell.row, cell.column];
  const value = at(tensorOf(viewModel, cell.matrix), token, dimension);
  return [
    { text: `${symbol.replace('ᵀ', '')}(${tokensOf(viewModel, cell.matrix)[token]!})[${dimension}]` },
    ...result(value, 3),
  ];
}
