// Recognizes, by a learner's wrong result, typical mistakes in computing attention by hand.
import type { CellMismatch } from '../../../teaching/index.js';
import type { Engine } from '../../../engine/index.js';
import type { Tensor } from '../../../engine/core/tensor.js';

/**
 * Typical mistakes. 'added': query and key were added; 'dividedByD': the scores were divided by d instead of √d;
 * 'unscaled': the softmax was applied to the unscaled scores; 'powers': the powers of e were not divided by their sum;
 * 'unweighted': the values were averaged without weights.
 */
export type TypicalMistake = 'added' | 'dividedByD' | 'unscaled' | 'powers' | 'unweighted';

/** Maximum error of a number that the learner has rounded to two decimals. */
const ROUNDING = 0.0051;

const sumOfRow = ({ data, shape }: Tensor, row: number): number => {
  const columns = shape.at(-1)!;
  return data.subarray(row * columns, (row + 1) * columns).reduce((sum, each) => sum + each, 0);
};

/**
 * The typical mistake that results in the learner's wrong number; null if none of them does.
 * @param query [1, 1, queries, headDim]
 * @param key [1, 1, keys, headDim]
 * @param value [1, 1, keys, headDim]
 */
export function typicalMistake(
  engine: Engine,
  [query, key, value]: readonly [query: Tensor, key: Tensor, value: Tensor],
  { step, row, column, got }: Pick<CellMismatch, 'step' | 'row' | 'column' | 'got'>,
): TypicalMistake | null {
  const headDim = query.shape.at(-1)!;
  const cellOf = ({ data, shape }: Tensor) => data[row * shape.at(-1)! + column]!;
  const scaledBy = (scale: number) => engine.traceAttention(query, key, value, { scale });
  const indifferent = { ...query, data: new Float32Array(query.data.length) };
  const instead: Partial<Record<CellMismatch['step'], readonly (readonly [TypicalMistake, () => number])[]>> = {
    scores: [['added', () => sumOfRow(query, row) + sumOfRow(key, column)]],
    scaled: [['dividedByD', () => cellOf(scaledBy(1 / headDim).scaled)]],
    weights: [
      ['unscaled', () => cellOf(scaledBy(1).weights)],
      ['powers', () => Math.exp(cellOf(engine.traceAttention(query, key, value).scaled))],
    ],
    output: [['unweighted', () => cellOf(engine.traceAttention(indifferent, key, value).output)]],
  };
  const found = instead[step]?.find(([, result]) => Math.abs(got - result()) <= ROUNDING);
  return found?.[0] ?? null;
}
