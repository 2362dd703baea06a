// Models that the user keeps in the browser's storage: the list of them, and the copying of the open one.
import { filesOf, forget, keep, keptModels, type KeptModel } from './kept-models.js';
import { Task } from './task.js';
import type { Opened } from './opened.js';

export class ModelStorage {
  /** Null: nothing can be kept. */
  readonly kept: Task<readonly KeptModel[] | null>;
  readonly keeping: Task<true>;
  #listed: ReturnType<typeof keptModels> = Promise.resolve(null);

  /** @param changed called after every change */
  constructor(changed: () => void) {
    this.kept = new Task(changed);
    this.keeping = new Task(changed);
  }

  lookUp(): void {
    this.kept.reset();
    this.kept.start('all', () => (this.#listed = keptModels()));
  }

  /** Resolves once it is known what is kept. */
  get ready(): Promise<unknown> {
    return this.#listed.catch(() => undefined); // nothing can be kept
  }

  has(name: string): boolean {
    return this.kept.value?.some((each) => each.name === name) ?? false;
  }

  async forget(name: string): Promise<void> {
    await forget(name);
    this.lookUp();
  }

  /** Copies the files of a model from the disk. */
  keep({ name, source }: Opened): void {
    if (source === 'stories') return;
    const files = filesOf(source);
    this.keeping.start(name, async ({ signal, onProgress }) => {
      await keep(name, files, { signal, onProgress: (done) => onProgress(done, undefined) });
      this.lookUp();
      return true;
    });
  }
}
