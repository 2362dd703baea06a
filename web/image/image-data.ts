// An image of any size → one of the size that a model reads.
import { expectObject } from '../engine/core/checks.js';
import type { ImageFormat } from '../engine/pretrained/patches.js';

/** A model that reads images, or texts. */
interface ReadsImages {
  readonly image: ImageFormat | null;
}

/** @throws TypeError if the model reads texts */
export function formatOf(model: ReadsImages): ImageFormat {
  const { image } = expectObject('model', model) as unknown as ReadsImages;
  if (!image) throw new TypeError('model: expected one that reads images, got one that reads texts');
  return image;
}

/**
 * An image, scaled and stretched to the size that a model reads, on white where it is transparent.
 * @param source a file, or what a page shows: an <img>, a canvas, a frame of a video
 * @throws TypeError if the model reads texts, and what createImageBitmap throws if the source is no image
 */
export async function imageDataOf(source: ImageBitmapSource, model: ReadsImages): Promise<ImageData> {
  const { width, height } = formatOf(model);
  const bitmap = await createImageBitmap(source);
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return context.getImageData(0, 0, width, height);
}
