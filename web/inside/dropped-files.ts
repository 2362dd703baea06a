// Files that the user has dropped on the page, including those in dropped folders.

export interface Dropped {
  readonly files: readonly File[];
  /** Name of the dropped folder; null if only files were dropped. */
  readonly folder: string | null;
}

/** Finds all dropped files, folder by folder, breadth-first. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<Dropped> {
  // The dropped entries must be read before the first await: the browser clears them when the event handler returns.
  const entries = [...items].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (entries.every((entry) => entry === null || entry.isFile)) return { files: [...files], folder: null };
  const found: File[] = [];
  let level = entries.filter((entry) => entry !== null);
  while (level.length > 0) {
    const below: FileSystemEntry[] = [];
    for (const entry of level) {
      if (entry.isFile) found.push(await fileOf(entry as FileSystemFileEntry));
      else below.push(...(await entriesIn(entry as FileSystemDirectoryEntry)));
    }
    level = below;
  }
  return { files: found, folder: entries.find((entry) => entry?.isDirectory)?.name ?? null };
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/**
 * Reads all entries of a dropped folder. The browser's reader returns them in batches, of which the last one is empty.
 */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return found;
    found.push(...part);
  }
}
