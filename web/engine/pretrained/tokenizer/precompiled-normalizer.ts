// SentencePiece's precompiled normalization in tokenizer.json: a map from byte sequences to texts, compiled to a
// double-array trie (Aoe 1989; in the format of darts-clone). The library @huggingface/tokenizers supports only the
// common maps, and those incompletely.
import { describe } from '../../core/checks.js';
import { hasSegmenter } from '../../../text/tokenize.js';

/** Maximum length of a replacement text in the normalization map, in bytes. */
const MAX_REPLACEMENT = 256;

/**
 * Fields of a unit (node) of the trie: its label byte, a flag that a replacement text belongs to it, and the offset of
 * its children or of the text.
 */
const labelOf = (unit: number): number => unit & 0x800000ff;
const hasText = (unit: number): boolean => (unit & 0x100) !== 0;
const childrenOf = (unit: number): number => (unit >>> 10) << ((unit & 0x200) >>> 6);
const textOf = (unit: number): number => unit & 0x7fffffff;

const utf8 = new TextEncoder();

function fromBase64(name: string, text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    throw new TypeError(`${name}: expected base64, got ${describe(text)}`);
  }
}

export class PrecompiledNormalizer {
  /** The trie of byte sequences, in units of 32 bits. */
  readonly #trie: DataView;
  /** Replacement texts of the map, each zero-terminated, as UTF-8. */
  readonly #texts: Uint8Array;
  readonly #segmenter = hasSegmenter ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : null;
  readonly #known = new Map<string, string | null>();
  readonly #name: string;

  /**
   * Decodes a normalization map.
   * @param name name of the map in error messages
   * @param charsmap the map in base64: the trie's size in bytes, the trie, and the replacement texts
   */
  constructor(name: string, charsmap: string) {
    this.#name = name;
    const bytes = fromBase64(name, charsmap);
    const size = bytes.length < 4 ? 0 : new DataView(bytes.buffer).getUint32(0, true);
    if (size < 4 || size % 4 !== 0 || size > bytes.length - 4) {
      throw new RangeError(`${name}: expected a trie within ${bytes.length} bytes, got ${size}`);
    }
    this.#trie = new DataView(bytes.buffer, 4, size);
    this.#texts = bytes.subarray(4 + size);
  }

  /**
   * Normalizes a text. Graphemes shorter than 6 bytes are replaced as a whole, others character by character, as in the
   * reference implementation.
   */
  normalize(text: string): string {
    const characters = (grapheme: string) => Array.from(grapheme, (each) => this.#replacementOf(each) ?? each).join('');
    const graphemes = this.#segmenter
      ? Array.from(this.#segmenter.segment(text), ({ segment }) => segment)
      : Array.from(text);
    return graphemes
      .map((grapheme) => {
        const isShort = grapheme.length < 6 && utf8.encode(grapheme).length < 6;
        return (isShort ? this.#replacementOf(grapheme) : null) ?? characters(grapheme);
      })
      .join('');
  }

  /**
   * Replacement for a grapheme or a character, if it starts with a byte sequence in the map; null if it is not
   * replaced.
   */
  #replacementOf(text: string): string | null {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const found = this.#find(utf8.encode(text));
    this.#known.set(text, found);
    return found;
  }

  /**
   * Finds the replacement for the shortest byte sequence in the map that is a prefix of the given bytes; null if there
   * is none.
   */
  #find(bytes: Uint8Array): string | null {
    let at = childrenOf(this.#unit(0));
    for (const byte of bytes) {
      at ^= byte;
      const unit = this.#unit(at);
      if (byte === 0 || labelOf(unit) !== byte) return null;
      at ^= childrenOf(unit);
      if (hasText(unit)) return this.#textAt(textOf(this.#unit(at)));
    }
    return null;
  }

  /** Unit (node) of the trie at an index. An index outside of the trie yields 0, a unit without children. */
  #unit(at: number): number {
    return at >= 0 && 4 * at + 4 <= this.#trie.byteLength ? this.#trie.getUint32(4 * at, true) : 0;
  }

  #textAt(begin: number): string {
    const end = this.#texts.indexOf(0, begin);
    const length = (end < 0 ? this.#texts.length : end) - begin;
    if (length > MAX_REPLACEMENT) {
      throw new RangeError(`${this.#name}: expected at most ${MAX_REPLACEMENT} bytes for a character, got ${length}`);
    }
    return new TextDecoder().decode(this.#texts.subarray(begin, begin + Math.max(length, 0)));
  }
}
