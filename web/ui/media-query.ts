// Media queries that tolerate the DOMs of unit tests (jsdom, happy-dom), which lack matchMedia. The element must not
// throw in a user's tests.

/** Null if media queries are unavailable. */
export const mediaQuery = (query: string): MediaQueryList | null =>
  typeof globalThis.matchMedia === 'function' ? matchMedia(query) : null;
