// The module 'attention-spotlight/embed', for pages that embed Spotlight in an iframe.
import { describe, expectString } from '../engine/core/checks.js';
import { isFromFrame, type FromHost, type StepResult } from './messages.js';

export type { FromFrame, FromHost, StepResult } from './messages.js';

const MAX_HEIGHT = 20_000; // maximum height in pixels

export interface ConnectedFrame {
  /**
   * Makes the page in the frame show a state.
   * @param query the state, as the query of a URL
   */
  show: (query: string) => void;
  /** Stops listening to messages from the frame. */
  disconnect: () => void;
}

/**
 * Connects a page with the Spotlight page in an iframe: fits the iframe's height to its content, and reports its state.
 * The frame learns this page's origin from a message, since it reports its state only to a page that it knows.
 * @param frame an iframe whose src is the `embed.html` of a Spotlight page; messages of any other origin are ignored
 * @param onState called with the state, as the query of a URL, when the frame is connected and whenever the state
 *   changes
 * @param onResult called when the learner completes the task of a course step, with the result for a learning platform
 * @throws TypeError that names the argument
 */
export function connectFrame(
  frame: HTMLIFrameElement,
  onState?: (query: string) => void,
  onResult?: (result: StepResult) => void,
): ConnectedFrame {
  const origin = originOf(frame);
  for (const [name, callback] of Object.entries({ onState, onResult })) {
    if (callback !== undefined && typeof callback !== 'function') {
      throw new TypeError(`${name}: expected a function, got ${describe(callback)}`);
    }
  }
  /** Sends a message to the frame. A message without a state only introduces this page. */
  const post = (message: Omit<FromHost, 'to'>) =>
    frame.contentWindow?.postMessage({ to: 'attention-spotlight', ...message } satisfies FromHost, origin);
  const listen = ({ source, origin: sender, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow || sender !== origin || !isFromFrame(data)) return;
    const { height, query, result } = data;
    if (height === undefined && query === undefined && result === undefined) post({}); // the frame has just loaded
    if (height !== undefined) frame.style.height = `${Math.min(MAX_HEIGHT, Math.max(0, height))}px`;
    if (query !== undefined) onState?.(query);
    if (result !== undefined) onResult?.(result);
  };
  window.addEventListener('message', listen);
  if (isLoaded(frame)) post({});
  return {
    show: (query) => post({ query: expectString('query', query) }),
    disconnect: () => window.removeEventListener('message', listen),
  };
}

/**
 * Origin of the page in an iframe. The check of the argument avoids instanceof, since the iframe may belong to another
 * document.
 */
function originOf(frame: unknown): string {
  const { localName, src } = (frame ?? {}) as Partial<HTMLIFrameElement>;
  if (localName !== 'iframe') throw new TypeError(`frame: expected an iframe, got ${describe(frame)}`);
  try {
    return new URL(src!).origin;
  } catch {
    throw new TypeError(`frame.src: expected the address of an embed.html, got ${describe(src)}`);
  }
}

/**
 * True if an iframe has left its initial about:blank page. The document of another origin cannot be accessed, which
 * also shows that the frame has left it.
 */
const isLoaded = ({ contentDocument }: HTMLIFrameElement): boolean => contentDocument?.URL !== 'about:blank';
