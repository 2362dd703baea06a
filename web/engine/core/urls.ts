// Checks URLs of files that callers pass.
import { describe, isA } from './checks.js';

/** Location of files: their folder, or a function from file name to URL. */
export type FilesUrl = string | URL | ((file: string) => string | URL);

/**
 * Checks that a value is a URL or a string, and returns the URL. A relative one is resolved against the page's URL.
 * @param accepted accepted types, for the error message
 * @throws TypeError that names the argument
 */
export function expectUrl(name: string, value: unknown, accepted = 'a URL'): URL {
  if (typeof value !== 'string' && !isA(value, URL)) {
    throw new TypeError(`${name}: expected ${accepted}, got ${describe(value)}`);
  }
  try {
    return new URL(value, globalThis.document?.baseURI ?? globalThis.location?.href);
  } catch {
    throw new TypeError(`${name}: expected a valid URL, got ${describe(value)}`);
  }
}

/** URL of a file within the folder, or from the function, that a caller has passed as the location of files. */
export function urlIn(name: string, files: unknown, file: string): URL {
  if (typeof files === 'function') return expectUrl(name, (files as (file: string) => unknown)(file));
  const folder = expectUrl(name, files, 'a URL, a string or a function');
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  return new URL(file, folder);
}
