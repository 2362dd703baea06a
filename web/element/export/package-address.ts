// URLs from which pages without a bundler load the element.

/** The package's version, as in package.json. */
export const VERSION = '0.1.0';

/**
 * URL, on an npm CDN, of the file that contains engine and element. It names the exact version, so the file never
 * changes.
 */
export const SCRIPT_ADDRESS = `https://cdn.jsdelivr.net/npm/attention-spotlight@${VERSION}/dist/engine/attention-spotlight.js`;

/** Precedes code to paste: a page without a declared encoding shows garbled characters. */
export const CHARSET = '<meta charset="utf-8" />\n';

/** Folder of the built page from which other pages can load the element; null if only the CDN provides it. */
let folder: URL | null = null;

/** Declares that other pages can load the element from this page's folder. */
export function servesElement(): void {
  folder = new URL('.', location.href);
}

/** URL of a file that the built page provides for other pages; null if there is none. */
const served = (file: string): string | null => folder && new URL(file, folder).href;

/** URL of the self-contained script of the element, which works on a server and from disk. */
export const servedScript = (): string | null => served('attention-spotlight.js');

/** URL of the page that other pages embed as an iframe. */
export const servedFrame = (): string | null => served('embed.html');
