// Palettes and custom properties: `--spotlight-*` properties, which authors set, override the colors of a palette, and the
// styles of an element take its palette from `--_spotlight-*` properties, which it sets itself.
import { palettes, type Palette } from '../view/marks/palette.js';
import { FONT_FAMILY } from './fonts.js';
import { PROBE, probeRules } from './page-probe.js';
import { rgbaOf } from './computed-color.js';

export type Theme = 'light' | 'dark';

type ColorName = { [Name in keyof Palette]: Palette[Name] extends string ? Name : never }[keyof Palette];

const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const colorsOf = (palette: Palette): [ColorName, string][] =>
  Object.entries(palette).filter((entry): entry is [ColorName, string] => typeof entry[1] === 'string');

const propertyOf = (name: ColorName): string => `--spotlight-${kebabCase(name)}`;
const PROBE_RULES = probeRules([...colorsOf(palettes.light).map(([name]) => propertyOf(name)), FONT_FAMILY]);

/** An opaque color as #rrggbb; null for others, and where a property has no color. */
function hexOf(computed: string): string | null {
  const rgba = rgbaOf(computed);
  if (rgba?.[3] !== 255) return null;
  return `#${rgba
    .slice(0, 3)
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`;
}

/**
 * A theme's palette with the colors that style sheets override, as in
 * `attention-spotlight { --spotlight-accent: teal }`. Custom properties inherit; transparent colors are ignored.
 */
export function paletteOf(element: HTMLElement, theme: Theme): Palette {
  const style = getComputedStyle(element);
  const palette = { ...palettes[theme] };
  const given = colorsOf(palette).filter(([name]) => style.getPropertyValue(propertyOf(name)) !== '');
  if (given.length === 0) return palette;
  // The browser knows what a color means in this theme and on this page: light-dark(), currentColor, color-mix(), …
  const probe = document.createElement('span');
  Object.assign(probe.style, { colorScheme: theme, color: 'inherit' });
  (element.shadowRoot ?? element).append(probe);
  for (const [name] of given) {
    probe.style.backgroundColor = `var(${propertyOf(name)})`; // transparent where that is no color
    palette[name] = hexOf(getComputedStyle(probe).backgroundColor) ?? palette[name];
  }
  probe.remove();
  return palette;
}

/** What an element looks like. */
export interface Looks {
  theme: Theme;
  palette: Palette;
  /** The font families of its text. */
  fonts: string;
}

/** A style sheet of an element's shadow root that gives its styles their colors, as `--_spotlight-accent`, and their fonts. */
export class PaletteSheet {
  /** Null in the DOM of a unit test. */
  readonly #sheet = 'adoptedStyleSheets' in Document.prototype ? new CSSStyleSheet() : null;
  #rule = '';

  /** @param root of the element, to which nothing is written: neither a style nor a custom property of the page's */
  apply(root: ShadowRoot, { theme, palette, fonts }: Looks): void {
    if (!this.#sheet) return;
    if (!root.adoptedStyleSheets.includes(this.#sheet)) root.adoptedStyleSheets.push(this.#sheet);
    const colors = colorsOf(palette).map(([name, color]) => `--_spotlight-${kebabCase(name)}: ${color};`);
    // Not on the host: it has the color scheme and the color of the page.
    const rule = `${PROBE_RULES}
      :host { ${colors.join(' ')} --_spotlight-fonts: ${fonts} }
      :host > :not(.${PROBE}), ::slotted(*) { color-scheme: ${theme}; color: var(--_spotlight-text) }`;
    // Replacing a sheet, even by the same, makes the browser recompute the styles of the whole tree.
    if (rule === this.#rule) return;
    this.#rule = rule;
    this.#sheet.replaceSync(rule);
  }
}
