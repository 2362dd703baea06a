// The scene as a PNG image.
import { paint } from '../../../view/output/canvas.js';
import { always, type ExportFormat } from './format.js';
import type { Snapshot } from '../snapshot.js';

const PIXEL_RATIO = 2; // pixels of the image per CSS pixel

function pngOf({ scene, background }: Snapshot): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(scene.width * PIXEL_RATIO);
  canvas.height = Math.round(scene.height * PIXEL_RATIO);
  const context = canvas.getContext('2d')!;
  context.setTransform(PIXEL_RATIO, 0, 0, PIXEL_RATIO, 0, 0);
  paint(scene, context, document.createElement('canvas'), background);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the browser could not encode the image'))),
      'image/png',
    ),
  );
}

export const png = {
  name: 'png',
  isSupported: always,
  export: async (snapshot) => ({ extension: 'png', file: await pngOf(snapshot) }),
} as const satisfies ExportFormat;
