// Media queries where there are any: the DOMs of unit tests (jsdom, happy-dom) have no screen, and lack some of a browser's
// interfaces. A tag in somebody's test must not fail for that; nothing is shown there.

/** Null without media queries. */
export const mediaQuery = (query: string): MediaQueryList | null =>
  typeof globalThis.matchMedia === 'function' ? matchMedia(query) : null;
