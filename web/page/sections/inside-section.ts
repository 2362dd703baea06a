// The section "Look inside" of index.html. It is loaded when it is first opened, and keeps its model while other
// sections are open.
import { find, themeOf } from '../frame.js';
import { appearanceParameters } from './sections.js';
import type { State } from '../../element/state/properties.js';
import { languageOf, type Language } from '../../locales/index.js';
import type { LookInside } from '../../inside/element/look-inside.js';

type Appearance = Pick<State, 'lang' | 'theme'>;

export class InsideSection {
  #isOpen = false;
  /**
   * The <look-inside> element, as a promise that is fulfilled once the element has the state of the latest URL: its
   * previous state must not be written to the URL. Null before the first visit.
   */
  #element: Promise<LookInside> | null = null;
  readonly #appearance: () => Appearance;

  /** Creates the section, at first closed. @param appearance returns language and theme of the page */
  constructor(appearance: () => Appearance) {
    this.#appearance = appearance;
  }

  /** True if a URL opens the section “Look inside”. */
  static isIn({ search }: Pick<Location, 'search'>): boolean {
    return new URLSearchParams(search).has('inside');
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Shows the section.
   * @param search query of a URL that contains the section's state; default: the state stays the same
   */
  async open(search?: string): Promise<void> {
    this.#isOpen = true;
    // The attribute is set before anything is loaded, so that the hidden sections do not load anything either.
    document.documentElement.dataset['section'] = 'inside';
    const before = this.#element ?? this.#load();
    this.#element = search === undefined ? before : this.#withStateOf(search, before);
    this.#element.catch(() => (this.#element = null)); // the next visit tries again
    await this.#element;
  }

  async #withStateOf(search: string, loaded: Promise<LookInside>): Promise<LookInside> {
    const [element, { fromAddress }] = await Promise.all([loaded, import('../../inside/state.js')]);
    const state = fromAddress(search);
    if (state) element.state = state;
    return element;
  }

  hide(): void {
    this.#isOpen = false;
  }

  async present(language: () => Language): Promise<void> {
    if (!this.#element) return;
    const [element, { presentInside }] = await Promise.all([this.#element, import('../presenting/sections.js')]);
    presentInside(element, language);
  }

  /** Applies language and theme of the page to the section. */
  render(): void {
    void this.#element?.then((element) => this.#dress(element));
  }

  /** Writes the state of the section to the URL. @param isNew true to add an entry to the browser's history */
  async writeAddress(isNew: boolean): Promise<void> {
    if (!this.#element) return;
    const [element, { toAddress }] = await Promise.all([this.#element, import('../../inside/state.js')]);
    if (!this.#isOpen) return;
    const parameters = [...toAddress(element.state), ...appearanceParameters(this.#appearance())];
    const address = `${location.pathname}?${new URLSearchParams(parameters)}`;
    if (isNew) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
  }

  #dress(element: LookInside): void {
    const { lang, theme } = this.#appearance();
    Object.assign(element, { lang: languageOf(lang), theme: themeOf({ theme }) });
  }

  async #load(): Promise<LookInside> {
    const { INSIDE_CHANGE, LookInside } = await import('../../inside/element/look-inside.js');
    const element = new LookInside();
    this.#dress(element);
    element.addEventListener(INSIDE_CHANGE, () => void this.writeAddress(false));
    find('main', HTMLElement).append(element);
    return element;
  }
}
