// Entry point of embed.html, which shows the <attention-spotlight> element in an iframe of another page. The iframe's
// URL contains the state. The iframe reports its height and state to the host page, and accepts a state from it.
import { AttentionSpotlight } from '../element/index.js';
import { readAddress } from '../element/state/address.js';
import { servesElement } from '../element/export/package-address.js';
import { fromQuery, initialState, toQuery } from '../element/state/properties.js';
import { isFromHost, type StepResult } from '../embed/messages.js';
import { languageOf } from '../locales/index.js';

const isInside = new URLSearchParams(location.search).has('inside');
const found = document.querySelector('attention-spotlight');
if (!(found instanceof AttentionSpotlight)) throw new Error('the page has no <attention-spotlight>');
const spotlight = found;
const content = document.querySelector('main')!;
servesElement();

const given = readAddress(location);
const requested = (given instanceof Promise ? await given : given) ?? {};
document.documentElement.lang = languageOf(requested.lang ?? 'auto');
const inside = isInside ? await openView() : null;
if (!inside) spotlight.state = requested;
if (spotlight.chapter !== '') await openCourse();
window.addEventListener('hashchange', () => {
  void (async () => {
    const state = await readAddress({ search: '', hash: location.hash });
    if (state) spotlight.state = { ...initialState(state.lang), ...state };
  })();
});

/** Shows a view of “Look inside” instead of the <attention-spotlight> element. */
async function openView() {
  const { openInside } = await import('./embed-inside.js');
  return openInside(content, location.search, requested);
}

/** Shows the chapter of the course that the URL names; the other chapters are not available. */
async function openCourse(): Promise<void> {
  const [{ AttentionCourse, STEP_DONE }, { readPlace }] = await Promise.all([
    import('../course/attention-course.js'),
    import('../course/place.js'),
  ]);
  const place = readPlace(spotlight.chapter);
  if (!place) return;
  const course = new AttentionCourse();
  course.spotlight = spotlight;
  course.single = true;
  course.addEventListener(STEP_DONE, (event) => {
    if (hostOrigin !== null) post({ result: (event as CustomEvent<StepResult>).detail });
  });
  spotlight.before(course);
  // If the URL names a chapter without a stage, the chapter opens in its initial state.
  if (requested.stage === undefined) course.goTo(place);
}

/** Origin of the host page, which contains this iframe; null until it is known, since a referrer policy may hide it. */
let hostOrigin = document.referrer === '' ? null : new URL(document.referrer).origin;

/**
 * Posts a message to the host page. The page's first message and its height go to any origin, state and results only to
 * a known one.
 */
function post(message: Readonly<Record<string, unknown>>): void {
  if (window.parent === window) return;
  window.parent.postMessage({ from: 'attention-spotlight', ...message }, hostOrigin ?? '*');
}

const postHeight = () => post({ height: Math.ceil(content.getBoundingClientRect().height) });
const postState = () => {
  if (hostOrigin !== null) post({ query: inside?.query() ?? toQuery(spotlight.state) });
};

new ResizeObserver(postHeight).observe(content);
spotlight.addEventListener('statechange', postState);
inside?.onChange(postState);
window.addEventListener('message', ({ source, origin, data }) => {
  // Only the host page may send messages; the browser guarantees the origin that it states. A host page with an opaque
  // origin stays unknown.
  if (source !== window.parent || source === window || origin === 'null' || !isFromHost(data)) return;
  hostOrigin = origin;
  if (data.query !== undefined && inside) inside.show(data.query);
  else if (data.query !== undefined) spotlight.state = fromQuery(data.query);
  else {
    postHeight();
    postState();
  }
});
post({}); // a host page that waits for this message replies by introducing itself
