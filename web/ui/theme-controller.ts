// The theme of an element and its palette: the theme's colors, overridden by custom properties.
import { mediaQuery } from './media-query.js';
import { paletteOf, PaletteSheet, type Theme } from './palette-css.js';
import type { LitElement, ReactiveController } from 'lit';
import { palettes, type Palette } from '../view/marks/palette.js';

interface ThemeHost extends LitElement {
  readonly theme: Theme | 'auto';
}

/** The events of a window around a print. */
export const PRINTING = ['beforeprint', 'afterprint'] as const;

export class ThemeController implements ReactiveController {
  readonly #host: ThemeHost;
  readonly #print = mediaQuery('print');
  /** Whether the page is being printed: on paper, colors are the light theme's, whatever the page sets. */
  #isPrinting = false;
  readonly #darkness = mediaQuery('(prefers-color-scheme: dark)');
  readonly #sheet = new PaletteSheet();
  readonly #redraw = () => this.#host.requestUpdate();
  /** Read once per theme and connection: reading computed styles takes longer than drawing. */
  #read: { theme: Theme; palette: Palette } | null = null;

  constructor(host: ThemeHost) {
    this.#host = host;
    host.addController(this);
  }

  get isPrinting(): boolean {
    return this.#isPrinting;
  }

  /** The theme of the property, or of the system. */
  get theme(): Theme {
    if (this.#isPrinting) return 'light';
    if (this.#host.theme !== 'auto') return this.#host.theme;
    return this.#darkness?.matches ? 'dark' : 'light';
  }

  get palette(): Palette {
    const { theme } = this;
    if (this.#isPrinting) return palettes[theme];
    if (this.#read?.theme !== theme) this.#read = { theme, palette: paletteOf(this.#host, theme) };
    return this.#read.palette;
  }

  /** The page is printed as it is when the event has been handled: it is drawn at once. */
  readonly #printing = (event: Event): void => {
    this.#isPrinting = event.type === 'beforeprint' || (event.type === 'change' && this.#print!.matches);
    this.#redraw();
    (this.#host as unknown as { performUpdate: () => void }).performUpdate();
  };

  hostConnected(): void {
    this.#darkness?.addEventListener('change', this.#redraw);
    this.#print?.addEventListener('change', this.#printing);
    for (const event of PRINTING) window.addEventListener(event, this.#printing);
    // Read before the first render, which would make reading computed styles wait for a layout.
    this.#read = { theme: this.theme, palette: paletteOf(this.#host, this.theme) };
  }

  hostDisconnected(): void {
    this.#darkness?.removeEventListener('change', this.#redraw);
    this.#print?.removeEventListener('change', this.#printing);
    for (const event of PRINTING) window.removeEventListener(event, this.#printing);
  }

  hostUpdated(): void {
    const { shadowRoot } = this.#host;
    if (shadowRoot) this.#sheet.apply(shadowRoot, this.theme, this.palette);
  }
}
