// A file at a URL, read as its bytes arrive. If the next bytes needed are far ahead of the response's position, or
// behind it, the response is canceled and a Range request (RFC 9110, section 14) continues there. If the server still
// sends the whole file, it is read from the beginning up to that position.
import { free } from './free.js';
import type { Bytes, ByteSource } from './reading.js';

/**
 * Maximum distance in bytes between the response's position and the next bytes needed for which no new request is made:
 * bytes up to this distance ahead are skipped, and those behind are kept in memory. Either takes no longer than a
 * request.
 */
const NEAR = 2 ** 20;
/**
 * Maximum size of a file in bytes. It is many times the size of WebAssembly's memory, so that no model that fits there
 * is rejected, whatever its precision.
 */
const MAX_BYTES = 2 ** 36;

/**
 * Reason why a file could not be downloaded. 'unreachable': no response, or none that this page may read (a browser
 * does not tell which). 'refused': a response without the file. 'cut': an incomplete response.
 */
export type HttpFault = 'unreachable' | 'refused' | 'cut';

/**
 * Creates an error for a file that a server did not deliver. The error has no class of its own, since classes differ
 * between copies of this module, and are lost when a worker posts the error.
 */
const httpError = (message: string, fault: HttpFault, cause: unknown): Error =>
  Object.assign(new Error(message, { cause }), { fault });

/** Reason why a server did not deliver a file, according to an error or its cause; null for any other error. */
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
  /** Bytes that the last call of `read` returned, which are valid until the next call. */
  #read: Bytes = new Uint8Array();
  /** Chunks of the response that are still in memory, in order. `#begin` and `#end` are their positions in the file. */
  #held: Bytes[] = [];
  #begin = 0;
  #end = 0;
  /** Position in the file where the response ends; null if the response does not state it. */
  #last: number | null = null;
  #knowsRanges = true;
  /** Last-Modified header of the first response; null if the server does not send it. */
  #modified: string | null = null;

  /**
   * Creates a source that requests the file when bytes are first read.
   * @param signal aborts the requests for the file
   */
  constructor(url: URL, signal?: AbortSignal) {
    this.#url = url;
    this.#signal = signal ?? null;
  }

  get size(): number | null {
    return this.#size;
  }

  /**
   * Reads bytes of the file.
   * @throws Error that names the URL if the server does not deliver these bytes of the file
   */
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

  /** Requests the file from byte `begin` on, or the whole file if the server does not support ranges. */
  async #goTo(begin: number): Promise<void> {
    this.close();
    this.#held = [];
    const ranged = this.#knowsRanges && begin > 0 ? { Range: `bytes=${begin}-` } : null;
    let answer = ranged && (await this.#fetch(ranged).catch(() => null));
    // Content-Range header of the response, which a cross-origin server may hide. Without it, it is unknown which bytes
    // of the file the response contains.
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

  /**
   * Requests the file. Ranges are not read from the cache while the file's size is unknown: a cached file may be
   * compressed, and the browser would return a range of the compressed bytes.
   */
  async #fetch(headers: Readonly<Record<string, string>>): Promise<Response> {
    const { href } = this.#url;
    const cache = 'Range' in headers && this.#size === null ? 'no-store' : 'default';
    const answer = await fetch(this.#url, { headers, cache, signal: this.#signal }).catch((cause: unknown) => {
      throw httpError(`${href}: expected the file, got no complete answer`, 'unreachable', cause);
    });
    if (answer.ok && answer.body) return answer;
    throw httpError(`${href}: expected the file, got ${answer.ok ? 'no bytes' : answer.status}`, 'refused', answer);
  }

  /**
   * Checks that a response belongs to the same version of the file as the first one.
   * @throws Error if the file has changed
   */
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

  /**
   * Position in the file after the last byte of a response, according to its Content-Range.
   * @throws RangeError if the response does not start at `begin`
   */
  #endOf(range: string, begin: number): number {
    const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(range) ?? [];
    const isSame = total === '*' || this.#size === null || Number(total) === this.#size;
    if (Number(first) === begin && Number(last) >= begin && isSame) return Number(last) + 1;
    this.close();
    const size = this.#size ?? '*';
    throw new RangeError(`${this.#url.href}: expected the bytes ${begin}-…/${size}, got ${range.slice(0, 60)}`);
  }

  /**
   * Receives the next chunk of the response.
   * @returns false at the end of the file
   */
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

  /** Discards the chunks of the response that are far behind a position in the file. */
  #forget(begin: number): void {
    while (this.#held.length > 0 && this.#begin + this.#held[0]!.length <= begin - NEAR) {
      const part = this.#held.shift()!;
      this.#begin += part.length;
      if (part.length === part.buffer.byteLength) free(part); // memory can be freed if nothing else is stored in it
    }
  }
}

/** Size of a file as the server states it; null if that may be the size of the compressed file. */
function sizeOf({ headers, type }: Response): number | null {
  const length = headers.get('content-length');
  return length === null || type === 'cors' || headers.has('content-encoding') ? null : Number(length);
}
