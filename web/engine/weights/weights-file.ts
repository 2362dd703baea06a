// What every file of weights is to the engine, whatever its format.
import type { Tensor } from '../core/tensor.js';

export interface WeightsFile {
  has: (name: string) => boolean;
  /** @throws TypeError or RangeError if there is no tensor of this name and shape that can be read */
  expect: (name: string, shape: readonly number[]) => void;
  /**
   * A tensor of this name and shape.
   * @throws TypeError or RangeError that names the tensor
   */
  read: (name: string, shape: readonly number[]) => Tensor;
  /**
   * @param unused the names of tensors that need not be read
   * @throws RangeError that names another tensor of the file that has not been read
   */
  expectAllRead: (unused?: readonly RegExp[]) => void;
}
