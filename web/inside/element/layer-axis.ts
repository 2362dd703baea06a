// Labels of the axes of layers, and of rows.

/** Pixels of the labels of rows. */
export const LABELS = 104;

/** Layers, from 1, that are labeled where each has `step` pixels and a label needs 26. */
export function labeledLayers(layers: number, step: number): number[] {
  const every = [1, 2, 5, 10, 20, 50].find((each) => each * step >= 26) ?? 100;
  return Array.from({ length: layers }, (_, at) => at + 1).filter(
    (layer) => every === 1 || layer === 1 || layer % every === 0,
  );
}
