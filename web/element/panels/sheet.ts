// Bottom sheet. On a narrow screen, a stage's results are in a sheet above the player, which opens by dragging its
// handle or by keyboard. On a wide screen they are part of the panel.
import { html, type TemplateResult } from 'lit';

const MIN_HEIGHT = 60; // minimum height in pixels
const MIN_SWIPE = 24; // pixels; a shorter pointer movement is a tap

const isOpen = (handle: HTMLElement): boolean => handle.ariaExpanded === 'true';

/**
 * Opens or closes the bottom sheet. The handle's aria-expanded attribute holds this state; it is not part of the
 * element's state.
 */
function setOpen(handle: HTMLElement, open: boolean): void {
  if (open) keepInside(handle);
  handle.ariaExpanded = String(open);
}

/** Limits the sheet's height to the space above its handle, when only the top of the element is visible. */
function keepInside(handle: HTMLElement): void {
  const facts = handle.nextElementSibling as HTMLElement;
  const { host } = handle.getRootNode() as ShadowRoot;
  const room = handle.getBoundingClientRect().top - host.getBoundingClientRect().top;
  facts.style.maxHeight = `${Math.max(MIN_HEIGHT, room)}px`;
}

/**
 * Drag on the handle: where it began, in CSS pixels, and true if it has become a swipe. The click that ends a swipe is
 * ignored.
 */
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
 * Renders the bottom sheet.
 * @param label summary of the content in one line
 * @param isEmpty true if there is no content beyond the label, so that the sheet cannot be opened
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
