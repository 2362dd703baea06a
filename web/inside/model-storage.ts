// State of the models in the browser's storage: their list, and the task that stores the open model.
import { filesOf, forget, keep, keptModels, type KeptModel } from './kept-models.js';
import { Task } from './task.js';
import type { Opened } from './opened.js';

export class ModelStorage {
  /** Models in the browser's storage; the value is null if the browser has no storage. */
  readonly kept: Task<readonly KeptModel[] | null>;
  readonly keeping: Task<true>;
  #listed: ReturnType<typeof keptModels> = Promise.resolve(null);

  /**
   * Creates the state, with an empty list.
   * @param changed called after every change of the list, or of the task that stores a model
   */
  constructor(changed: () => void) {
    this.kept = new Task(changed);
    this.keeping = new Task(changed);
  }

  lookUp(): void {
    this.kept.reset();
    this.kept.start('all', () => (this.#listed = keptModels()));
  }

  /** Fulfilled when the list of stored models is known, or when listing them has failed. */
  get ready(): Promise<unknown> {
    return this.#listed.catch(() => undefined); // the browser offers no storage
  }

  has(name: string): boolean {
    return this.kept.value?.some((each) => each.name === name) ?? false;
  }

  async forget(name: string): Promise<void> {
    await forget(name);
    this.lookUp();
  }

  /** Stores copies of a model's files in the browser. The page's story model is not stored. */
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
