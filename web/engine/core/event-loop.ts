// Yielding to the event loop, for long work that must not block the page.

/** Resolves after all events that are queued now: drawing, input, abort signals. */
export class EventLoop {
  #channel: MessageChannel | null = null;

  yield(): Promise<unknown> {
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
