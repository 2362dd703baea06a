// Presentation of a section of the page, on the whole screen: a step of the course, the training, or "Look inside". The
// element presents what it shows by itself; see web/element/features/presentation.
import { BLACK, enlargementOf, hasModifier } from '../../ui/clicker.js';
import { loadPresentingTexts } from './texts.js';
import { NotesWindow, type Notes } from './notes-window.js';
import { presentingStyles } from './styles.js';
import { html, render } from 'lit';
import { votedBy } from '../../ui/vote.js';
import type { Language } from '../../locales/index.js';

/** Behavior of a section while it is presented. */
export interface Presented {
  forward: () => void;
  back: () => void;
  notes: () => Notes;
  /** Ballot, where the section asks a question. */
  votes?: { answers: () => number; cast: (answer: number) => void; clear: () => void };
  /** Called when the presentation ends. */
  ended: () => void;
  /** Fires 'change' when other notes belong to what is shown. */
  changes: EventTarget;
  language: () => Language;
}

/** Size for which a section is laid out; it is enlarged to the screen's. At 1920 × 1080 its 17 px become 27. */
const LAYOUT = { width: 1200, height: 675 };

/** Milliseconds for which the keys are named. */
const KEYS_SHOWN = 6000;

const root = document.documentElement;

const isTyping = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type));

/** True if a control uses the arrow keys, as the canvas does. */
const usesArrows = (target: EventTarget | undefined): boolean =>
  isTyping(target) || target instanceof HTMLInputElement || target instanceof HTMLCanvasElement;

/** True if the space bar acts on a control. */
const usesSpace = (target: EventTarget | undefined): boolean =>
  isTyping(target) || target instanceof HTMLInputElement || target instanceof HTMLButtonElement;

const goesOn = (key: string, target: EventTarget | undefined): boolean =>
  key === 'PageDown' || (key === ' ' && !usesSpace(target)) || (key === 'ArrowRight' && !usesArrows(target));

let current: PagePresentation | null = null;

/** Presents a section, unless one is presented. */
export function presentPage(presented: Presented): void {
  current ??= new PagePresentation(presented, () => (current = null));
}

class PagePresentation {
  readonly #presented: Presented;
  readonly #over: () => void;
  readonly #hint = document.createElement('p');
  #notes: NotesWindow | null = null;
  /** The QR code of the address, large; in no document while it is not shown. */
  readonly #code = document.createElement('div');

  constructor(presented: Presented, over: () => void) {
    this.#presented = presented;
    this.#over = over;
    if (!document.adoptedStyleSheets.includes(presentingStyles.styleSheet!))
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, presentingStyles.styleSheet!];
    this.#setBlack(false);
    this.#resized();
    document.addEventListener('fullscreenchange', this.#fullscreenChanged);
    window.addEventListener('keydown', this.#key, true);
    window.addEventListener('resize', this.#resized);
    presented.changes.addEventListener('change', this.#showNotes);
    this.#fillScreen();
    void this.#say(({ keys }) => keys(presented.votes !== undefined));
  }

  async #say(textOf: (texts: Awaited<ReturnType<typeof loadPresentingTexts>>) => string): Promise<void> {
    this.#hint.className = 'presenting-keys';
    this.#hint.role = 'status';
    this.#hint.textContent = textOf(await loadPresentingTexts(this.#presented.language()));
    if (current !== this) return;
    document.body.append(this.#hint);
    setTimeout(() => this.#hint.remove(), KEYS_SHOWN);
  }

  #end(): void {
    delete root.dataset['presenting'];
    root.style.removeProperty('--enlarged');
    this.#hint.remove();
    this.#code.remove();
    this.#notes?.close();
    document.removeEventListener('fullscreenchange', this.#fullscreenChanged);
    window.removeEventListener('keydown', this.#key, true);
    window.removeEventListener('resize', this.#resized);
    this.#presented.changes.removeEventListener('change', this.#showNotes);
    if (document.fullscreenElement === root) void document.exitFullscreen();
    this.#over();
    this.#presented.ended();
    window.dispatchEvent(new Event('resize')); // canvases are drawn anew at their size
  }

  /** A second window ends the whole screen, but not the presentation: its next key goes back to it. */
  readonly #fullscreenChanged = (): void => {
    if (document.fullscreenElement !== root && !this.#notes?.isOpen) this.#end();
  };

  #fillScreen(): void {
    void root.requestFullscreen().catch(() => undefined); // without it, the section covers the window
  }

  readonly #resized = (): void => root.style.setProperty('--enlarged', String(enlargementOf(LAYOUT)));

  get #isBlack(): boolean {
    return root.dataset['presenting'] === 'black';
  }

  #setBlack(isBlack: boolean): void {
    root.dataset['presenting'] = isBlack ? 'black' : 'on';
  }

  readonly #move = (forward: boolean): void => (forward ? this.#presented.forward() : this.#presented.back());

  readonly #key = (event: KeyboardEvent): void => {
    if (!hasModifier(event) && this.#does(event)) {
      if (current === this && event.view === window && event.key !== 'n' && !document.fullscreenElement)
        this.#fillScreen();
      event.preventDefault();
      event.stopPropagation();
    }
  };

  /** @returns true if the key belongs to the presentation */
  #does(event: KeyboardEvent): boolean {
    const { key } = event;
    const [target] = event.composedPath();
    const { votes } = this.#presented;
    if (key === 'Escape') this.#end();
    else if (goesOn(key, target)) this.#move(true);
    else if (key === 'PageUp' || (key === 'ArrowLeft' && !usesArrows(target))) this.#move(false);
    else if (isTyping(target)) return false;
    else if (this.#isBlack || BLACK.includes(key)) this.#setBlack(!this.#isBlack);
    else if (key === 'n' || key === 'N') this.#openNotes();
    else if (key === 'q' || key === 'Q') void this.#toggleCode();
    else if (votes && key === '0') votes.clear();
    else {
      const answer = votes ? votedBy(key, votes.answers()) : null;
      if (answer === null) return false;
      votes!.cast(answer);
    }
    return true;
  }

  /** A class opens on its own devices what is shown. */
  async #toggleCode(): Promise<void> {
    if (this.#code.isConnected) {
      this.#code.remove();
      return;
    }
    const { qrCode } = await import('../../ui/qr-code.js');
    this.#code.className = 'presenting-code';
    render(
      html`${qrCode(location.href, location.href)}
        <p>${location.href}</p>`,
      this.#code,
    );
    if (current === this) document.body.append(this.#code);
  }

  #openNotes(): void {
    if (this.#notes?.isOpen) return;
    try {
      this.#notes = new NotesWindow(this.#key, this.#move);
      this.#showNotes();
    } catch {
      void this.#say(({ notes }) => notes.blocked);
    }
  }

  readonly #showNotes = (): void => {
    if (!this.#notes) return;
    const { language, notes } = this.#presented;
    void loadPresentingTexts(language()).then((texts) => this.#notes?.show(texts, notes()));
  };
}
