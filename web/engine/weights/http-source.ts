// A file at an address, read as its bytes arrive. Where the next bytes that are needed are far ahead, or behind, the rest of
// the answer is left, and a request with a Range (RFC 9110, section 14) goes on from there. A server that answers with the
// whole file all the same is read from the beginning, up to there.
import { free } from './free.js';
import type { Bytes, ByteSource } from './reading.js';

/** Bytes: so many ahead are read, and so many behind are kept, which takes no longer than another request. */
const NEAR = 2 ** 20;
/** Bytes of a file: many times what WebAssembly has memory for, whatever the precision. */
const MAX_BYTES = 2 ** 36;

/**
 * Reason of a failure: no answer, or none that this page may read (a browser does not say which); an answer without the file; one
 * that broke off.
 */
export type HttpFault = 'unreachable' | 'refused' | 'cut';

/** A file that a server did not give. Classes differ between copies of this module, and are lost on the way out of a worker. */
const httpError = (message: string, fault: HttpFault, cause: unknown): Error =>
  Object.assign(new Error(message, { cause }), { fault });

/** Reason that a file could not be read; null: it is no failure of a server. */
export function httpFaultOf(error: unknown): HttpFault | null {
  if (typeof error !== 'object' || error === null) return null;
  const { fault, cause } = error as { fault?: HttpFault; cause?: unknown };
  return fault ?? httpFaultOf(cause);
}

export class HttpSource implements ByteSource {
  readonly #url: URL;
  readonly #signal: AbortSignal | null;
  #size: number | null = null;
  #answer: ReadableStreamDefaultReader<Bytes> | null = null;
  /** The last part that was read. */
  #read: Bytes = new Uint8Array();
  /** Parts that have arrived and are still held, in order, and where they begin and end in the file. */
  #held: Bytes[] = [];
  #begin = 0;
  #end = 0;
  /** Last byte of the response, as it states; null if it does not. */
  #last: number | null = null;
  #knowsRanges = true;
  /** Last-Modified of the file in the first response; null if the server does not send it. */
  #modified: string | null = null;

  /** @param signal ends the requests */
  constructor(url: URL, signal?: AbortSignal) {
    this.#url = url;
    this.#signal = signal ?? null;
  }

  get size(): number | null {
    return this.#size;
  }

  /** @throws Error that names the address if it does not answer with these bytes of the file */
  async read(begin: number, end: number): Promise<Bytes> {
    if (end > MAX_BYTES) {
      throw new RangeError(`${this.#url.href}: expected at most ${MAX_BYTES} bytes, got a place at byte ${end}`);
    }
    const isFar = begin < this.#begin || begin > this.#end + NEAR;
    if (!this.#answer || (isFar && (this.#knowsRanges || begin < this.#begin))) await this.#goTo(begin);
    this.#forget(begin);
    while (this.#end < end && (await this.#receive())) this.#forget(begin);
    free(this.#read);
    const bytes = (this.#read = new Uint8Array(Math.max(0, Math.min(end, this.#end) - begin)));
    let at = this.#begin;
    for (const part of this.#held) {
      const from = Math.max(0, begin - at);
      const wanted = part.subarray(from, Math.max(from, begin + bytes.length - at));
      bytes.set(wanted, Math.max(0, at - begin));
      at += part.length;
      if (at >= end) break;
    }
    return bytes;
  }

  close(): void {
    this.#answer?.cancel().catch(() => undefined);
    this.#answer = null;
  }

  /** Asks for the bytes from `begin` on, or else for all. */
  async #goTo(begin: number): Promise<void> {
    this.close();
    this.#held = [];
    const ranged = this.#knowsRanges && begin > 0 ? { Range: `bytes=${begin}-` } : null;
    let answer = ranged && (await this.#fetch(ranged).catch(() => null));
    // Without this header, which other origins may hide, an answer does not say which bytes it has.
    const range = answer?.status === 206 ? answer.headers.get('content-range') : null;
    if (range === null) {
      this.#knowsRanges &&= ranged === null;
      if (answer?.status !== 200) {
        answer?.body?.cancel().catch(() => undefined);
        answer = await this.#fetch({});
      }
      this.#size = sizeOf(answer);
    }
    this.#expectUnchanged(answer!);
    this.#last = range === null ? null : this.#endOf(range, begin);
    this.#begin = this.#end = range === null ? 0 : begin;
    this.#answer = answer!.body!.getReader();
  }

  /** A browser takes a range out of its cache from what it was sent: where that may be compressed, it would be one of other bytes. */
  async #fetch(headers: Readonly<Record<string, string>>): Promise<Response> {
    const { href } = this.#url;
    const cache = 'Range' in headers && this.#size === null ? 'no-store' : 'default';
    const answer = await fetch(this.#url, { headers, cache, signal: this.#signal }).catch((cause: unknown) => {
      throw httpError(`${href}: expected the file, got no complete answer`, 'unreachable', cause);
    });
    if (answer.ok && answer.body) return answer;
    throw httpError(`${href}: expected the file, got ${answer.ok ? 'no bytes' : answer.status}`, 'refused', answer);
  }

  /** @throws Error if the file is no longer that of the answer before */
  #expectUnchanged({ headers }: Response): void {
    const modified = headers.get('last-modified');
    if (this.#modified === null || modified === null || modified === this.#modified) {
      this.#modified ??= modified;
      return;
    }
    this.close();
    const { href } = this.#url;
    throw new Error(`${href}: expected the file of ${this.#modified}, got one that was changed meanwhile, ${modified}`);
  }

  /** End of a response's bytes. @throws RangeError if they do not start at `begin` */
  #endOf(range: string, begin: number): number {
    const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(range) ?? [];
    const isSame = total === '*' || this.#size === null || Number(total) === this.#size;
    if (Number(first) === begin && Number(last) >= begin && isSame) return Number(last) + 1;
    this.close();
    const size = this.#size ?? '*';
    throw new RangeError(`${this.#url.href}: expected the bytes ${begin}-…/${size}, got ${range.slice(0, 60)}`);
  }

  /** Takes the next bytes of the answer. @returns false at the end of the file */
  async #receive(): Promise<boolean> {
    const { href } = this.#url;
    const { done, value } = await this.#answer!.read().catch((cause: unknown) => {
      throw httpError(`${href}: expected the file, got no complete answer`, 'cut', cause);
    });
    const last = this.#last;
    if (!done) {
      this.#held.push(value);
      this.#end += value.length;
    }
    if (last !== null && (this.#end > last || (done && this.#end < last))) {
      throw new RangeError(`${href}: expected the bytes up to ${last - 1}, got those up to ${this.#end - 1}`);
    }
    return !done;
  }

  /** Drops what is far behind a byte. */
  #forget(begin: number): void {
    while (this.#held.length > 0 && this.#begin + this.#held[0]!.length <= begin - NEAR) {
      const part = this.#held.shift()!;
      this.#begin += part.length;
      if (part.length === part.buffer.byteLength) free(part); // nothing else is in its memory
    }
  }
}

/** The size of a file, as the server says it; null where what it says may be that of a compressed one. */
function sizeOf({ headers, type }: Response): number | null {
  const length = headers.get('content-length');
  return length === null || type === 'cors' || headers.has('content-encoding') ? null : Number(length);
}
