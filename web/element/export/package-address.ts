// URLs from which pages without a bundler load the element.

/** Version in package.json. */
export const VERSION = '0.1.0';

/** Engine and element in one file on an npm CDN; the exact version never changes. */
export const SCRIPT_ADDRESS = `https://cdn.jsdelivr.net/npm/attention-spotlight@${VERSION}/dist/engine/attention-spotlight.js`;

/** Precedes code to paste: without a declared encoding, a page would show garbled characters. */
export const CHARSET = '<meta charset="utf-8" />\n';

/** Folder of a built page that serves the element to other pages; null: only the CDN does. */
let folder: URL | null = null;

/** Declares that this page serves the element to other pages from its own folder. */
export function servesElement(): void {
  folder = new URL('.', location.href);
}

/** URL of a file that this page serves to others; null if it serves none. */
const served = (file: string): string | null => folder && new URL(file, folder).href;

/** The self-contained script, for any page on a server or on disk. */
export const servedScript = (): string | null => served('attention-spotlight.js');

/** The page that others embed as an iframe. */
export const servedFrame = (): string | null => served('embed.html');
