// Contents of a file, and the reason why it could not be read.
import { describe } from './checks.js';

/** The message of an error of any realm: test runners have errors of their own. */
export const messageOf = (error: unknown): string => {
  const message: unknown = (error as { message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' ? message : describe(error);
};

/** @throws TypeError that names the file if it is no JSON in UTF-8 */
export function parseJson(name: string, bytes: AllowSharedBufferSource): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new TypeError(`${name}: expected valid JSON`);
  }
}
