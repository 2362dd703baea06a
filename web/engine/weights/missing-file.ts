// A file that is not there, as opposed to one that could not be read.

export class MissingFileError extends Error {}

/** Whether an error, or what it was caused by, is that a file is not there. */
export const isMissing = (error: unknown): boolean =>
  error instanceof MissingFileError || (error instanceof Error && error.cause !== undefined && isMissing(error.cause));
