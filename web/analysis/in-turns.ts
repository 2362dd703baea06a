// Runs long analyses in parts, so that the page stays responsive.
import { EventLoop } from '../engine/core/event-loop.js';

/**
 * Computes the parts of an analysis one after another. Before each part, the event loop handles queued events, such as
 * an abort or a repaint.
 * @throws the signal's reason if aborted
 */
export async function inTurns<Part>(
  parts: Iterable<Part>,
  compute: (part: Part) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const events = new EventLoop();
  try {
    for (const part of parts) {
      await events.yield();
      signal?.throwIfAborted();
      compute(part);
    }
  } finally {
    events.close();
  }
}
