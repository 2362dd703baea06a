// URLs from which pages without a bundler load the element.

/** Version in package.json. */
export const VERSION = '0.1.0';

/**
 * URL of the file with engine and element on an npm CDN. It contains the exact version, so its contents never change.
 */
export const SCRIPT_ADDRESS = `https://cdn.jsdelivr.net/npm/attention-spotlight@${VERSION}/dist/engine/attention-spotlight.js`;

/** Precedes code to paste: without a declared encoding, a page would show garbled characters. */
export const CHARSET = '<meta charset="utf-8" />\n';

/** Folder of a built page from which other pages can load the element; null: only the CDN provides it. */
let folder: URL | null = null;

/** Declares that other pages can load the element from this page's folder. */
export function servesElement(): void {
  folder = new URL('.', location.href);
}

/** URL of a file that this page provides for other pages; null if it provides none. */
const served = (file: string): string | null => folder && new URL(file, folder).href;

/** URL of the self-contained script, which works on a server and from disk. */
export const servedScript = (): string | null => served('attention-spotlight.js');

/** URL of the page that other pages embed as an iframe. */
export const servedFrame = (): string | null => served('embed.html');
