// Exports the element's content in a chosen format, as a file or to the clipboard. This module is loaded on demand,
// together with the formats.
import { saveFile } from '../../ui/save-file.js';
import { takeSnapshot, type SnapshotInput } from './snapshot.js';
import { whenArrived } from '../source/answer.js';
import type { Exported, ExportFormat, ExportJob } from './formats/format.js';
import type { Messages } from '../../locales/index.js';

async function deliver(
  { export: texts }: Messages,
  { name: format }: ExportFormat,
  exported: Exported,
): Promise<string> {
  if ('clipboard' in exported) {
    await navigator.clipboard.writeText(exported.clipboard);
    return format === 'link' ? texts.copied : texts.pasteCode;
  }
  const name = `spotlight.${exported.extension}`;
  saveFile(name, exported.file);
  return texts.saved(name);
}

/**
 * Exports a snapshot of the element.
 * @returns a message for the user about the result; '' if there was nothing to export
 */
export async function exportAs(format: ExportFormat, input: SnapshotInput, job: ExportJob): Promise<string> {
  const snapshot = await whenArrived(() => takeSnapshot(input));
  return snapshot ? deliver(snapshot.texts, format, await whenArrived(() => format.export(snapshot, job))) : '';
}
