// Full-screen presentation of a section that does not consist of the <attention-spotlight> element alone: a course
// step, the training page, or “Look inside”. The attention element presents itself; see
// web/element/features/presentation.
import { BLACK, enlargementOf, hasModifier } from '../../ui/clicker.js';
import { aidStyles, presentingStyles } from './styles.js';
import { isNotesKey, SpeakerAids } from './speaker-aids.js';
import { votedBy } from '../../ui/vote.js';
import type { Language } from '../../locales/index.js';
import type { Notes } from './notes-window.js';

/** A section of the page that can be presented: its reactions to the speaker's keys, and its notes. */
export interface Presented {
  forward: () => void;
  back: () => void;
  notes: () => Notes;
  /** Access to the votes of a class; only for a section that asks a question. */
  votes?: { answers: () => number; cast: (answer: number) => void; clear: () => void };
  ended: () => void;
  /** Fires the event 'change' when the speaker notes change. */
  changes: EventTarget;
  language: () => Language;
}

/**
 * Size in which a presented section is laid out, in CSS pixels. The layout is scaled up to the screen: at 1920 × 1080,
 * 17 px become 27 px.
 */
const LAYOUT = { width: 1200, height: 675 };

const root = document.documentElement;

const isTyping = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type));

/** True if the control to which a key event goes, such as a canvas, handles the arrow keys itself. */
const usesArrows = (target: EventTarget | undefined): boolean =>
  isTyping(target) || target instanceof HTMLInputElement || target instanceof HTMLCanvasElement;

/** True if the control to which a key event goes, such as a button, handles the space bar itself. */
const usesSpace = (target: EventTarget | undefined): boolean =>
  isTyping(target) || target instanceof HTMLInputElement || target instanceof HTMLButtonElement;

const goesOn = (key: string, target: EventTarget | undefined): boolean =>
  key === 'PageDown' || (key === ' ' && !usesSpace(target)) || (key === 'ArrowRight' && !usesArrows(target));

let current: PagePresentation | null = null;

/** Presents a section in full screen, unless a presentation is already running. */
export function presentPage(presented: Presented): void {
  current ??= new PagePresentation(presented, () => (current = null));
}

class PagePresentation {
  readonly #presented: Presented;
  readonly #over: () => void;
  readonly #aids: SpeakerAids;

  constructor(presented: Presented, over: () => void) {
    this.#presented = presented;
    this.#over = over;
    this.#aids = new SpeakerAids({
      parent: document.body,
      notes: presented.notes,
      language: presented.language,
      key: this.#key,
      move: this.#move,
    });
    for (const { styleSheet } of [presentingStyles, aidStyles])
      if (!document.adoptedStyleSheets.includes(styleSheet!)) document.adoptedStyleSheets.push(styleSheet!);
    this.#setBlack(false);
    this.#resized();
    document.addEventListener('fullscreenchange', this.#fullscreenChanged);
    window.addEventListener('keydown', this.#key, true);
    window.addEventListener('resize', this.#resized);
    presented.changes.addEventListener('change', this.#aids.showNotes);
    this.#fillScreen();
    void this.#aids.say(({ keys }) => keys(presented.votes !== undefined));
  }

  #end(): void {
    delete root.dataset['presenting'];
    root.style.removeProperty('--enlarged');
    this.#aids.end();
    document.removeEventListener('fullscreenchange', this.#fullscreenChanged);
    window.removeEventListener('keydown', this.#key, true);
    window.removeEventListener('resize', this.#resized);
    this.#presented.changes.removeEventListener('change', this.#aids.showNotes);
    if (document.fullscreenElement === root) void document.exitFullscreen();
    this.#over();
    this.#presented.ended();
    window.dispatchEvent(new Event('resize')); // lets canvases redraw at their new size
  }

  /**
   * Ends the presentation when full screen ends, but not if the notes window is open: opening it ends full screen, and
   * the next key restores it.
   */
  readonly #fullscreenChanged = (): void => {
    if (document.fullscreenElement !== root && !this.#aids.hasNotesOpen) this.#end();
  };

  #fillScreen(): void {
    // If the browser refuses full screen, the section only covers the window.
    void root.requestFullscreen().catch(() => undefined);
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
      if (current === this && event.view === window && !isNotesKey(event.key) && !document.fullscreenElement)
        this.#fillScreen();
      event.preventDefault();
      event.stopPropagation();
    }
  };

  /**
   * Handles a key that was pressed in the presentation or in the notes window.
   * @returns true if the presentation uses the key
   */
  #does(event: KeyboardEvent): boolean {
    const { key } = event;
    const [target] = event.composedPath();
    const { votes } = this.#presented;
    if (key === 'Escape') this.#end();
    else if (goesOn(key, target)) this.#move(true);
    else if (key === 'PageUp' || (key === 'ArrowLeft' && !usesArrows(target))) this.#move(false);
    else if (isTyping(target)) return false;
    else if (this.#isBlack || BLACK.includes(key)) this.#setBlack(!this.#isBlack);
    else if (this.#aids.does(key)) return true;
    else if (votes && key === '0') votes.clear();
    else {
      const answer = votes ? votedBy(key, votes.answers()) : null;
      if (answer === null) return false;
      votes!.cast(answer);
    }
    return true;
  }
}
