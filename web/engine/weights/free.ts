// Immediate release of memory, which the garbage collector would keep up to a few hundred megabytes.
import type { Bytes } from './reading.js';

/** A port whose other end is closed: data sent there is gone. */
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
