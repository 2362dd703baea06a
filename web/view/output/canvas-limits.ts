/**
 * Maximum size of a canvas. Beyond it, browsers silently show nothing. Firefox allows 32,767 pixels per side, Safari on
 * phones 16,777,216 pixels in total.
 */
const MAX_SIDE = 16_000;
const MAX_AREA = 16_000_000;

/**
 * Largest pixel ratio, at most `wanted`, with which a canvas stays within the limits of browsers.
 * @param width, height size of the canvas in CSS pixels
 */
export function fittingPixelRatio(width: number, height: number, wanted: number): number {
  return Math.min(wanted, MAX_SIDE / width, MAX_SIDE / height, Math.sqrt(MAX_AREA / (width * height)));
}
