// Canvas size limits, beyond which browsers silently show nothing.

/** Below the lowest limits: 32,767 pixels per side in Firefox, 16,777,216 in total in Safari on phones. */
const MAX_SIDE = 16_000;
const MAX_AREA = 16_000_000;

/** The pixel ratio, at most `wanted`, at which a canvas of this size in CSS pixels stays within the limits. */
export function fittingPixelRatio(width: number, height: number, wanted: number): number {
  return Math.min(wanted, MAX_SIDE / width, MAX_SIDE / height, Math.sqrt(MAX_AREA / (width * height)));
}
