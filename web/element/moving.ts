// Moving from cell to cell with the keyboard.
import type { Cell, MatrixName } from '../view/scene.js';
import type { HeadTrace, Run } from '../engine/run.js';
import type { Tensor } from '../engine/tensor.js';

/** [rows, columns] of a matrix as it lies on the canvas. */
function sizeOn(trace: HeadTrace, run: Run, matrix: MatrixName): readonly [number, number] {
  const upright = ({ shape }: Tensor) => [shape[0]!, shape[1]!] as const;
  const lying = ({ shape }: Tensor) => [shape[1]!, shape[0]!] as const;
  switch (matrix) {
    case 'attention':
      return upright(trace.weights);
    case 'key':
      return lying(trace.key);
    case 'value':
      return lying(trace.value);
    case 'query':
      return upright(trace.query);
    case 'output':
      return upright(trace.output);
    case 'embedding':
      return upright(run.embedding);
    case 'merged':
      return upright(run.merged);
    case 'projected':
      return upright(run.output);
  }
}

/** The cell so many rows and columns further, inside its matrix. */
export function movedCell(
  trace: HeadTrace,
  run: Run,
  { matrix, row, column }: Cell,
  down: number,
  right: number,
): Cell {
  const [rows, columns] = sizeOn(trace, run, matrix);
  const inside = (index: number, size: number) => Math.min(size - 1, Math.max(0, index));
  return { matrix, row: inside(row + down, rows), column: inside(column + right, columns) };
}
