// The tokens of an image: [CLS], then the patches in row-major order.
import type { ModelToken } from './subword-tokenizer.js';
import type { Tensor } from '../core/tensor.js';

/**
 * Size of a model's images and of their patches. Pixels at the right and at the bottom that do not fill a patch are
 * ignored.
 */
export interface ImageFormat {
  readonly channels: number;
  readonly height: number;
  readonly width: number;
  readonly patchHeight: number;
  readonly patchWidth: number;
}

export const numbersOfPatch = ({ channels, patchHeight, patchWidth }: ImageFormat): number =>
  channels * patchHeight * patchWidth;

/** Number of rows and columns of patches into which an image is split. */
export const patchGrid = ({ height, width, patchHeight, patchWidth }: ImageFormat): [rows: number, columns: number] => [
  Math.floor(height / patchHeight),
  Math.floor(width / patchWidth),
];

export const patchesOf = (format: ImageFormat): number => patchGrid(format)[0] * patchGrid(format)[1];

export interface PatchTokens {
  readonly tokens: readonly ModelToken[];
  /** Text of an image: the texts of all its tokens, separated by spaces. */
  readonly text: string;
}

/** Tokens of an image: [CLS], then the patches, whose names are their row and column, counted from 1. */
export function patchTokens(format: ImageFormat): PatchTokens {
  const [, columns] = patchGrid(format);
  const names = Array.from(
    { length: patchesOf(format) },
    (_, patch) => `${Math.floor(patch / columns) + 1},${(patch % columns) + 1}`,
  );
  let start = 0;
  const tokens = ['[CLS]', ...names].map((text, id) => {
    const end = start + text.length;
    const token = { id, text, start, end };
    start = end + 1;
    return token;
  });
  return { tokens, text: tokens.map(({ text }) => text).join(' ') };
}

/**
 * Splits an image's pixels, [channels, height, width], into patches, each flattened from [channels, patchHeight,
 * patchWidth].
 */
export function cutIntoPatches(format: ImageFormat, { data: pixels }: Tensor): Tensor {
  const { channels, height, width, patchHeight, patchWidth } = format;
  const [rows, columns] = patchGrid(format);
  const data = new Float32Array(rows * columns * numbersOfPatch(format));
  let at = 0;
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) {
      for (let channel = 0; channel < channels; ++channel) {
        for (let y = row * patchHeight; y < (row + 1) * patchHeight; ++y) {
          const first = (channel * height + y) * width + column * patchWidth;
          data.set(pixels.subarray(first, first + patchWidth), at);
          at += patchWidth;
        }
      }
    }
  }
  return { data, shape: [rows * columns, numbersOfPatch(format)] };
}
