// Bottom sheet: on a narrow screen, the results of a stage are in a sheet above the player, opened by dragging its handle or by
// keyboard. On a wide screen they are part of the panel.
import { html, type TemplateResult } from 'lit';

const MIN_HEIGHT = 60; // minimum height in pixels
const MIN_SWIPE = 24; // pixels; a shorter movement is a tap

const isOpen = (handle: HTMLElement): boolean => handle.ariaExpanded === 'true';

/** The handle holds its state itself; it is not part of the element's state. */
function setOpen(handle: HTMLElement, open: boolean): void {
  if (open) keepInside(handle);
  handle.ariaExpanded = String(open);
}

/** Limits the sheet to the space above its handle if only the top of the element is visible. */
function keepInside(handle: HTMLElement): void {
  const facts = handle.nextElementSibling as HTMLElement;
  const { host } = handle.getRootNode() as ShadowRoot;
  const room = handle.getBoundingClientRect().top - host.getBoundingClientRect().top;
  facts.style.maxHeight = `${Math.max(MIN_HEIGHT, room)}px`;
}

/** Start position of the pointer, and whether it has swiped since. The click that ends a swipe is ignored. */
interface Swipe {
  y: number;
  done: boolean;
}

const swipes = new WeakMap<EventTarget, Swipe>();

const handleOf = (event: Event): HTMLElement => event.currentTarget as HTMLElement;

function down(event: PointerEvent): void {
  swipes.set(handleOf(event), { y: event.clientY, done: false });
  handleOf(event).setPointerCapture(event.pointerId);
}

function move(event: PointerEvent): void {
  const handle = handleOf(event);
  const swipe = swipes.get(handle);
  if (!swipe || swipe.done || Math.abs(event.clientY - swipe.y) < MIN_SWIPE) return;
  swipe.done = true;
  setOpen(handle, event.clientY < swipe.y);
}

function click(event: Event): void {
  const handle = handleOf(event);
  const swiped = swipes.get(handle)?.done ?? false;
  swipes.delete(handle);
  if (!swiped) setOpen(handle, !isOpen(handle));
}

/**
 * @param label summary of the content in one line
 * @param isEmpty true if the label is all of the content, so that there is nothing to open
 */
export const sheet = (label: string, content: unknown, isEmpty: boolean): TemplateResult => html`
  <div class="sheet">
    <div class="sheet-body">
      <button
        class="handle"
        aria-expanded="false"
        ?disabled=${isEmpty}
        @pointerdown=${down}
        @pointermove=${move}
        @click=${click}
      >
        <span>${label}</span>
      </button>
      ${content}
    </div>
  </div>
`;
