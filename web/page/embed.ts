// The element in a frame of another page. Its state is its address. It tells its host its height and its state, and takes
// a state from its host.
import { AttentionSpotlight } from '../element/index.js';
import { readAddress } from '../element/state/address.js';
import { fromQuery, initialState, toQuery } from '../element/state/properties.js';
import { isFromHost } from '../embed/messages.js';

const found = document.querySelector('attention-spotlight');
if (!(found instanceof AttentionSpotlight)) throw new Error('the page has no <attention-spotlight>');
const spotlight = found;

const given = readAddress(location);
spotlight.state = (given instanceof Promise ? await given : given) ?? {};
window.addEventListener('hashchange', () => {
  void (async () => {
    const state = await readAddress({ search: '', hash: location.hash });
    if (state) spotlight.state = { ...initialState(), ...state };
  })();
});

/** The page that embeds this one; null until it is known: a referrer policy may hide it. */
let hostOrigin = document.referrer === '' ? null : new URL(document.referrer).origin;

/** Anyone may know that this is Spotlight, and its height; the state is posted only to a known host. */
function post(message: Readonly<Record<string, unknown>>): void {
  if (window.parent === window) return;
  window.parent.postMessage({ from: 'attention-spotlight', ...message }, hostOrigin ?? '*');
}

const postHeight = () => post({ height: Math.ceil(spotlight.getBoundingClientRect().height) });
const postState = () => {
  if (hostOrigin !== null) post({ query: toQuery(spotlight.state) });
};

new ResizeObserver(postHeight).observe(spotlight);
spotlight.addEventListener('statechange', postState);
window.addEventListener('message', ({ source, origin, data }) => {
  // The parent is the page that embeds this one, and browsers vouch for its origin. One without an origin stays unknown.
  if (source !== window.parent || source === window || origin === 'null' || !isFromHost(data)) return;
  hostOrigin = origin;
  if (data.query !== undefined) spotlight.state = fromQuery(data.query);
  else {
    postHeight();
    postState();
  }
});
post({}); // a host that waits for this introduces itself
