// What an element looks like: its theme, or that of the page, with the colors and fonts that custom properties override.
import { contrastingText } from '../view/marks/palette.js';
import { fontsOf } from './fonts.js';
import { PageProbe } from './page-probe.js';
import { paletteOf, PaletteSheet, type Looks, type Theme } from './palette-css.js';
import { rgbaOf } from './computed-color.js';
import type { LitElement, ReactiveController } from 'lit';

interface ThemeHost extends LitElement {
  readonly theme: Theme | 'auto';
}

/** The theme of the page where an element stands: its color scheme, or where that is either or none, light on dark or not. */
function themeAround(element: HTMLElement): Theme {
  const { colorScheme, color } = getComputedStyle(element);
  const [theme, other] = ['light', 'dark'].filter((each) => colorScheme?.split(' ').includes(each)) as Theme[];
  if (theme && !other) return theme;
  const text = rgbaOf(color);
  return text && contrastingText([text[0], text[1], text[2]]) === '#000000' ? 'dark' : 'light';
}

export class ThemeController implements ReactiveController {
  readonly #host: ThemeHost;
  readonly #sheet = new PaletteSheet();
  /** Read once per theme, connection and change of the page: reading computed styles takes longer than drawing. */
  #read: (Looks & { property: Theme | 'auto' }) | null = null;

  /** @param pageChanged called when the page has changed its colors or its language */
  constructor(host: ThemeHost, pageChanged: () => void = () => undefined) {
    this.#host = host;
    new PageProbe(host, () => {
      this.#follow();
      pageChanged();
    });
    host.addController(this);
  }

  get looks(): Looks {
    if (this.#read?.property !== this.#host.theme) this.#read = this.#look();
    return this.#read;
  }

  #look() {
    const { theme: property } = this.#host;
    const theme = property === 'auto' ? themeAround(this.#host) : property;
    return { property, theme, palette: paletteOf(this.#host, theme), fonts: fontsOf(this.#host) };
  }

  #follow(): void {
    const now = this.#look();
    if (JSON.stringify(now) === JSON.stringify(this.#read)) return;
    this.#read = now;
    this.#host.requestUpdate();
  }

  hostConnected(): void {
    // Read before the first render, which would make reading computed styles wait for a layout.
    this.#read = this.#look();
  }

  hostUpdated(): void {
    const { shadowRoot } = this.#host;
    if (shadowRoot) this.#sheet.apply(shadowRoot, this.looks);
  }
}
