// A file that is not there, as opposed to one that could not be read.

/** Known by the error's causes: Node's error, or a server's answer. Classes would differ between copies of this module. */
export function isMissing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, status, cause } = error as { code?: unknown; status?: unknown; cause?: unknown };
  return code === 'ENOENT' || status === 404 || status === 410 || isMissing(cause);
}
