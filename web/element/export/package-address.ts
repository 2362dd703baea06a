// Addresses from which pages without a bundler load the element.

/** Version in package.json. */
export const VERSION = '0.1.0';

/** Engine and element in one file, as a CDN for npm packages has it: an exact version never changes. */
export const SCRIPT_ADDRESS = `https://cdn.jsdelivr.net/npm/attention-spotlight@${VERSION}/dist/engine/attention-spotlight.js`;

/** Declaration before code to paste: a page that declares no encoding would show other letters. */
export const CHARSET = '<meta charset="utf-8" />\n';

/** The folder of a built page that serves the element to other pages; null: nobody does but the CDN. */
let folder: URL | null = null;

/** Says that the page in which the element stands serves it to others too, from its own folder. */
export function servesElement(): void {
  folder = new URL('.', location.href);
}

/** The address of a file that the page serves to others; null: it serves none. */
const served = (file: string): string | null => folder && new URL(file, folder).href;

/** The script with everything inside, for any page on a server or on a disk. */
export const servedScript = (): string | null => served('attention-spotlight.js');

/** The page that others show in a frame. */
export const servedFrame = (): string | null => served('embed.html');
