// The header of a GGUF file (github.com/ggml-org/ggml, docs/gguf.md): metadata, and the locations of the tensors.
// (Existing parsers do not fit: hyllama does not report the end of the header and reads UTF-8 as Latin-1, and
// @huggingface/gguf depends on a package of megabytes.)
import { expectWholeNumber } from '../core/checks.js';
import type { Bytes, ByteSource, Reading } from './reading.js';

export interface GgufTensor {
  name: string;
  /** Sizes of the tensor's dimensions, innermost first. */
  sizes: readonly number[];
  /** Code of the tensor's number type in GGUF files. */
  type: number;
  /** Offset of the tensor in bytes from the first byte of the first tensor. */
  offset: number;
}

export interface GgufHeader {
  metadata: ReadonlyMap<string, unknown>;
  tensors: readonly GgufTensor[];
  /** Number of bytes at whose multiples tensors begin. */
  alignment: number;
  /** Position of the first tensor's first byte in the file. */
  tensorsBegin: number;
}

/** Supported versions of the GGUF format, from August 2023 on. In version 1, lengths had 32 bits. */
const VERSIONS = [2, 3];
const MAX_DEPTH = 4;
const MAX_RANK = 4;
/**
 * Maximum number of elements in all lists of a header together: the tokens of a tokenizer, their scores and types, and
 * its merges.
 */
const MAX_ELEMENTS = 2 ** 22;
const ALIGNMENT = 32;
/**
 * Number of bytes of a file that are read first, since the length of the header is not known in advance. Each further
 * attempt reads four times as many.
 */
const FIRST_BYTES = 2 ** 20;
/** Maximum size of a header in bytes, enough for the tokenizer of a vocabulary of 250,000 tokens. */
const MAX_BYTES = 2 ** 26;

/**
 * Reads the header of a GGUF file.
 * @throws TypeError or RangeError that tells what was expected at which byte
 */
export function* readGgufHeader(source: ByteSource): Reading<GgufHeader> {
  for (let count = FIRST_BYTES; ; count *= 4) {
    const bytes = yield source.read(0, count);
    try {
      return parse(new HeaderBytes(bytes, source.size ?? Infinity));
    } catch (error) {
      if (!(error instanceof EndOfBytes)) throw error;
      if (bytes.length === count && count < MAX_BYTES) continue;
      const isTooLong = bytes.length === count;
      const message = isTooLong
        ? `weights: expected a header of at most ${MAX_BYTES} bytes, got a longer one`
        : error.message;
      throw new RangeError(message, { cause: error });
    }
  }
}

function parse(header: HeaderBytes): GgufHeader {
  const version = header.uint32('version');
  if (!VERSIONS.includes(version)) {
    throw new RangeError(`weights: expected GGUF version ${VERSIONS.join(' or ')}, got ${version}`);
  }
  const tensorCount = header.count('number of tensors', 24);
  const metadataCount = header.count('number of keys', 12);
  const metadata = new Map<string, unknown>();
  for (let index = 0; index < metadataCount; ++index) {
    const key = header.text('key');
    if (metadata.has(key)) throw new RangeError(`weights: ${key}: expected one value, got two`);
    metadata.set(key, header.value(key));
  }
  const tensors = Array.from({ length: tensorCount }, () => header.tensor());
  const given = metadata.get('general.alignment') ?? ALIGNMENT;
  const alignment = expectWholeNumber('weights: general.alignment', given, 1, 2 ** 20);
  if (!Number.isInteger(Math.log2(alignment))) {
    throw new RangeError(`weights: general.alignment: expected a power of 2, got ${alignment}`);
  }
  const tensorsBegin = Math.ceil(header.at / alignment) * alignment;
  return { metadata, tensors, alignment, tensorsBegin };
}

/** Error that is thrown if the header continues beyond the bytes read so far. */
class EndOfBytes extends RangeError {}

class HeaderBytes {
  /** Position in the file of the next byte to read. */
  at = 4;
  #elements = 0;
  readonly #view: DataView;
  readonly #fileSize: number;

  /**
   * Creates a reader of a GGUF file's header.
   * @param bytes first bytes of the GGUF file
   */
  constructor(bytes: Bytes, fileSize: number) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#fileSize = Math.min(fileSize, MAX_BYTES);
  }

  uint32(what: string): number {
    return this.#view.getUint32(this.#take(what, 4), true);
  }

  /**
   * Reads the number of items that follow, such as those of a list, and checks that the rest of the file is long
   * enough.
   * @param bytesEach minimum size of an item in bytes
   */
  count(what: string, bytesEach: number): number {
    const count = Number(this.#view.getBigUint64(this.#take(what, 8), true));
    if (count * bytesEach > this.#fileSize - this.at) {
      throw new RangeError(`weights: ${what}: expected no more than the file can hold, got ${count}`);
    }
    return count;
  }

  /**
   * Reads a string of the header.
   * @param fatal true if it must be valid UTF-8; false in a list, where a token may be part of a character
   */
  text(what: string, fatal = true): string {
    const length = this.count(`length of the ${what}`, 1);
    const bytes = new Uint8Array(this.#view.buffer, this.#view.byteOffset + this.#take(what, length), length);
    try {
      return new TextDecoder('utf-8', { fatal }).decode(bytes);
    } catch {
      throw new TypeError(`weights: ${what}: expected UTF-8 at byte ${this.at - length}, got other bytes`);
    }
  }

  value(key: string): unknown {
    return this.#valueOf(key, this.uint32(`type of ${key}`), 0);
  }

  tensor(): GgufTensor {
    const name = this.text('name of a tensor');
    const rank = expectWholeNumber(`weights: ${name}: dimensions`, this.uint32(name), 1, MAX_RANK);
    const sizes = Array.from({ length: rank }, () => this.count(`size of ${name}`, 0));
    sizes.forEach((size, axis) => expectWholeNumber(`weights: ${name}: size ${axis}`, size, 1));
    const type = this.uint32(`type of ${name}`);
    const offset = expectWholeNumber(`weights: ${name}: offset`, this.count(`offset of ${name}`, 0), 0);
    return { name, sizes, type, offset };
  }

  #valueOf(key: string, type: number, depth: number): unknown {
    const view = this.#view;
    const take = (bytes: number) => this.#take(key, bytes);
    switch (type) {
      case 0:
        return view.getUint8(take(1));
      case 1:
        return view.getInt8(take(1));
      case 2:
        return view.getUint16(take(2), true);
      case 3:
        return view.getInt16(take(2), true);
      case 4:
        return view.getUint32(take(4), true);
      case 5:
        return view.getInt32(take(4), true);
      case 6:
        return view.getFloat32(take(4), true);
      case 7:
        return view.getUint8(take(1)) !== 0;
      case 8:
        return this.text(key, depth === 0);
      case 9:
        return this.#list(key, depth);
      case 10:
        return Number(view.getBigUint64(take(8), true));
      case 11:
        return Number(view.getBigInt64(take(8), true));
      case 12:
        return view.getFloat64(take(8), true);
      default:
        throw new RangeError(`weights: ${key}: expected a type from 0 to 12, got ${type}`);
    }
  }

  #list(key: string, depth: number): unknown[] {
    if (depth === MAX_DEPTH)
      throw new RangeError(`weights: ${key}: expected lists within lists to depth ${MAX_DEPTH}, got more`);
    const type = this.uint32(`type of ${key}`);
    const length = this.count(`length of ${key}`, 1);
    this.#elements += length;
    if (this.#elements > MAX_ELEMENTS) {
      throw new RangeError(`weights: ${key}: expected at most ${MAX_ELEMENTS} elements of all lists, got more`);
    }
    return Array.from({ length }, () => this.#valueOf(key, type, depth + 1));
  }

  /**
   * Moves the reading position on by a number of bytes.
   * @returns position of the first of them
   */
  #take(what: string, bytes: number): number {
    const begin = this.at;
    if (begin + bytes > this.#view.byteLength) {
      throw new EndOfBytes(`weights: expected ${what} at byte ${begin}, got the end of the file`);
    }
    this.at += bytes;
    return begin;
  }
}
