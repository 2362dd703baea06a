// Results as files, and the hash of the model's file. Blobs cross the border without being copied.
import { attentionWeights, exportResult, type ExportFormat } from '../../analysis/index.js';
import { factsOf } from '../../analysis/export/model-facts.js';
import type { ViewName } from '../views.js';
import type { Context, Inspected } from './inspected.js';

export interface ExportArgument {
  /** The result of a view, or the weights of all attentions. */
  readonly what: ViewName | 'attention';
  readonly format: ExportFormat;
  /** Name of the model. */
  readonly name: string;
}

/** @throws Error if it is not computed; RangeError if it is too large for the format */
export async function exported(
  inspected: Inspected,
  { what, format, name }: ExportArgument,
  { signal, report }: Context,
): Promise<Blob> {
  const options = { signal, onProgress: report };
  const result = what === 'attention' ? await attentionWeights(inspected.run, { signal }) : inspected.resultOf(what);
  return new Blob([await exportResult(result, inspected.model, format, { name, ...options })]);
}

/** SHA-256 of the first file of weights; null: it is not at hand. */
export async function identify(
  { model: { precision, files } }: Inspected,
  _: null,
  { signal, report }: Context,
): Promise<string | null> {
  const first = files.slice(0, 1); // files of weights are first
  const facts = await factsOf({ precision, files: first }, { signal, onProgress: report });
  return facts.files[0]?.sha256 ?? null;
}
