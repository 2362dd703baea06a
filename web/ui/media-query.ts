/**
 * Returns a media query; null in the DOMs of unit tests (jsdom, happy-dom), which lack matchMedia, since the element
 * must not throw an error in the tests of a page that uses it.
 */
export const mediaQuery = (query: string): MediaQueryList | null =>
  typeof globalThis.matchMedia === 'function' ? matchMedia(query) : null;
