// Moving from cell to cell with the keyboard.
import { sizeOnCanvas } from '../view/vectors.js';
import type { Cell } from '../view/scene.js';
import type { PictureContent } from '../view/picture.js';

/** Whether a matrix has this cell: another sentence may have fewer words. */
export function hasCell(picture: PictureContent, { matrix, row, column }: Cell): boolean {
  const [rows, columns] = sizeOnCanvas(picture, matrix);
  return row < rows && column < columns;
}

/** The cell so many rows and columns further, inside its matrix. */
export function movedCell(picture: PictureContent, { matrix, row, column }: Cell, down: number, right: number): Cell {
  const [rows, columns] = sizeOnCanvas(picture, matrix);
  const inside = (index: number, size: number) => Math.min(size - 1, Math.max(0, index));
  return { matrix, row: inside(row + down, rows), column: inside(column + right, columns) };
}
