// Resizes an image to a model's input size.
import { expectObject } from '../engine/core/checks.js';
import type { ImageFormat } from '../engine/pretrained/patches.js';

/** A vision model, from which only the image format is needed; null for a language model. */
interface ReadsImages {
  readonly image: ImageFormat | null;
}

/** Image format of a model. @throws TypeError if the model reads text */
export function formatOf(model: ReadsImages): ImageFormat {
  const { image } = expectObject('model', model) as unknown as ReadsImages;
  if (!image) throw new TypeError('model: expected one that reads images, got one that reads texts');
  return image;
}

/**
 * Data of an image, stretched to the model's input size, with white instead of transparency.
 * @param source a file, or any image source: an <img>, a canvas, a video frame
 * @throws TypeError if the model reads text, and any error of createImageBitmap if the source is not an image
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
