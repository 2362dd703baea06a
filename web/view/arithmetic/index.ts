// Arithmetic of one cell of a matrix: the operation that produced its number, with every factor, in the numbers of the
// run.
import { attentionStage } from '../marks/attention-matrix.js';
import { bias, cap, mask, scale, score, softmax } from './attention.js';
import { stageProgress } from '../stages.js';
import { rotatedElement } from './rotary.js';
import { concatenation, headOutput, input, outputProjection, projection } from './vectors.js';
import { formatNumber, type HeadSteps, type TracedSteps, type ViewModelData } from '../view-model.js';
import { isParameter, parameterOf, PARAMETERS } from '../marks/parameters.js';
import { VECTORS, type VectorsName } from '../marks/vectors.js';
import type { Cell, ParameterName } from '../scene.js';
import { named, type Arithmetic } from './formula.js';

export type { Arithmetic, ArithmeticNote, FormulaPart } from './formula.js';

/**
 * Computation of the number in a matrix cell; for external attention, only the number itself.
 * @param all true to include every term of a sum, instead of only the largest ones
 */
export function arithmeticOf(
  viewModel: ViewModelData & { steps: TracedSteps | null },
  cell: Cell,
  all = false,
): Arithmetic {
  const { steps, weights } = viewModel;
  if (steps) {
    const { matrix } = cell;
    if (isParameter(matrix)) return withIndexNote(parameter(steps, matrix, cell));
    return matrix === 'attention'
      ? attention(viewModel, steps, cell, all)
      : withIndexNote(vector(viewModel, steps, matrix, cell, all));
  }
  const weight = weights.data[cell.row * weights.shape[1]! + cell.column]!;
  return { lines: [[{ text: formatNumber(weight, 4), role: 'weight' }]], notes: [], leftOut: 0 };
}

/** Adds the remark 'counting', which explains how the indices in brackets count. */
const withIndexNote = ({ notes, ...arithmetic }: Arithmetic): Arithmetic => ({
  ...arithmetic,
  notes: [...notes, 'counting'],
});

/** Line of arithmetic for an element of a learned matrix: only its value, which does not depend on the text. */
function parameter(steps: HeadSteps, matrix: ParameterName, { row, column }: Cell): Arithmetic {
  const { data, shape } = parameterOf(steps, matrix);
  const { symbol, color } = PARAMETERS[matrix];
  const value = formatNumber(data[row * shape[1]! + column]!, 4);
  return {
    lines: [named({ text: `${symbol}[${row}, ${column}]`, role: color }, [{ text: value, role: 'result' }])],
    notes: ['parameter'],
    leftOut: 0,
  };
}

function attention(viewModel: ViewModelData, steps: HeadSteps, cell: Cell, all: boolean): Arithmetic {
  switch (attentionStage(viewModel)?.stage) {
    case 'scale':
      return scale(steps, cell);
    case 'cap':
      return cap(steps, cell);
    case 'bias':
      return bias(steps, cell);
    case 'mask':
      return mask(steps, cell);
    case 'softmax':
      return softmax(steps, cell, all);
    default:
      return score(viewModel, steps, cell, all);
  }
}

function vector(
  viewModel: ViewModelData,
  steps: TracedSteps,
  matrix: VectorsName,
  { row, column }: Cell,
  all: boolean,
): Arithmetic {
  const [token, dimension] = VECTORS[matrix].transposed ? [column, row] : [row, column];
  switch (matrix) {
    case 'embedding':
    case 'encoderOutput':
      return input(viewModel, steps, matrix, token, dimension, all);
    case 'query':
    case 'key':
      return steps.stages.includes('rotate') && stageProgress(viewModel.moment, 'rotate') > 0
        ? rotatedElement(viewModel, steps, matrix, token, dimension, all)
        : projection(viewModel, steps, matrix, token, dimension, all);
    case 'value':
      return projection(viewModel, steps, matrix, token, dimension, all);
    case 'output':
      return headOutput(steps, token, dimension, all);
    case 'concat':
      return concatenation(viewModel, steps, token, dimension, all);
    case 'projected':
      return outputProjection(viewModel, steps, token, dimension, all);
  }
}
