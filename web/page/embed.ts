// The page in a frame of another page: its state is its address; it tells its host how high it is and what changed, and
// takes a state from its host.
import { AttentionSpotlight } from '../element/index.js';
import { fromQuery, toQuery } from '../element/properties.js';
import { isFromHost } from '../embed/messages.js';

const spotlight = document.querySelector('attention-spotlight');
if (!(spotlight instanceof AttentionSpotlight)) throw new Error('the page has no element to show');
spotlight.state = fromQuery(location.search);

/** The page that this one is a part of, as the browser tells it; unknown where that page keeps it to itself. */
const hostOrigin = document.referrer === '' ? null : new URL(document.referrer).origin;

function tell(message: Readonly<Record<string, unknown>>): void {
  if (window.parent === window) return;
  // A height is no secret; the state goes to the host alone.
  window.parent.postMessage({ from: 'attention-spotlight', ...message }, hostOrigin ?? '*');
}

new ResizeObserver(() => tell({ height: Math.ceil(spotlight.getBoundingClientRect().height) })).observe(spotlight);
spotlight.addEventListener('statechange', () => {
  if (hostOrigin !== null) tell({ query: toQuery(spotlight.state) });
});
window.addEventListener('message', ({ source, origin, data }) => {
  if (source === window.parent && origin === hostOrigin && isFromHost(data)) spotlight.state = fromQuery(data.query);
});
