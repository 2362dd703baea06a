// Palettes and custom properties: `--spotlight-*` properties, which authors set, override the colors of a palette, and the
// styles of an element take its palette from `--_spotlight-*` properties, which it sets itself.
import { palettes, type Palette } from '../view/marks/palette.js';

export type Theme = 'light' | 'dark';

type ColorName = { [Name in keyof Palette]: Palette[Name] extends string ? Name : never }[keyof Palette];

const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const colorsOf = (palette: Palette): [ColorName, string][] =>
  Object.entries(palette).filter((entry): entry is [ColorName, string] => typeof entry[1] === 'string');

/** A CSS color as #rrggbb; null where it is invalid or transparent. */
function hexOf(color: string): string | null {
  if (!globalThis.CSS?.supports('color', color)) return null;
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

/** A style sheet of an element's shadow root that gives its styles their colors, as `--_spotlight-accent`. */
export class PaletteSheet {
  /** Null in the DOM of a unit test. */
  readonly #sheet = 'adoptedStyleSheets' in Document.prototype ? new CSSStyleSheet() : null;
  #rule = '';

  /** @param root of the element, to which nothing is written: neither a style nor a custom property of the page's */
  apply(root: ShadowRoot, theme: Theme, palette: Palette): void {
    if (!this.#sheet) return;
    if (!root.adoptedStyleSheets.includes(this.#sheet)) root.adoptedStyleSheets.push(this.#sheet);
    const colors = colorsOf(palette).map(([name, color]) => `--_spotlight-${kebabCase(name)}: ${color};`);
    const rule = `:host { color-scheme: ${theme}; ${colors.join(' ')} }`;
    // Replacing a sheet, even by the same, makes the browser recompute the styles of the whole tree.
    if (rule === this.#rule) return;
    this.#rule = rule;
    this.#sheet.replaceSync(rule);
  }
}
