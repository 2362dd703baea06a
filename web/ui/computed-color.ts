/** Red, green, blue and alpha of a color, each from 0 to 255. */
export type Rgba = readonly [number, number, number, number];

const SRGB = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/;

let pixel: CanvasRenderingContext2D | null = null;

/**
 * Converts a computed CSS color to sRGB; null if the text is not a computed color, or if no canvas is available. The
 * conversion is needed because browsers serialize a color in the color space in which it was written.
 */
export function rgbaOf(computed: string): Rgba | null {
  const [, red, green, blue, alpha = 1] = SRGB.exec(computed) ?? [];
  if (red !== undefined) return [Number(red), Number(green), Number(blue), Math.round(255 * Number(alpha))];
  if (!globalThis.CSS?.supports('color', computed)) return null;
  pixel ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!pixel) return null;
  pixel.clearRect(0, 0, 1, 1);
  pixel.fillStyle = computed;
  pixel.fillRect(0, 0, 1, 1);
  return [...pixel.getImageData(0, 0, 1, 1).data] as unknown as Rgba;
}
