// Long analyses, a part at a time.
import { EventLoop } from '../engine/core/event-loop.js';

/**
 * Computes the parts one after the other. Before each, queued events are handled, such as an abort or a repaint.
 * @throws the signal's reason, once it is aborted
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
