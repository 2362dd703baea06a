// Functions for reading files: JSON contents and error messages.
import { describe } from './checks.js';

/**
 * Message of an error from any JavaScript realm. `instanceof Error` would miss errors of another realm, such as those
 * of test runners.
 */
export const messageOf = (error: unknown): string => {
  const message: unknown = (error as { message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' ? message : describe(error);
};

/**
 * Parses the contents of a JSON file.
 * @throws TypeError that names the file if it is not JSON in UTF-8
 */
export function parseJson(name: string, bytes: AllowSharedBufferSource): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new TypeError(`${name}: expected valid JSON`);
  }
}
