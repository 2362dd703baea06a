// The pictures' colours and those of the page: what style sheets say of an element is drawn, and what is drawn is set as
// custom properties, so that what surrounds a picture has the same colours.
import { palettes, type Palette } from '../view/palette.js';

export type Theme = 'light' | 'dark';

type ColorName = { [Name in keyof Palette]: Palette[Name] extends string ? Name : never }[keyof Palette];

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const colorsOf = (palette: Palette): [ColorName, string][] =>
  Object.entries(palette).filter((entry): entry is [ColorName, string] => typeof entry[1] === 'string');

/** A colour as the pictures mix it, #rrggbb; null where it is none. */
function hexOf(color: string): string | null {
  if (!CSS.supports('color', color)) return null;
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return null;
  context.fillStyle = color;
  return context.fillStyle.startsWith('#') ? context.fillStyle : null;
}

/**
 * A theme's palette, with the colours that style sheets give in its place, as in
 * `attention-spotlight { --spotlight-accent: teal }`. They inherit; transparent colours are not taken.
 */
export function paletteOf(element: HTMLElement, theme: Theme): Palette {
  const style = getComputedStyle(element);
  const palette = { ...palettes[theme] };
  for (const [name] of colorsOf(palette)) {
    const asked = style.getPropertyValue(`--spotlight-${dashed(name)}`).trim();
    const color = asked === '' ? null : hexOf(asked);
    if (color !== null) palette[name] = color;
  }
  return palette;
}

export function setPalette(element: HTMLElement, theme: Theme, palette: Palette): void {
  for (const [name, color] of colorsOf(palette)) element.style.setProperty(`--${dashed(name)}`, color);
  element.style.colorScheme = theme;
}
