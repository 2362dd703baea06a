// Console messages that the package may not cause on somebody's page.

/** Lit's own greeting in a development server: it is about the page's Lit, and the page's to switch off. */
const LIT_GREETING = /^Lit is in dev mode\. Not recommended for production!/;

/** @param message of Playwright's event 'console' */
export const isNoise = (message) => ['error', 'warning'].includes(message.type()) && !LIT_GREETING.test(message.text());
