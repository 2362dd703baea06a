// Models that the user has stored in the browser (in its origin private file system), each in its own folder.
import type { PretrainedFiles } from '../engine/pretrained/load.js';

export interface KeptModel {
  readonly name: string;
  /** Total size of the model's files, in bytes. */
  readonly bytes: number;
}

const FOLDER = 'look-inside';

/** Name of a model's folder in the browser's storage: the model's name, with slashes and dots encoded. */
const folderName = (name: string): string => encodeURIComponent(name).replaceAll('.', '%2E');

type Entries = AsyncIterable<[name: string, entry: FileSystemHandle]>;

/** Lists the entries of a folder, through a method that TypeScript's declarations lack. */
const entriesOf = (folder: FileSystemDirectoryHandle): Entries =>
  (folder as unknown as { entries: () => Entries }).entries();

/** Root folder of the browser's storage for this origin; null if there is none, as on pages opened from disk. */
async function storage(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await navigator.storage.getDirectory();
  } catch {
    return null;
  }
}

/** Folder in the browser's storage that contains the folders of all models; null if there is no storage. */
async function folderOfAll(): Promise<FileSystemDirectoryHandle | null> {
  const root = await storage();
  return root ? root.getDirectoryHandle(FOLDER).catch(() => null) : null;
}

async function filesIn(folder: FileSystemDirectoryHandle): Promise<File[]> {
  const files: File[] = [];
  for await (const [, entry] of entriesOf(folder)) {
    if (entry.kind === 'file') files.push(await (entry as FileSystemFileHandle).getFile());
  }
  return files;
}

/** Models in the browser's storage, sorted by name; null if the browser has no storage. */
export async function keptModels(): Promise<readonly KeptModel[] | null> {
  if (!(await storage())) return null;
  const all = await folderOfAll();
  const models: KeptModel[] = [];
  for await (const [name, entry] of all ? entriesOf(all) : []) {
    const files = await filesIn(entry as FileSystemDirectoryHandle);
    models.push({ name: decodeURIComponent(name), bytes: files.reduce((sum, { size }) => sum + size, 0) });
  }
  return models.sort((a, b) => a.name.localeCompare(b.name));
}

/** Reads the files of a model in the browser's storage. @throws DOMException if there is no such model */
export async function filesOfKept(name: string): Promise<File[]> {
  const all = await folderOfAll();
  return all ? filesIn(await all.getDirectoryHandle(folderName(name))) : [];
}

export async function forget(name: string): Promise<void> {
  const all = await folderOfAll();
  await all?.removeEntry(folderName(name), { recursive: true });
}

/** Files from which a model was opened, if they are on the user's disk; otherwise an empty list. */
export function filesOf({ weights, config, tokenizer, preprocessor }: PretrainedFiles): File[] {
  const isPair = typeof tokenizer === 'object' && 'vocab' in tokenizer;
  const tokenizers = isPair ? [tokenizer.vocab, tokenizer.merges] : [tokenizer];
  const given = [weights, config, tokenizers, preprocessor].flat().filter((file) => file !== undefined);
  return given.every((file) => file instanceof File) ? given : [];
}

/**
 * Stores copies of a model's files in the browser's storage, in place of a model with the same name. After a failure,
 * nothing of it remains.
 * @throws DOMException (QuotaExceededError if there is not enough space); the signal's reason if aborted
 */
export async function keep(
  name: string,
  files: readonly File[],
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<void> {
  await navigator.storage.persist(); // otherwise, the browser may delete the files when it needs space
  const root = await storage();
  if (!root) throw new Error('this browser keeps no files');
  const all = await root.getDirectoryHandle(FOLDER, { create: true });
  await forget(name).catch(() => undefined); // there may be no such folder
  const folder = await all.getDirectoryHandle(folderName(name), { create: true });
  const size = files.reduce((sum, file) => sum + file.size, 0);
  let written = 0;
  const counted = () =>
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        written += chunk.length;
        onProgress(written / size);
        controller.enqueue(chunk);
      },
    });
  try {
    for (const file of files) {
      const handle = await folder.getFileHandle(file.name, { create: true });
      await file
        .stream()
        .pipeThrough(counted())
        .pipeTo(await handle.createWritable(), { signal });
    }
  } catch (error) {
    await forget(name).catch(() => undefined);
    throw error;
  }
}
