// Exports results as files, and hashes the model's weight file. Blobs are passed to the page without copying their
// contents.
import { attentionWeights, exportResult, type ExportFormat } from '../../analysis/index.js';
import { factsOf } from '../../analysis/export/model-facts.js';
import type { ViewName } from '../views.js';
import type { Context, Inspected } from './inspected.js';

export interface ExportArgument {
  /** The exported result: that of a view, or 'attention' for all attention weights. */
  readonly what: ViewName | 'attention';
  readonly format: ExportFormat;
  readonly name: string;
}

/**
 * Exports a result.
 * @throws Error if the result has not been computed; RangeError if it is too large for the format
 */
export async function exported(
  inspected: Inspected,
  { what, format, name }: ExportArgument,
  { signal, report }: Context,
): Promise<Blob> {
  const options = { signal, onProgress: report };
  const result = what === 'attention' ? await attentionWeights(inspected.run, { signal }) : inspected.resultOf(what);
  return new Blob([await exportResult(result, inspected.model, format, { name, ...options })]);
}

/** SHA-256 of the model's first weight file; null if it was read over the network. */
export async function identify(
  { model: { precision, files } }: Inspected,
  _: null,
  { signal, report }: Context,
): Promise<string | null> {
  const first = files.slice(0, 1); // weight files come first in the list
  const facts = await factsOf({ precision, files: first }, { signal, onProgress: report });
  return facts.files[0]?.sha256 ?? null;
}
