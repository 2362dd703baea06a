// The arithmetic of one cell, with its real numbers.
import { shownStage } from './attention-matrix.js';
import { numbersOf, ownersOf, VECTORS } from './vectors.js';
import { show, type PictureContent } from './picture.js';
import type { Cell } from './scene.js';
import type { Tensor } from '../engine/tensor.js';

/** A piece of a formula, and whose colour it has. */
export interface Piece {
  text: string;
  role?: 'query' | 'key' | 'value' | 'weight' | 'result';
}

const at = ({ data, shape }: Tensor, row: number, column: number): number => data[row * shape[1]! + column]!;

/** As a factor or a summand: negative numbers in brackets. */
const bracketed = (value: number, digits = 2): string => (value < 0 ? `(${show(value, digits)})` : show(value, digits));

const MOST_TERMS = 8;

interface Term {
  left: Piece;
  right: Piece;
}

/** a×b + c×d + …, the first so many terms, and how many more there are. */
function sumOf(terms: readonly Term[]): Piece[] {
  const shown = terms
    .slice(0, MOST_TERMS)
    .flatMap(({ left, right }, index): Piece[] => [
      ...(index > 0 ? [{ text: ' + ' }] : []),
      left,
      { text: '×' },
      right,
    ]);
  return terms.length > MOST_TERMS ? [...shown, { text: ` + … (${terms.length - MOST_TERMS})` }] : shown;
}

const result = (value: number, digits = 2): Piece[] => [{ text: ' = ' }, { text: show(value, digits), role: 'result' }];

/** q·k, number by number. */
function dotProduct({ trace, queryWords, keyWords }: PictureContent, { row, column }: Cell): Piece[] {
  const terms = Array.from({ length: trace.query.shape[1]! }, (_, c) => ({
    left: { text: bracketed(at(trace.query, row, c)), role: 'query' as const },
    right: { text: bracketed(at(trace.key, column, c)), role: 'key' as const },
  }));
  return [
    { text: `q(${queryWords[row]!})`, role: 'query' },
    { text: ' · ' },
    { text: `k(${keyWords[column]!})`, role: 'key' },
    { text: ' = ' },
    ...sumOf(terms),
    ...result(at(trace.scores, row, column)),
  ];
}

function scaling({ trace, scale }: PictureContent, { row, column }: Cell): Piece[] {
  const score = show(at(trace.scores, row, column));
  const by = scale === 1 ? ' × 1' : ` ÷ √${trace.query.shape[1]!}`;
  return [{ text: score }, { text: by }, ...result(at(trace.scaled, row, column))];
}

function masking({ trace }: PictureContent, { row, column }: Cell): Piece[] {
  const masked = at(trace.masked, row, column);
  return [
    { text: show(at(trace.scaled, row, column)) },
    { text: ` + ${masked === -Infinity ? '(−∞)' : '0'}` },
    ...result(masked),
  ];
}

function softmax({ trace }: PictureContent, { row, column }: Cell): Piece[] {
  const keys = trace.masked.shape[1]!;
  const scores = trace.masked.data.subarray(row * keys, (row + 1) * keys);
  const largest = scores.reduce((most, score) => Math.max(most, score), -Infinity);
  const weight: Piece = { text: show(at(trace.weights, row, column), 3), role: 'weight' };
  if (largest === -Infinity) return [{ text: '0 = ' }, weight];
  const power = (score: number) => Math.exp(score - largest);
  const sum = scores.reduce((total, score) => total + power(score), 0);
  const score = scores[column]!;
  return [
    { text: `e^(${show(score)} − ${bracketed(largest)}) ÷ Σ = ` },
    { text: `${show(power(score), 3)} ÷ ${show(sum, 3)} = ` },
    weight,
  ];
}

/** Σ weight × value, the loudest words first. */
function mixing({ trace, keyWords }: PictureContent, { row, column }: Cell): Piece[] {
  const terms = keyWords
    .map((_, word) => ({ weight: at(trace.weights, row, word), value: at(trace.value, word, column) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ weight, value }) => ({
      left: { text: show(weight), role: 'weight' as const },
      right: { text: bracketed(value), role: 'value' as const },
    }));
  return [...sumOf(terms), ...result(at(trace.output, row, column))];
}

/** How the number in a cell comes about. */
export function arithmeticOf(picture: PictureContent, cell: Cell): Piece[] {
  if (!picture.stepsKnown) return [{ text: show(at(picture.trace.weights, cell.row, cell.column), 4), role: 'weight' }];
  if (cell.matrix === 'attention') {
    switch (shownStage(picture)?.stage) {
      case 'scale':
        return scaling(picture, cell);
      case 'mask':
        return masking(picture, cell);
      case 'softmax':
        return softmax(picture, cell);
      default:
        return dotProduct(picture, cell);
    }
  }
  if (cell.matrix === 'output') return mixing(picture, cell);
  const { symbol, transposed } = VECTORS[cell.matrix];
  const [word, dimension] = transposed ? [cell.column, cell.row] : [cell.row, cell.column];
  const value = at(numbersOf(picture, cell.matrix), word, dimension);
  return [
    { text: `${symbol.replace('ᵀ', '')}(${ownersOf(picture, cell.matrix)[word]!})[${dimension}]` },
    ...result(value, 3),
  ];
}
