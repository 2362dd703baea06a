// The export format 'png': the scene as an image.
import { fittingPixelRatio } from '../../../view/output/canvas-limits.js';
import { captionedPictureOf, pictureOf } from '../footer.js';
import { paint } from '../../../view/output/canvas.js';
import { always, type ExportFormat } from './format.js';
import type { Scene } from '../../../view/scene.js';
import type { Snapshot } from '../snapshot.js';

const MIN_PIXEL_RATIO = 0.5; // with fewer pixels per CSS pixel, the image would be illegible
export const MAX_PIXEL_RATIO = 16;

/** Draws a scene on a new canvas. */
export function canvasOf(scene: Scene, background: string, pixelRatio: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(scene.width * pixelRatio);
  canvas.height = Math.round(scene.height * pixelRatio);
  const context = canvas.getContext('2d')!;
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  paint(scene, context, document.createElement('canvas'), background);
  return canvas;
}

export const encodedPng = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the browser could not encode the image'))),
      'image/png',
    ),
  );

/**
 * Encodes a scene as a PNG image.
 * @param wanted requested number of image pixels per CSS pixel; a large scene gets fewer
 * @throws Error if the scene is too large for an image
 */
export async function pngOf(snapshot: Snapshot, wanted: number, scene: Scene = pictureOf(snapshot)): Promise<Blob> {
  const { background, texts } = snapshot;
  const pixelRatio = fittingPixelRatio(scene.width, scene.height, wanted);
  if (pixelRatio < Math.min(wanted, MIN_PIXEL_RATIO)) throw new Error(texts.export.tooLarge);
  return encodedPng(canvasOf(scene, background, pixelRatio));
}

export const png = {
  name: 'png',
  isSupported: always,
  export: async (snapshot, { pixelRatio }) => ({
    extension: 'png',
    file: await pngOf(snapshot, pixelRatio, captionedPictureOf(snapshot)),
  }),
} as const satisfies ExportFormat;
