// Frees memory immediately. The garbage collector would otherwise keep up to a few hundred megabytes of unused memory.
import type { Bytes } from './reading.js';

/** A message port whose other end is closed: data that is sent there is discarded. */
let sink: MessagePort | undefined;

/** Frees the memory of an unused array, whose length becomes 0. */
export function free({ buffer }: Bytes): void {
  if (!sink) {
    const { port1, port2 } = new MessageChannel();
    port2.close();
    sink = port1;
  }
  sink.postMessage(null, [buffer]);
}
