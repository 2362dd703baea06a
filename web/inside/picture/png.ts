// Converts an SVG picture to PNG.
import { fittingPixelRatio } from '../../view/output/canvas-limits.js';
import type { Picture } from './picture.js';

/** Image pixels per CSS pixel. An image that would exceed the browser's limits for a canvas has fewer. */
const PIXELS = 2;

/**
 * Draws a picture as a PNG image.
 * @throws Error if the browser cannot draw or encode it
 */
export async function pngOf({ svg, width, height }: Picture): Promise<Blob> {
  const ratio = fittingPixelRatio(width, height, PIXELS);
  const image = new Image(width, height);
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
  const context = canvas.getContext('2d')!;
  context.scale(ratio, ratio);
  context.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('the browser could not encode the image'));
    canvas.toBlob(take, 'image/png');
  });
}
