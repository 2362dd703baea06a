// URLs from which pages without a bundler load the element.

/** The package's version, as in package.json. */
export const VERSION = '0.1.0';

/**
 * URL, on an npm CDN, of the file that contains engine and element. It names the exact version, so the file never
 * changes.
 */
export const SCRIPT_ADDRESS = `https://cdn.jsdelivr.net/npm/attention-spotlight@${VERSION}/dist/engine/attention-spotlight.js`;

/** Encoding declaration before code that users paste into a page, since a page without one shows garbled characters. */
export const CHARSET = '<meta charset="utf-8" />\n';

/** URL of the folder from which other pages can load the element's files; null if only the CDN provides them. */
let folder: URL | null = null;

/** Declares that other pages can load the element's files from this page's folder. */
export function servesElement(): void {
  folder = new URL('.', location.href);
}

/** URL of a file beside the built page that other pages can load; null if this page does not serve the element. */
const served = (file: string): string | null => folder && new URL(file, folder).href;

/**
 * URL of the element's self-contained script on this page's server, which also works on pages opened from disk; null if
 * this page does not serve the element.
 */
export const servedScript = (): string | null => served('attention-spotlight.js');

/** URL of the page that shows the element in an iframe on other pages; null if this page does not serve the element. */
export const servedFrame = (): string | null => served('embed.html');
