// Detects printing, by the browser's events and by the media type `print`, which developer tools can emulate.
import { mediaQuery } from './media-query.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

const EVENTS = ['beforeprint', 'afterprint'] as const;

export class Printing implements ReactiveController {
  readonly #print = mediaQuery('print');
  readonly #changed: (isPrinting: boolean) => void;

  /**
   * @param changed called when printing begins or ends; synchronously, since the browser prints the page as it is after
   *   the event handlers
   */
  constructor(host: ReactiveControllerHost, changed: (isPrinting: boolean) => void) {
    this.#changed = changed;
    host.addController(this);
  }

  readonly #onEvent = ({ type }: Event): void =>
    this.#changed(type === 'beforeprint' || (type === 'change' && this.#print!.matches));

  hostConnected(): void {
    this.#print?.addEventListener('change', this.#onEvent);
    for (const event of EVENTS) window.addEventListener(event, this.#onEvent);
  }

  hostDisconnected(): void {
    this.#print?.removeEventListener('change', this.#onEvent);
    for (const event of EVENTS) window.removeEventListener(event, this.#onEvent);
  }
}
