// The theme that an element shows, and its colours: the theme's, and what style sheets say in their place.
import { paletteOf, setPalette, type Theme } from './palette-properties.js';
import type { LitElement, ReactiveController } from 'lit';
import type { Palette } from '../view/palette.js';
import type { State } from './properties.js';

export class Theming implements ReactiveController {
  readonly #host: LitElement & Pick<State, 'theme'>;
  readonly #darkness = matchMedia('(prefers-color-scheme: dark)');
  readonly #redraw = () => this.#host.requestUpdate();
  /** Read once for a theme and a place in the page: it takes longer than drawing. */
  #read: { theme: Theme; palette: Palette } | null = null;

  constructor(host: LitElement & Pick<State, 'theme'>) {
    this.#host = host;
    host.addController(this);
  }

  /** The theme asked for, or the system's. */
  get theme(): Theme {
    if (this.#host.theme !== 'auto') return this.#host.theme;
    return this.#darkness.matches ? 'dark' : 'light';
  }

  get palette(): Palette {
    const { theme } = this;
    if (this.#read?.theme !== theme) this.#read = { theme, palette: paletteOf(this.#host, theme) };
    return this.#read.palette;
  }

  hostConnected(): void {
    this.#darkness.addEventListener('change', this.#redraw);
    // Now, while nothing is rendered that the answer would have to wait for.
    this.#read = { theme: this.theme, palette: paletteOf(this.#host, this.theme) };
  }

  hostDisconnected(): void {
    this.#darkness.removeEventListener('change', this.#redraw);
  }

  hostUpdated(): void {
    setPalette(this.#host, this.theme, this.palette);
  }
}
