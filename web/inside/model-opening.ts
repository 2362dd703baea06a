// Opening of a model: describes its files, and then reads them if the model fits into memory.
import { messageOf } from '../engine/core/file-contents.js';
import { CrashError, type Client } from './work/client.js';
import { httpFaultOf, type HttpFault } from '../engine/weights/http-source.js';
import type { Fault, Missing } from '../page/chosen-files.js';
import type { KeptPrecision } from '../engine/parameters/load-parameters.js';
import type { ModelFacts } from '../engine/pretrained/model-facts.js';
import { hasFirstLayer, type Opened } from './opened.js';
import type { Source } from './work/opening.js';

export type Opening =
  | { readonly kind: 'none' }
  | { readonly kind: 'describing'; readonly name: string }
  /**
   * State in which the files that the user has chosen are refused: they are not a model, or some of the model's files
   * are missing.
   */
  | { readonly kind: 'refused'; readonly fault: Fault; readonly missing: Missing }
  | { readonly kind: 'tooLarge' | 'images'; readonly opened: Opened }
  /** State while the model is being read. `done` is the share of its bytes that has been read, from 0 to 1. */
  | { readonly kind: 'reading'; readonly opened: Opened; readonly done: number }
  /** State after the reading of a large model has failed. Its first layer may be displayed. */
  | ({ readonly kind: 'stopped'; readonly opened: Opened } & Failed)
  | { readonly kind: 'open'; readonly opened: Opened }
  | { readonly kind: 'crashed'; readonly message: string }
  | ({ readonly kind: 'failed'; readonly name: string } & Failed);

export interface Failed {
  readonly message: string;
  /** Reason why a server did not deliver a file of the model; null for any other error. */
  readonly fault: HttpFault | null;
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

export class ModelOpening {
  readonly #client: Client;
  readonly #changed: () => void;
  #current: Opening = { kind: 'none' };
  /** Cancels the search for a model, its description or its reading. */
  #abort = new AbortController();

  /** Creates the state, at first without a model. @param changed called after every change of the state */
  constructor(client: Client, changed: () => void) {
    this.#client = client;
    this.#changed = changed;
  }

  get current(): Opening {
    return this.#current;
  }

  get opened(): Opened | null {
    return this.#current.kind === 'open' ? this.#current.opened : null;
  }

  /** The model that has been described but is not open, as while it is being read; null if there is none. */
  get unopened(): Opened | null {
    const current = this.#current;
    return 'opened' in current && current.kind !== 'open' && current.kind !== 'images' ? current.opened : null;
  }

  get isOpenOrOpening(): boolean {
    return ['describing', 'reading', 'open'].includes(this.#current.kind);
  }

  /**
   * Runs a search for a model's files, such as at a web address.
   * @param look searches for the files
   * @returns the files; null if the search has failed, or if another model is being opened
   */
  async find<Found>(name: string, look: (signal: AbortSignal) => Promise<Found>): Promise<Found | null> {
    const signal = this.#begin(name);
    try {
      const found = await look(signal);
      return signal.aborted ? null : found;
    } catch (error) {
      this.#fail(name, error, signal);
      return null;
    }
  }

  /**
   * Describes a model, and reads it if it fits into memory.
   * @param choose returns the precision for the described model; null if the model does not fit into memory in any
   *   precision
   * @param begin called when the model has been described
   * @returns true if the model is open
   */
  async open(
    name: string,
    source: Source,
    choose: (facts: ModelFacts) => KeptPrecision | null,
    begin: () => void,
  ): Promise<boolean> {
    const signal = this.#begin(name);
    try {
      const facts = await this.#client.ask('describe', { source }, { signal });
      const precision = choose(facts);
      const opened = { name, source, facts, precision };
      if (facts.readsImages || !precision) {
        this.#become({ kind: facts.readsImages ? 'images' : 'tooLarge', opened });
        begin();
        return false;
      }
      const onProgress = (done: number) => this.#become({ kind: 'reading', opened, done });
      onProgress(0);
      begin();
      await this.#client.ask('open', { precision }, { signal, onProgress });
      this.#become({ kind: 'open', opened });
      return true;
    } catch (error) {
      this.#fail(name, error, signal);
      return false;
    }
  }

  refuse(fault: Fault, missing: Missing): void {
    this.#abort.abort();
    this.#become({ kind: 'refused', fault, missing });
  }

  /** Sets the state after the worker has crashed, which ends its model. */
  crash({ message }: CrashError): void {
    this.#become({ kind: 'crashed', message });
  }

  /** Closes the model or cancels its opening. The worker is terminated, which frees the model's memory. */
  close(): void {
    this.#abort.abort();
    this.#client.dispose();
    this.#become({ kind: 'none' });
  }

  #begin(name: string): AbortSignal {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#become({ kind: 'describing', name });
    return this.#abort.signal;
  }

  #fail(name: string, error: unknown, signal: AbortSignal): void {
    if (signal.aborted || isAbort(error) || error instanceof CrashError) return;
    const failed = { message: messageOf(error), fault: httpFaultOf(error) };
    const opened = this.unopened;
    this.#become(
      opened && hasFirstLayer(opened) ? { kind: 'stopped', opened, ...failed } : { kind: 'failed', name, ...failed },
    );
  }

  #become(opening: Opening): void {
    this.#current = opening;
    this.#changed();
  }
}
