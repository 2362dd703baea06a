// Speaker notes in a second window, which also shows the time since the presentation started.
import { html, nothing, render, type TemplateResult } from 'lit';
import type { PresentingTexts } from '../../locales/en/pages/presenting.js';

/** Speaker notes for one moment of a presentation. */
export interface Notes {
  title: string;
  text: readonly string[];
  ask?: { question: string; answers: readonly string[] };
  task?: string;
  point?: string;
  next?: string;
}

const STYLES = `
  body { max-width: 40em; margin: 0 auto; padding: 20px 24px; background: #11141c; color: #f2ecdd;
    font: 21px/1.5 "Segoe UI", -apple-system, "Noto Sans", "Noto Sans SC", "PingFang SC", sans-serif; }
  h1 { margin: 0; font-size: 28px; }
  p { margin: 0 0 12px; }
  b { color: #f5c044; }
  header, nav { display: flex; gap: 16px; align-items: baseline; justify-content: space-between; }
  time { font-size: 38px; font-variant-numeric: tabular-nums; }
  button { min-height: 44px; padding: 0 20px; border: 1px solid #74829d; border-radius: 4px; background: none; color: inherit; font: inherit; }
`;

export class NotesWindow {
  readonly #window: Window;
  readonly #began = performance.now();
  readonly #timer: number;
  readonly #move: (forward: boolean) => void;
  #texts: PresentingTexts | null = null;
  #notes: Notes | null = null;

  /**
   * Opens the notes window.
   * @param key called when a key is pressed in the notes window
   * @param move moves the presentation one step forward or back
   * @throws Error if the browser blocks the window
   */
  constructor(key: (event: KeyboardEvent) => void, move: (forward: boolean) => void) {
    const opened = window.open('', 'spotlight-notes', 'popup,width=760,height=820');
    if (!opened) throw new Error('the browser has blocked the window');
    this.#window = opened;
    this.#move = move;
    const sheet = opened.document.createElement('style');
    sheet.textContent = STYLES;
    opened.document.head.replaceChildren(sheet);
    opened.addEventListener('keydown', key);
    this.#timer = window.setInterval(() => this.#draw(), 1000);
  }

  get isOpen(): boolean {
    return !this.#window.closed;
  }

  show(texts: PresentingTexts, notes: Notes): void {
    this.#texts = texts;
    this.#notes = notes;
    this.#draw();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#window.close();
  }

  #draw(): void {
    const { document, closed } = this.#window;
    if (closed) clearInterval(this.#timer);
    if (closed || !this.#texts || !this.#notes) return;
    document.title = `${this.#texts.notes.title} · ${this.#notes.title}`;
    render(this.#content(this.#texts, this.#notes), document.body);
  }

  #content({ notes: texts }: PresentingTexts, { title, text, ask, task, point, next }: Notes): TemplateResult {
    const seconds = Math.floor((performance.now() - this.#began) / 1000);
    const elapsed = texts.elapsed(Math.floor(seconds / 60), String(seconds % 60).padStart(2, '0'));
    const line = (name: string, content: string | undefined) =>
      content ? html`<p><b>${name}</b> ${content}</p>` : nothing;
    return html`<header>
        <h1>${title}</h1>
        <time>${elapsed}</time>
      </header>
      ${text.map((paragraph) => html`<p>${paragraph}</p>`)}
      ${line(texts.ask, ask && `${ask.question} ${texts.answers(ask.answers)}`)} ${line(texts.does, task)}
      ${line(texts.point, point)} ${line(texts.next, next)}
      <nav>
        <button @click=${() => this.#move(false)}>${texts.back}</button>
        <button @click=${() => this.#move(true)}>${texts.onward}</button>
      </nav>`;
  }
}
