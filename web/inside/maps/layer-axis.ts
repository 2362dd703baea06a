// Labels of layer axes.

/** Width of row labels in pixels. */
export const LABELS = 104;

/** Width of a label in pixels, by its number of digits. */
const NEEDED = [0, 18, 26, 34];

/** Labeled layers, counted from 1. @param step pixels per layer */
export function labeledLayers(layers: number, step: number): number[] {
  const needed = NEEDED[String(layers).length]!;
  const every = [1, 2, 5, 10, 20, 50].find((each) => each * step >= needed) ?? 100;
  return Array.from({ length: layers }, (_, at) => at + 1).filter(
    (layer) => every === 1 || layer === 1 || layer % every === 0,
  );
}
