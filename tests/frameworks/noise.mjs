/**
 * Warning that Lit itself logs in development builds. It concerns the page's copy of Lit, and only the page can turn it
 * off, so that it does not count as noise of the package.
 */
const LIT_GREETING = /^Lit is in dev mode\. Not recommended for production!/;

/**
 * Tells whether a console message is one that the package must not cause on a page: an error or a warning.
 * @param message message of Playwright's event 'console'
 */
export const isNoise = (message) => ['error', 'warning'].includes(message.type()) && !LIT_GREETING.test(message.text());
