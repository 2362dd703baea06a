// Note that explains a term of the glossary, beside the button that the user has pressed.
import { html, render } from 'lit';
import { noteStyles } from './styles/term-note.js';
import { TERMS, type Glossary, type TermName } from '../locales/glossary.js';

/** Distance in pixels between a term and its note, and between the note and the edge of the window. */
const [GAP, EDGE] = [6, 12];

/**
 * For each button of a term, the time at which its note was last closed. Pressing the button of an open note closes the
 * note before the button receives its click event, which must not open the note again.
 */
const closedAt = new WeakMap<HTMLButtonElement, number>();
const SAME_PRESS = 400; // milliseconds within which the closing and the click belong to the same press

/** Positions the note below its term, or above it if there is no room. */
function place(note: HTMLElement, button: HTMLElement): void {
  const term = button.getBoundingClientRect();
  const { width, height } = note.getBoundingClientRect();
  const below = term.bottom + GAP;
  const top = below + height + EDGE > innerHeight ? Math.max(EDGE, term.top - GAP - height) : below;
  const left = Math.max(EDGE, Math.min(term.left, innerWidth - EDGE - width));
  Object.assign(note.style, { top: `${top}px`, left: `${left}px` });
}

/**
 * Shows a note with the definition of a term and a link, until the user clicks elsewhere, scrolls or presses Escape.
 */
export function explainTerm(
  button: HTMLButtonElement,
  glossary: Glossary,
  name: TermName,
  openStep: (step: string) => (() => void) | null,
): void {
  if (performance.now() - (closedAt.get(button) ?? -Infinity) < SAME_PRESS) return;
  const { step, source }: { step?: string; source: string } = TERMS[name];
  const open = step === undefined ? null : openStep(step);
  const note = document.createElement('div');
  Object.assign(note, { popover: 'auto', className: 'term-note', role: 'note', tabIndex: -1, autofocus: true });
  const follow = () => {
    note.hidePopover();
    open?.();
  };
  const link = open
    ? html`<button class="link" @click=${follow}>${glossary.step}</button>`
    : html`<a href=${source} target="_blank" rel="noreferrer">${glossary.source}</a>`;
  render(
    html`<p>${glossary.terms[name].says}</p>
      <p>${link}</p>`,
    note,
  );
  const root = button.getRootNode() as ShadowRoot;
  const sheet = noteStyles.styleSheet!;
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  root.append(note);
  const hide = () => note.hidePopover();
  window.addEventListener('scroll', hide, { once: true, capture: true });
  note.addEventListener('beforetoggle', ({ newState }) => {
    if (newState !== 'closed') return;
    window.removeEventListener('scroll', hide, { capture: true });
    closedAt.set(button, performance.now());
    if (note.matches(':focus, :focus-within')) button.focus({ preventScroll: true });
  });
  note.addEventListener('toggle', ({ newState }) => {
    if (newState === 'closed') note.remove();
  });
  note.showPopover();
  place(note, button);
}
