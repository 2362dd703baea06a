// Cache of text widths: the layout measures the same few texts in every frame, and each measurement takes microseconds.
import { fontOf } from '../../view/output/canvas.js';
import type { Surface } from '../../view/view-model.js';

const MAX_ENTRIES = 20_000;

/** Returns a function that measures texts in these font families and caches their widths. */
export function textMeasure(context: CanvasRenderingContext2D, fonts: string): Surface['measure'] {
  const widths = new Map<string, number>();
  return (text, size, bold = false) => {
    const key = `${size} ${bold} ${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    context.font = fontOf({ size, bold }, fonts);
    const { width } = context.measureText(text);
    if (widths.size >= MAX_ENTRIES) widths.clear();
    widths.set(key, width);
    return width;
  };
}
