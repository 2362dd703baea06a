// Palettes and custom properties. Authors override colors with properties named `--spotlight-*`. The element sets
// properties named `--_spotlight-*`, which its own styles use.
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

/** Converts an opaque color to #rrggbb; null for any other color. */
function hexOf(computed: string): string | null {
  const rgba = rgbaOf(computed);
  if (rgba?.[3] !== 255) return null;
  return `#${rgba
    .slice(0, 3)
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`;
}

/**
 * Palette of a theme, with the colors that style sheets override, as in `attention-spotlight { --spotlight-accent: teal
 * }`. Custom properties are inherited; transparent colors are ignored.
 */
export function paletteOf(element: HTMLElement, theme: Theme): Palette {
  const style = getComputedStyle(element);
  const palette = { ...palettes[theme] };
  const given = colorsOf(palette).filter(([name]) => style.getPropertyValue(propertyOf(name)) !== '');
  if (given.length === 0) return palette;
  // A probe, in which the browser resolves each color for this theme and this page, including light-dark(),
  // currentColor and color-mix().
  const probe = document.createElement('span');
  Object.assign(probe.style, { colorScheme: theme, color: 'inherit' });
  (element.shadowRoot ?? element).append(probe);
  for (const [name] of given) {
    probe.style.backgroundColor = `var(${propertyOf(name)})`; // an invalid color is computed as transparent
    palette[name] = hexOf(getComputedStyle(probe).backgroundColor) ?? palette[name];
  }
  probe.remove();
  return palette;
}

export interface Appearance {
  theme: Theme;
  palette: Palette;
  fonts: string;
}

/** Style sheet that sets the colors of an element's shadow tree, such as `--_spotlight-accent`, and its fonts. */
export class PaletteSheet {
  /** The style sheet; null in the DOM of a unit test. */
  readonly #sheet = 'adoptedStyleSheets' in Document.prototype ? new CSSStyleSheet() : null;
  #rule = '';

  /** Sets colors and fonts. @param root shadow root of the element; the attributes of the host do not change */
  apply(root: ShadowRoot, { theme, palette, fonts }: Appearance): void {
    if (!this.#sheet) return;
    if (!root.adoptedStyleSheets.includes(this.#sheet)) root.adoptedStyleSheets.push(this.#sheet);
    const colors = colorsOf(palette).map(([name, color]) => `--_spotlight-${kebabCase(name)}: ${color};`);
    // The rules apply to the children, since the host element keeps the page's color scheme and text color.
    const rule = `${PROBE_RULES}
      :host { ${colors.join(' ')} --_spotlight-fonts: ${fonts} }
      :host > :not(.${PROBE}), ::slotted(*) { color-scheme: ${theme}; color: var(--_spotlight-text) }`;
    // Replacing a style sheet, even by an equal one, makes the browser compute the styles of the whole tree again.
    if (rule === this.#rule) return;
    this.#rule = rule;
    this.#sheet.replaceSync(rule);
  }
}
