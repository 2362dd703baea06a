/**
 * A media query; null in the DOMs of unit tests (jsdom, happy-dom), which lack matchMedia. The element must not throw
 * an error in a user's tests.
 */
export const mediaQuery = (query: string): MediaQueryList | null =>
  typeof globalThis.matchMedia === 'function' ? matchMedia(query) : null;
