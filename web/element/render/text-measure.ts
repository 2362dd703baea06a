// Cache of text widths. The layout measures the same few texts in every frame, and each measurement takes microseconds.
import { fontOf } from '../../view/output/canvas.js';
import type { Surface } from '../../view/view-model.js';

const MAX_ENTRIES = 20_000;

/**
 * Cache of text widths by font size, then by text. A single map with combined keys would be slower, because combining
 * font size and text takes longer than a lookup.
 */
type WidthsOfSizes = Map<number, Map<string, number>>;

/** Returns a function that measures texts in the given font families and caches their widths. */
export function textMeasure(context: CanvasRenderingContext2D, fonts: string): Surface['measure'] {
  const regular: WidthsOfSizes = new Map();
  const boldface: WidthsOfSizes = new Map();
  let entries = 0;
  const store = (sizes: WidthsOfSizes, size: number, text: string, width: number): void => {
    if (++entries > MAX_ENTRIES) {
      regular.clear();
      boldface.clear();
      entries = 1;
    }
    const widths = sizes.get(size) ?? new Map<string, number>();
    sizes.set(size, widths.set(text, width));
  };
  return (text, size, bold = false) => {
    const sizes = bold ? boldface : regular;
    const known = sizes.get(size)?.get(text);
    if (known !== undefined) return known;
    context.font = fontOf({ size, bold }, fonts);
    const { width } = context.measureText(text);
    store(sizes, size, text, width);
    return width;
  };
}
