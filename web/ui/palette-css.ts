// Palettes and custom properties: `--spotlight-*` properties override the colors of a palette, and an element's palette is
// set as custom properties for its styles.
import { palettes, type Palette } from '../view/marks/palette.js';

export type Theme = 'light' | 'dark';

type ColorName = { [Name in keyof Palette]: Palette[Name] extends string ? Name : never }[keyof Palette];

const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const colorsOf = (palette: Palette): [ColorName, string][] =>
  Object.entries(palette).filter((entry): entry is [ColorName, string] => typeof entry[1] === 'string');

/** A CSS color as #rrggbb; null where it is invalid or transparent. */
function hexOf(color: string): string | null {
  if (!CSS.supports('color', color)) return null;
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return null;
  context.fillStyle = color;
  return context.fillStyle.startsWith('#') ? context.fillStyle : null;
}

/**
 * A theme's palette with the colors that style sheets override, as in
 * `attention-spotlight { --spotlight-accent: teal }`. Custom properties inherit; transparent colors are ignored.
 */
export function paletteOf(element: HTMLElement, theme: Theme): Palette {
  const style = getComputedStyle(element);
  const palette = { ...palettes[theme] };
  for (const [name] of colorsOf(palette)) {
    const value = style.getPropertyValue(`--spotlight-${kebabCase(name)}`).trim();
    const color = value === '' ? null : hexOf(value);
    if (color !== null) palette[name] = color;
  }
  return palette;
}

/** Sets a palette as custom properties, as `--accent`. */
export function setPalette(element: HTMLElement, theme: Theme, palette: Palette): void {
  const { style } = element;
  // Setting an inherited property, even to the same value, makes the browser recompute the styles of the whole tree.
  const set = (name: string, value: string) => {
    if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
  };
  for (const [name, color] of colorsOf(palette)) set(`--${kebabCase(name)}`, color);
  set('color-scheme', theme);
}
