// Formats and names of exported files.
import type { ExportFormat } from '../analysis/index.js';

/** Formats of results, and of the attention weights of all layers, which are too many for text formats. */
export const NUMBER_FORMATS = ['csv', 'json', 'npz'] as const satisfies readonly ExportFormat[];
export const ATTENTION_FORMATS = ['npz', 'safetensors'] as const satisfies readonly ExportFormat[];

/** File name. Characters that a file system may not allow become dashes. */
export function fileNameOf(model: string, what: string, extension: string): string {
  const name = model.replace(/^https?:\/\//, '').replace(/[^\p{L}\p{N}._]+/gu, '-');
  return [name.replace(/^[-.]+|-+$/g, ''), what].filter((part) => part !== '').join('-') + `.${extension}`;
}
