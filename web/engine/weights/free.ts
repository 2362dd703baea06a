// Immediate release of memory, of which the garbage collector would otherwise keep up to a few hundred megabytes.
import type { Bytes } from './reading.js';

/** A port whose other end is closed, so that data sent there is discarded. */
let sink: MessagePort | undefined;

/** Frees the memory of unused bytes, which become an array of length 0. */
export function free({ buffer }: Bytes): void {
  if (!sink) {
    const { port1, port2 } = new MessageChannel();
    port2.close();
    sink = port1;
  }
  sink.postMessage(null, [buffer]);
}
