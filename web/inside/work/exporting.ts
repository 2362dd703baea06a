// Worker side of the exports: writes results to files, and hashes the model's weight file. The files are Blobs, whose
// contents are not copied when they are sent to the page.
import { attentionWeights, exportResult, type ExportFormat } from '../../analysis/index.js';
import { factsOf } from '../../analysis/export/model-facts.js';
import type { ViewName } from '../views.js';
import type { Context, Inspected } from './inspected.js';

export interface ExportArgument {
  /** The result to export: that of the named view, or 'attention' for the attention weights of all layers. */
  readonly what: ViewName | 'attention';
  readonly format: ExportFormat;
  readonly name: string;
}

/**
 * Exports a result to a file.
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
