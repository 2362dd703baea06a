// Palettes and custom properties. Authors override colors by `--spotlight-*` properties. The element's own styles read
// `--_spotlight-*` properties, which the element sets.
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

/** An opaque color as #rrggbb, or null. */
function hexOf(computed: string): string | null {
  const rgba = rgbaOf(computed);
  if (rgba?.[3] !== 255) return null;
  return `#${rgba
    .slice(0, 3)
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`;
}

/**
 * A theme's palette with the colors that style sheets override, as in `attention-spotlight { --spotlight-accent: teal
 * }`. Custom properties inherit; transparent colors are ignored.
 */
export function paletteOf(element: HTMLElement, theme: Theme): Palette {
  const style = getComputedStyle(element);
  const palette = { ...palettes[theme] };
  const given = colorsOf(palette).filter(([name]) => style.getPropertyValue(propertyOf(name)) !== '');
  if (given.length === 0) return palette;
  // The browser resolves each color in this theme and on this page: light-dark(), currentColor, color-mix(), …
  const probe = document.createElement('span');
  Object.assign(probe.style, { colorScheme: theme, color: 'inherit' });
  (element.shadowRoot ?? element).append(probe);
  for (const [name] of given) {
    probe.style.backgroundColor = `var(${propertyOf(name)})`; // computes to transparent if invalid
    palette[name] = hexOf(getComputedStyle(probe).backgroundColor) ?? palette[name];
  }
  probe.remove();
  return palette;
}

export interface Appearance {
  theme: Theme;
  palette: Palette;
  /** Font families of its text. */
  fonts: string;
}

/** Adopted style sheet that sets colors, such as `--_spotlight-accent`, and fonts of a shadow root. */
export class PaletteSheet {
  /** Null in the DOM of a unit test. */
  readonly #sheet = 'adoptedStyleSheets' in Document.prototype ? new CSSStyleSheet() : null;
  #rule = '';

  /** Applies an appearance. @param root shadow root of the element; no attribute of the host changes */
  apply(root: ShadowRoot, { theme, palette, fonts }: Appearance): void {
    if (!this.#sheet) return;
    if (!root.adoptedStyleSheets.includes(this.#sheet)) root.adoptedStyleSheets.push(this.#sheet);
    const colors = colorsOf(palette).map(([name, color]) => `--_spotlight-${kebabCase(name)}: ${color};`);
    // Set on the children: the host keeps the color scheme and the color of the page.
    const rule = `${PROBE_RULES}
      :host { ${colors.join(' ')} --_spotlight-fonts: ${fonts} }
      :host > :not(.${PROBE}), ::slotted(*) { color-scheme: ${theme}; color: var(--_spotlight-text) }`;
    // Replacing a sheet, even by an equal one, makes the browser recompute the styles of the whole tree.
    if (rule === this.#rule) return;
    this.#rule = rule;
    this.#sheet.replaceSync(rule);
  }
}
