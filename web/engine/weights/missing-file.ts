// Detects files that do not exist, as opposed to files that cannot be read.

/**
 * True if a cause of the error is Node's error for a missing file, or a server's response. Classes are not compared,
 * since they differ between copies of this module.
 */
export function isMissing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, status, cause } = error as { code?: unknown; status?: unknown; cause?: unknown };
  return code === 'ENOENT' || status === 404 || status === 410 || isMissing(cause);
}
