// Files that results are saved as.
import type { ExportFormat } from '../analysis/index.js';

/** Formats of numbers, and of the weights of all attentions, which are too many for a text. */
export const NUMBER_FORMATS = ['csv', 'json', 'npz'] as const satisfies readonly ExportFormat[];
export const ATTENTION_FORMATS = ['npz', 'safetensors'] as const satisfies readonly ExportFormat[];

/** Name of a file: characters that a file system may refuse become dashes. */
export function fileNameOf(model: string, what: string, extension: string): string {
  const name = model.replace(/^https?:\/\//, '').replace(/[^\p{L}\p{N}._]+/gu, '-');
  return [name.replace(/^[-.]+|-+$/g, ''), what].filter((part) => part !== '').join('-') + `.${extension}`;
}
