// Pictures of attentions: a pixel for each pair of tokens.
import type { ColorScale } from '../../view/marks/palette.js';
import type { HeadRef } from '../../engine/transformer/head-ref.js';
import type { Patterns } from '../work/patterns.js';
import type { PatternsOf } from '../inspection.js';

/** Pictures by the weights that they show, and the color of a weight of 1. */
const drawn = new WeakMap<Patterns, Map<string, string>>();

/** @returns URL of the picture of a head; null: its weights are not known yet */
export function patternUrl(
  patterns: PatternsOf,
  { attention, layer, head }: HeadRef,
  scale: ColorScale,
): string | null {
  const ofLayer = patterns.get(`${attention}.${layer}`);
  if (!ofLayer || head >= ofLayer.heads) return null;
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
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: columns, height: rows });
  const context = canvas.getContext('2d')!;
  const image = context.createImageData(columns, rows);
  for (let at = 0; at < rows * columns; ++at) {
    image.data.set([...scale.color(weights[head * rows * columns + at]!), 255], 4 * at);
  }
  context.putImageData(image, 0, 0);
  return canvas.toDataURL();
}
