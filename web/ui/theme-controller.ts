// Appearance of an element: its own theme or the page's, with the colors and fonts that custom properties override.
import { contrastingText, palettes } from '../view/marks/palette.js';
import { fontsOf } from './fonts.js';
import { PageProbe } from './page-probe.js';
import { paletteOf, PaletteSheet, type Appearance, type Theme } from './palette-css.js';
import { Printing } from './printing.js';
import { rgbaOf } from './computed-color.js';
import type { LitElement, ReactiveController } from 'lit';

interface ThemeHost extends LitElement {
  readonly theme: Theme | 'auto';
}

/**
 * Theme of the page around an element: its color scheme or, if that is ambiguous, a theme derived from the lightness of
 * its text.
 */
function themeAround(element: HTMLElement): Theme {
  const { colorScheme, color } = getComputedStyle(element);
  const [theme, other] = ['light', 'dark'].filter((each) => colorScheme?.split(' ').includes(each)) as Theme[];
  if (theme && !other) return theme;
  const text = rgbaOf(color);
  return text && contrastingText([text[0], text[1], text[2]]) === '#000000' ? 'dark' : 'light';
}

export class ThemeController implements ReactiveController {
  readonly #host: ThemeHost;
  /** True while the page is being printed, which always uses the light theme. */
  #isPrinting = false;
  readonly #sheet = new PaletteSheet();
  /**
   * Cache of the element's appearance: theme, colors and fonts. It is cleared when the theme or the page's styles
   * change, or when the element is moved in the page, since reading computed styles takes longer than drawing.
   */
  #read: (Appearance & { property: Theme | 'auto' }) | null = null;

  /** @param pageChanged called when the page's colors, fonts or language change */
  constructor(host: ThemeHost, pageChanged: () => void = () => undefined) {
    this.#host = host;
    new PageProbe(host, () => {
      this.#follow();
      pageChanged();
    });
    new Printing(host, (isPrinting) => this.#print(isPrinting));
    host.addController(this);
  }

  get isPrinting(): boolean {
    return this.#isPrinting;
  }

  get looks(): Appearance {
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

  /**
   * Draws the element again when printing begins or ends. It is drawn synchronously, since the browser prints the page
   * as it is after the event handlers.
   */
  #print(isPrinting: boolean): void {
    this.#isPrinting = isPrinting;
    this.#host.requestUpdate();
    (this.#host as unknown as { performUpdate: () => void }).performUpdate();
  }

  hostConnected(): void {
    // The appearance is read before the first render, since reading computed styles afterwards would force a layout.
    this.#read = this.#look();
  }

  hostUpdated(): void {
    const { shadowRoot } = this.#host;
    if (shadowRoot) this.#sheet.apply(shadowRoot, this.looks);
  }
}
