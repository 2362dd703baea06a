// The opening of a model: its files are described, then read if they fit. It ends open, refused, failed, or with a crash.
import { messageOf } from '../engine/core/file-contents.js';
import { CrashError, type Client } from './work/client.js';
import { httpFaultOf, type HttpFault } from '../engine/weights/http-source.js';
import type { Fault, Missing } from '../page/chosen-files.js';
import type { KeptPrecision } from '../engine/parameters/load-parameters.js';
import type { ModelFacts } from '../engine/pretrained/model-facts.js';
import type { Opened } from './opened.js';
import type { Source } from './work/opening.js';

export type Opening =
  | { readonly kind: 'none' }
  | { readonly kind: 'describing'; readonly name: string }
  /** Files that are no model, and those that one lacks. */
  | { readonly kind: 'refused'; readonly fault: Fault; readonly missing: Missing }
  | { readonly kind: 'tooLarge' | 'images'; readonly opened: Opened }
  /** @param done share of the bytes that are read */
  | { readonly kind: 'reading'; readonly opened: Opened; readonly done: number }
  | { readonly kind: 'open'; readonly opened: Opened }
  | { readonly kind: 'crashed'; readonly message: string }
  /** @param fault reason that the server of an address did not give a file; null: it is another one */
  | {
      readonly kind: 'failed';
      readonly name: string;
      readonly message: string;
      readonly fault: HttpFault | null;
    };

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

export class ModelOpening {
  readonly #client: Client;
  readonly #changed: () => void;
  #current: Opening = { kind: 'none' };
  /** Ends the opening that is under way. */
  #abort = new AbortController();

  /** @param changed called after every change */
  constructor(client: Client, changed: () => void) {
    this.#client = client;
    this.#changed = changed;
  }

  get current(): Opening {
    return this.#current;
  }

  /** The open model; null: none, or not yet. */
  get opened(): Opened | null {
    return this.#current.kind === 'open' ? this.#current.opened : null;
  }

  /** True while a model is open, or on its way. */
  get isOpenOrOpening(): boolean {
    return ['describing', 'reading', 'open'].includes(this.#current.kind);
  }

  /** Looks for the files of a model. @returns null: it failed, or another model is opened */
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
   * Describes a model, and reads it if it fits.
   * @param choose the precision by the facts; null: it fits in none
   * @returns true once it is open
   */
  async open(name: string, source: Source, choose: (facts: ModelFacts) => KeptPrecision | null): Promise<boolean> {
    const signal = this.#begin(name);
    try {
      const facts = await this.#client.ask('describe', { source }, { signal });
      const precision = choose(facts);
      const opened = { name, source, facts, precision };
      if (facts.readsImages || !precision) {
        this.#become({ kind: facts.readsImages ? 'images' : 'tooLarge', opened });
        return false;
      }
      const onProgress = (done: number) => this.#become({ kind: 'reading', opened, done });
      onProgress(0);
      await this.#client.ask('open', { source, precision }, { signal, onProgress });
      this.#become({ kind: 'open', opened });
      return true;
    } catch (error) {
      this.#fail(name, error, signal);
      return false;
    }
  }

  /** Files that are no model's. */
  refuse(fault: Fault, missing: Missing): void {
    this.#abort.abort();
    this.#become({ kind: 'refused', fault, missing });
  }

  /** The worker has ended, and the model with it. */
  crash({ message }: CrashError): void {
    this.#become({ kind: 'crashed', message });
  }

  /** Ends the worker, and with it all that the model takes. */
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
    this.#become({ kind: 'failed', name, message: messageOf(error), fault: httpFaultOf(error) });
  }

  #become(opening: Opening): void {
    this.#current = opening;
    this.#changed();
  }
}
