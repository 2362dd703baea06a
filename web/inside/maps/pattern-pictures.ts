// Images of matrices as URLs. Each pixel of an image is one number of the matrix.
import type { ColorScale } from '../../view/marks/palette.js';
import type { HeadRef } from '../../engine/transformer/head-ref.js';
import type { Patterns } from '../work/patterns.js';

/** Cache of the images of heads: by attention patterns of a layer, then by head and color scale. */
const drawn = new WeakMap<Patterns, Map<string, string>>();

/**
 * Image of a head's attention weights, from the patterns of all layers.
 * @returns URL of the image; null if the weights are not known yet
 */
export function patternUrl(
  patterns: ReadonlyMap<string, Patterns>,
  { attention, layer, head }: HeadRef,
  scale: ColorScale,
): string | null {
  const ofLayer = patterns.get(`${attention}.${layer}`);
  return ofLayer && head < ofLayer.heads ? headUrl(ofLayer, head, scale) : null;
}

/** Image of a head's attention weights, from the patterns of its layer. @returns URL of the image */
export function headUrl(ofLayer: Patterns, head: number, scale: ColorScale): string {
  const pictures = drawn.get(ofLayer) ?? new Map<string, string>();
  drawn.set(ofLayer, pictures);
  const key = `${head} ${scale.color(1).join()}`;
  const known = pictures.get(key);
  if (known !== undefined) return known;
  const url = paint(ofLayer, head, scale);
  pictures.set(key, url);
  return url;
}

function paint({ weights, rows, columns }: Patterns, head: number, scale: ColorScale): string {
  const size = rows * columns;
  return painted(weights.subarray(head * size, (head + 1) * size), columns, scale);
}

/** Cache of the images of matrices: by the array of their numbers, then by color scale. */
const ofNumbers = new WeakMap<Float32Array, Map<string, string>>();

/**
 * Image of a matrix.
 * @param values numbers of the matrix, [rows, columns]; NaN becomes transparent
 * @returns URL of the image
 */
export function matrixUrl(values: Float32Array, columns: number, scale: ColorScale): string {
  const pictures = ofNumbers.get(values) ?? new Map<string, string>();
  ofNumbers.set(values, pictures);
  const key = `${scale.high} ${scale.color(scale.high).join()}`;
  const url = pictures.get(key) ?? painted(values, columns, scale);
  pictures.set(key, url);
  return url;
}

function painted(values: Float32Array, columns: number, scale: ColorScale): string {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: columns, height: values.length / columns });
  const context = canvas.getContext('2d')!;
  const image = context.createImageData(canvas.width, canvas.height);
  values.forEach((value, at) => {
    if (!Number.isNaN(value)) image.data.set([...scale.color(value), 255], 4 * at);
  });
  context.putImageData(image, 0, 0);
  return canvas.toDataURL();
}
