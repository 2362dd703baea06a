// Memory that is freed at once. The garbage collector waits for it until there are some hundred megabytes.
import type { Bytes } from './reading.js';

/** A port whose other end is closed: what is sent there, nobody has. */
let sink: MessagePort | undefined;

/** Frees the memory of bytes that nobody reads any more: they become an array of length 0. */
export function free({ buffer }: Bytes): void {
  if (!sink) {
    const { port1, port2 } = new MessageChannel();
    port2.close();
    sink = port1;
  }
  sink.postMessage(null, [buffer]);
}
