// The theme of an element and its palette: the theme's colors, overridden by custom properties.
import { mediaQuery } from './media-query.js';
import { paletteOf, PaletteSheet, type Theme } from './palette-css.js';
import type { LitElement, ReactiveController } from 'lit';
import type { Palette } from '../view/marks/palette.js';

interface ThemeHost extends LitElement {
  readonly theme: Theme | 'auto';
}

export class ThemeController implements ReactiveController {
  readonly #host: ThemeHost;
  readonly #darkness = mediaQuery('(prefers-color-scheme: dark)');
  readonly #sheet = new PaletteSheet();
  readonly #redraw = () => this.#host.requestUpdate();
  /** Read once per theme and connection: reading computed styles takes longer than drawing. */
  #read: { theme: Theme; palette: Palette } | null = null;

  constructor(host: ThemeHost) {
    this.#host = host;
    host.addController(this);
  }

  /** The theme of the property, or of the system. */
  get theme(): Theme {
    if (this.#host.theme !== 'auto') return this.#host.theme;
    return this.#darkness?.matches ? 'dark' : 'light';
  }

  get palette(): Palette {
    const { theme } = this;
    if (this.#read?.theme !== theme) this.#read = { theme, palette: paletteOf(this.#host, theme) };
    return this.#read.palette;
  }

  hostConnected(): void {
    this.#darkness?.addEventListener('change', this.#redraw);
    // Read before the first render, which would make reading computed styles wait for a layout.
    this.#read = { theme: this.theme, palette: paletteOf(this.#host, this.theme) };
  }

  hostDisconnected(): void {
    this.#darkness?.removeEventListener('change', this.#redraw);
  }

  hostUpdated(): void {
    const { shadowRoot } = this.#host;
    if (shadowRoot) this.#sheet.apply(shadowRoot, this.theme, this.palette);
  }
}
