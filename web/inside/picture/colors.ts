// Converts colors and gradients, as the browser computes them, to SVG.
import { rgbaOf } from '../../ui/computed-color.js';
import { tag, type Attributes } from './drawing.js';

/** Splits a computed color into an opaque color and an opacity; null if it is fully transparent. */
export function paintOf(computed: string): { readonly color: string; readonly opacity: number } | null {
  const rgba = rgbaOf(computed);
  if (!rgba || rgba[3] === 0) return null;
  const [red, green, blue, alpha] = rgba;
  return { color: `rgb(${red},${green},${blue})`, opacity: alpha / 255 };
}

/** SVG attributes that give a fill or a stroke a computed color; null if the color is fully transparent. */
export function inColor(kind: 'fill' | 'stroke', computed: string): Attributes | null {
  const paint = paintOf(computed);
  return paint && { [kind]: paint.color, [`${kind}-opacity`]: paint.opacity === 1 ? null : paint.opacity };
}

/**
 * Converts a computed background image `linear-gradient(to right, color a% b%, …)` to an SVG gradient; null for other
 * images.
 */
export function gradientOf(image: string, id: string): string | null {
  const [, list] = /^linear-gradient\(to right, (.*)\)$/.exec(image) ?? [];
  if (list === undefined) return null;
  const stops = [...list.matchAll(/((?:rgba?|color)\([^)]*\)|#[\da-f]+)((?: -?[\d.]+%)*)/g)].flatMap(
    ([, color, places], at, all) => {
      const paint = paintOf(color!);
      const given =
        places!.trim() === '' ? [`${(100 * at) / Math.max(1, all.length - 1)}%`] : places!.trim().split(' ');
      return given.map((offset) =>
        tag('stop', { offset, 'stop-color': paint?.color ?? 'none', 'stop-opacity': paint?.opacity ?? 0 }),
      );
    },
  );
  return tag('linearGradient', { id }, stops.join(''));
}
