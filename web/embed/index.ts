// `import { connectFrame } from 'attention-spotlight/embed'`: for a page that shows Spotlight in a frame.
import { isFromFrame, type FromHost } from './messages.js';

export type { FromFrame, FromHost } from './messages.js';

const MAX_HEIGHT = 20_000; // pixels

export interface ConnectedFrame {
  /** Shows a state, given as the query part of an address. */
  show: (query: string) => void;
  /** Stops listening. */
  disconnect: () => void;
}

/**
 * Fits a frame's height to its content and reports its state.
 * @param frame an iframe whose src is the `embed.html` of a Spotlight page; messages of any other origin are ignored
 * @param onState called with the state, as the query part of an address, whenever it changes
 */
export function connectFrame(frame: HTMLIFrameElement, onState?: (query: string) => void): ConnectedFrame {
  const { origin } = new URL(frame.src, document.baseURI);
  const listen = ({ source, origin: sender, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow || sender !== origin || !isFromFrame(data)) return;
    if (data.height !== undefined) frame.style.height = `${Math.min(MAX_HEIGHT, Math.max(0, data.height))}px`;
    if (data.query !== undefined) onState?.(data.query);
  };
  window.addEventListener('message', listen);
  return {
    show: (query) => {
      const message: FromHost = { to: 'attention-spotlight', query };
      frame.contentWindow?.postMessage(message, origin);
    },
    disconnect: () => window.removeEventListener('message', listen),
  };
}
