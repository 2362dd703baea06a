// The element in a frame of another page. Its state is its address. It tells its host its height and its state, and takes
// a state from its host.
import { AttentionSpotlight } from '../element/index.js';
import { fromQuery, toQuery } from '../element/state/properties.js';
import { isFromHost } from '../embed/messages.js';

const spotlight = document.querySelector('attention-spotlight');
if (!(spotlight instanceof AttentionSpotlight)) throw new Error('the page has no <attention-spotlight>');
spotlight.state = fromQuery(location.search);

/** The page that embeds this one; null where its referrer policy hides it. */
const hostOrigin = document.referrer === '' ? null : new URL(document.referrer).origin;

function post(message: Readonly<Record<string, unknown>>): void {
  if (window.parent === window) return;
  // Anyone may know the height; the state is posted only to a known host.
  window.parent.postMessage({ from: 'attention-spotlight', ...message }, hostOrigin ?? '*');
}

new ResizeObserver(() => post({ height: Math.ceil(spotlight.getBoundingClientRect().height) })).observe(spotlight);
spotlight.addEventListener('statechange', () => {
  if (hostOrigin !== null) post({ query: toQuery(spotlight.state) });
});
window.addEventListener('message', ({ source, origin, data }) => {
  if (source === window.parent && origin === hostOrigin && isFromHost(data)) spotlight.state = fromQuery(data.query);
});
