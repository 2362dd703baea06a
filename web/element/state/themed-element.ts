// Base class of the element that adopts the page's theme, colors, fonts and language.
import { StatefulElement } from './stateful-element.js';
import { ThemeController } from '../../ui/theme-controller.js';
import type { Language } from '../../locales/index.js';
import type { Palette } from '../../view/marks/palette.js';
import type { PropertyValues } from 'lit';
import type { Theme } from '../../ui/palette-css.js';

export class ThemedElement extends StatefulElement {
  readonly #theme = new ThemeController(this, () => this.#followLanguage());
  /** Language of the interface at the last update; null before the first one. */
  #language: Language | null = null;

  /** The current theme: the value of `theme` or, for 'auto', the theme of the page. */
  get currentTheme(): Theme {
    return this.#theme.looks.theme;
  }

  /** The current colors: those of the theme, unless style sheets of the page override them. */
  get palette(): Palette {
    return this.#theme.looks.palette;
  }

  protected get isPrinting(): boolean {
    return this.#theme.isPrinting;
  }

  /** Font families of the element's interface and canvas. */
  get fonts(): string {
    return this.#theme.looks.fonts;
  }

  /**
   * Updates the element when the page's language has changed, since its texts and its default text depend on the
   * language.
   */
  #followLanguage(): void {
    if (this.currentLanguage !== this.#language) this.requestUpdate();
  }

  protected override willUpdate(changed: PropertyValues): void {
    // A change of language also changes the default text, whatever has triggered the update.
    if (this.currentLanguage !== this.#language) changed.set('text', null);
    super.willUpdate(changed);
    this.#language = this.currentLanguage;
  }
}
