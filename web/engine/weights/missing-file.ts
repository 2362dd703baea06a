// Detects errors about files that do not exist, as opposed to files that cannot be read.

/**
 * True if the cause of an error is a missing file, according to Node or to a server's response. Error classes are not
 * compared, since they differ between copies of this module.
 */
export function isMissing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, status, cause } = error as { code?: unknown; status?: unknown; cause?: unknown };
  return code === 'ENOENT' || status === 404 || status === 410 || isMissing(cause);
}
