// What an element looks like: its theme, or that of the page, with the colors and fonts that custom properties override.
import { contrastingText, palettes } from '../view/marks/palette.js';
import { fontsOf } from './fonts.js';
import { mediaQuery } from './media-query.js';
import { PageProbe } from './page-probe.js';
import { paletteOf, PaletteSheet, type Looks, type Theme } from './palette-css.js';
import { rgbaOf } from './computed-color.js';
import type { LitElement, ReactiveController } from 'lit';

interface ThemeHost extends LitElement {
  readonly theme: Theme | 'auto';
}

/** The events of a window around a print. */
export const PRINTING = ['beforeprint', 'afterprint'] as const;

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
  readonly #print = mediaQuery('print');
  /** Whether the page is being printed: on paper, colors are the light theme's, whatever the page sets. */
  #isPrinting = false;
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

  get isPrinting(): boolean {
    return this.#isPrinting;
  }

  get looks(): Looks {
    if (this.#isPrinting) return { theme: 'light', palette: palettes.light, fonts: fontsOf(this.#host) };
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

  /** The page is printed as it is when the event has been handled: it is drawn at once. */
  readonly #printing = (event: Event): void => {
    this.#isPrinting = event.type === 'beforeprint' || (event.type === 'change' && this.#print!.matches);
    this.#host.requestUpdate();
    (this.#host as unknown as { performUpdate: () => void }).performUpdate();
  };

  hostConnected(): void {
    this.#print?.addEventListener('change', this.#printing);
    for (const event of PRINTING) window.addEventListener(event, this.#printing);
    // Read before the first render, which would make reading computed styles wait for a layout.
    this.#read = this.#look();
  }

  hostDisconnected(): void {
    this.#print?.removeEventListener('change', this.#printing);
    for (const event of PRINTING) window.removeEventListener(event, this.#printing);
  }

  hostUpdated(): void {
    const { shadowRoot } = this.#host;
    if (shadowRoot) this.#sheet.apply(shadowRoot, this.looks);
  }
}
