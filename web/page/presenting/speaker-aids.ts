// Aids for a speaker during a presentation: notes in a second window (N), and a QR code of the URL (Q).
import { html, render } from 'lit';
import { loadPresentingTexts } from './texts.js';
import { NotesWindow, type Notes } from './notes-window.js';
import type { Language } from '../../locales/index.js';
import type { PresentingTexts } from '../../locales/en/pages/presenting.js';

export interface Aided {
  /** Element to which the QR code and the hints are added, part of what is visible in full screen. */
  parent: Element;
  notes: () => Notes;
  language: () => Language;
  /** Called when a key is pressed in the notes window. */
  key: (event: KeyboardEvent) => void;
  move: (forward: boolean) => void;
}

/** Milliseconds for which a hint stays visible. */
const HINT_SHOWN = 6000;

export const isNotesKey = (key: string): boolean => key === 'n' || key === 'N';
const isCodeKey = (key: string): boolean => key === 'q' || key === 'Q';

export class SpeakerAids {
  readonly #aided: Aided;
  readonly #hint = document.createElement('p');
  /** Large QR code of the page's URL. While it is hidden, it is not part of the page. */
  readonly #code = document.createElement('div');
  #window: NotesWindow | null = null;
  #isOver = false;

  constructor(aided: Aided) {
    this.#aided = aided;
  }

  get hasNotesOpen(): boolean {
    return this.#window?.isOpen ?? false;
  }

  /** Handles a key. @returns true if the key belongs to the speaker aids */
  does(key: string): boolean {
    if (isNotesKey(key)) this.#openNotes();
    else if (isCodeKey(key)) void this.#toggleCode();
    else return false;
    return true;
  }

  /** Shows a hint to the speaker for a few seconds. */
  async say(textOf: (texts: PresentingTexts) => string): Promise<void> {
    this.#hint.className = 'presenting-keys';
    this.#hint.role = 'status';
    this.#hint.textContent = textOf(await loadPresentingTexts(this.#aided.language()));
    if (this.#isOver) return;
    this.#aided.parent.append(this.#hint);
    setTimeout(() => this.#hint.remove(), HINT_SHOWN);
  }

  readonly showNotes = (): void => {
    if (!this.#window) return;
    const { language, notes } = this.#aided;
    void loadPresentingTexts(language()).then((texts) => this.#window?.show(texts, notes()));
  };

  end(): void {
    this.#isOver = true;
    this.#hint.remove();
    this.#code.remove();
    this.#window?.close();
  }

  /**
   * Shows or hides the QR code of the page's URL, by which the members of a class open the page on their own devices.
   */
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
    if (!this.#isOver) this.#aided.parent.append(this.#code);
  }

  #openNotes(): void {
    if (this.hasNotesOpen) return;
    try {
      this.#window = new NotesWindow(this.#aided.key, this.#aided.move);
      this.showNotes();
    } catch {
      void this.say(({ notes }) => notes.blocked);
    }
  }
}
