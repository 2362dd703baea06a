// Keyboard navigation between cells of the matrices on the canvas.
import { sizeOnCanvas } from '../../view/marks/vectors.js';
import type { Cell } from '../../view/scene.js';
import type { ViewModelData } from '../../view/view-model.js';

/** True if the matrix of this text contains the cell. A cell that was selected in a longer text may be outside. */
export function hasCell(viewModel: ViewModelData, { matrix, row, column }: Cell): boolean {
  const [rows, columns] = sizeOnCanvas(viewModel, matrix);
  return row < rows && column < columns;
}

/** The cell that is `down` rows below and `right` columns right of a cell, or the nearest one inside the matrix. */
export function movedCell(viewModel: ViewModelData, { matrix, row, column }: Cell, down: number, right: number): Cell {
  const [rows, columns] = sizeOnCanvas(viewModel, matrix);
  const inside = (index: number, size: number) => Math.min(size - 1, Math.max(0, index));
  return { matrix, row: inside(row + down, rows), column: inside(column + right, columns) };
}
