// Pauses in long computations, in which the event loop runs, so that they do not block the page.

/**
 * Node's `setImmediate`, by which long computations yield to the event loop; undefined in browsers. Node's message
 * channels are unsuitable, because they deliver up to a thousand messages before timers run.
 */
const { setImmediate } = globalThis as { setImmediate?: (callback: (value?: unknown) => void) => unknown };

/** Pauses a computation until all queued events are handled: rendering, input, abort signals. */
export class EventLoop {
  #channel: MessageChannel | null = null;

  yield(): Promise<unknown> {
    if (setImmediate) return new Promise((resolve) => setImmediate(resolve));
    const { port1, port2 } = (this.#channel ??= new MessageChannel());
    return new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  }

  close(): void {
    this.#channel?.port1.close();
  }
}
