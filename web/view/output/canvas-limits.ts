// The sizes that a canvas can have. Beyond its limits a browser shows nothing, without an error.

/** Pixels of a side and of the whole, a little below the smallest limits: Firefox's 32,767, Safari's 16,777,216 on phones. */
const MAX_SIDE = 16_000;
const MAX_AREA = 16_000_000;

/** The pixel ratio, at most `wanted`, at which a canvas of so many CSS pixels stays within the limits. */
export function fittingPixelRatio(width: number, height: number, wanted: number): number {
  return Math.min(wanted, MAX_SIDE / width, MAX_SIDE / height, Math.sqrt(MAX_AREA / (width * height)));
}
