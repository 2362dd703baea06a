// `import { connectFrame } from 'attention-spotlight/embed'`: for a page that has Spotlight in a frame.
import { isFromFrame, type FromHost } from './messages.js';

export type { FromFrame, FromHost } from './messages.js';

const LARGEST = 20_000; // pixels that a frame may ask for

export interface ConnectedFrame {
  /** Shows a state, given as the query part of an address. */
  show: (query: string) => void;
  /** Listens no longer. */
  disconnect: () => void;
}

/**
 * Makes a frame as high as what is in it, and tells of its state.
 * @param frame an iframe whose src is `embed.html` of some Spotlight; messages of any other origin are not listened to
 * @param onState is called with the state as the query part of an address whenever it changes
 */
export function connectFrame(frame: HTMLIFrameElement, onState?: (query: string) => void): ConnectedFrame {
  const { origin } = new URL(frame.src, document.baseURI);
  const listen = ({ source, origin: sender, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow || sender !== origin || !isFromFrame(data)) return;
    if (data.height !== undefined) frame.style.height = `${Math.min(LARGEST, Math.max(0, data.height))}px`;
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
