// Colors as CSS custom properties. Authors override colors with properties named `--spotlight-*`. The element sets
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

/** Converts an opaque computed color to #rrggbb; null for any other color. */
function hexOf(computed: string): string | null {
  const rgba = rgbaOf(computed);
  if (rgba?.[3] !== 255) return null;
  return `#${rgba
    .slice(0, 3)
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`;
}

/**
 * Colors of a theme, overridden by the colors that style sheets set, as in `attention-spotlight { --spotlight-accent:
 * teal }`. The element also inherits such custom properties; transparent colors are ignored.
 */
export function paletteOf(element: HTMLElement, theme: Theme): Palette {
  const style = getComputedStyle(element);
  const palette = { ...palettes[theme] };
  const given = colorsOf(palette).filter(([name]) => style.getPropertyValue(propertyOf(name)) !== '');
  if (given.length === 0) return palette;
  // Temporary element by which the browser resolves each overriding color for this theme and this page, including
  // light-dark(), currentColor and color-mix().
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

/**
 * Style sheet that sets the custom properties of an element's shadow tree: its colors, such as `--_spotlight-accent`,
 * and its fonts.
 */
export class PaletteSheet {
  /** The constructed style sheet; null in the DOM of a unit test, which does not support one. */
  readonly #sheet = 'adoptedStyleSheets' in Document.prototype ? new CSSStyleSheet() : null;
  #rule = '';

  /**
   * Sets the colors and fonts of an element.
   * @param root shadow root of the element; the attributes of its host do not change
   */
  apply(root: ShadowRoot, { theme, palette, fonts }: Appearance): void {
    if (!this.#sheet) return;
    if (!root.adoptedStyleSheets.includes(this.#sheet)) root.adoptedStyleSheets.push(this.#sheet);
    const colors = colorsOf(palette).map(([name, color]) => `--_spotlight-${kebabCase(name)}: ${color};`);
    // Theme and text color are set on the host's children, since the host element itself keeps the page's.
    const rule = `${PROBE_RULES}
      :host { ${colors.join(' ')} --_spotlight-fonts: ${fonts} }
      :host > :not(.${PROBE}), ::slotted(*) { color-scheme: ${theme}; color: var(--_spotlight-text) }`;
    // An equal rule is not replaced, since any replacement makes the browser compute the styles of the whole tree
    // again.
    if (rule === this.#rule) return;
    this.#rule = rule;
    this.#sheet.replaceSync(rule);
  }
}
