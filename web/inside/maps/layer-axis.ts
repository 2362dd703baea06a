// Labels of the axes of layers, and of rows.

/** Pixels of the labels of rows. */
export const LABELS = 104;

/** Pixels that a label needs, by its digits. */
const NEEDED = [0, 18, 26, 34];

/** Layers, from 1, that are labeled where each has `step` pixels. */
export function labeledLayers(layers: number, step: number): number[] {
  const needed = NEEDED[String(layers).length]!;
  const every = [1, 2, 5, 10, 20, 50].find((each) => each * step >= needed) ?? 100;
  return Array.from({ length: layers }, (_, at) => at + 1).filter(
    (layer) => every === 1 || layer === 1 || layer % every === 0,
  );
}
