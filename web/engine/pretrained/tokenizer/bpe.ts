// Byte-pair encoding (Sennrich et al. 2016), which splits a word into tokens. It starts with the characters and
// repeatedly merges the pair of adjacent symbols with the lowest rank.
import { describe } from '../../core/checks.js';
import { byteTokensOf } from './byte-tokens.js';
import { MAX_CHARACTERS, vocabularyOf, type Vocabulary } from './vocabulary.js';
import type { Part } from './part.js';
import type { Work } from './work.js';

const MAX_MERGES = 2 ** 20;
/** Upper bound on the numbers of symbols. A symbol is a token, or another text that occurs in the merges. */
const SYMBOLS = 2 ** 24;
/** Number of the first symbol that is not a token; larger than all token ids. */
const FIRST_OTHER = SYMBOLS / 2;
/** Upper bound on the number of symbols in a word, so that a rank and a position in a word fit into one number. */
const PLACES = 2 ** 20;
const NONE = -1;
const NOT_ASKED = -2;

export class BytePairs {
  readonly vocabulary: Vocabulary;
  readonly #name: string;
  readonly #work: Work;
  /** Numbers of the symbols that are not tokens, by their text. They are larger than all token ids. */
  readonly #others = new Map<string, number>();
  /** Rank of each pair of symbols, combined into one key: the pair with the lowest rank is merged first. */
  readonly #ranks = new Map<number, number>();
  /** Symbol that results from merging each pair, by the pair's rank; NOT_ASKED until it is first needed. */
  readonly #joined: Int32Array;
  readonly #prefix: string;
  readonly #suffix: string;
  readonly #unknown: string | null;
  readonly #hasBytes: boolean;
  readonly #joinsUnknown: boolean;
  readonly #ignoresMerges: boolean;

  constructor(part: Part, work: Work) {
    this.#name = part.name;
    this.#work = work;
    this.vocabulary = vocabularyOf(part);
    this.#prefix = part.text('continuing_subword_prefix', '');
    this.#suffix = part.text('end_of_word_suffix', '');
    this.#unknown = part.has('unk_token') ? part.text('unk_token') : null;
    this.#hasBytes = part.flag('byte_fallback', false);
    this.#joinsUnknown = part.flag('fuse_unk', false);
    this.#ignoresMerges = part.flag('ignore_merges', false);
    if ((part.fields['dropout'] ?? 0) !== 0) throw part.error('dropout', 'none');
    const merges = part.list('merges', MAX_MERGES);
    this.#joined = new Int32Array(merges.length).fill(NOT_ASKED);
    merges.forEach((pair, rank) => {
      const [left, right] = pairOf(part, pair, rank);
      this.#ranks.set(this.#add(left) * SYMBOLS + this.#add(right), rank);
    });
  }

  encode(words: readonly string[]): string[] {
    const tokens: string[] = [];
    for (const word of words) {
      if (this.#ignoresMerges && this.vocabulary.idOf(word) !== undefined) tokens.push(word);
      else for (const text of this.#join(word)) this.#write(tokens, text);
    }
    return tokens;
  }

  /**
   * Number of the symbol with this text: its token id, or another number if it is not a token; NONE if there is no such
   * symbol.
   */
  #symbolOf(text: string): number {
    return this.vocabulary.idOf(text) ?? this.#others.get(text) ?? NONE;
  }

  #add(text: string): number {
    const known = this.#symbolOf(text);
    if (known !== NONE) return known;
    const symbol = FIRST_OTHER + this.#others.size;
    this.#others.set(text, symbol);
    return symbol;
  }

  #write(tokens: string[], text: string): void {
    const unknown = this.#unknown;
    if (this.vocabulary.idOf(text) !== undefined) tokens.push(text);
    else {
      const bytes = this.#hasBytes ? byteTokensOf(text, this.vocabulary) : null;
      if (bytes) tokens.push(...bytes);
      else if (unknown !== null && !(this.#joinsUnknown && tokens.at(-1) === unknown)) tokens.push(unknown);
    }
  }

  /** Splits a word into tokens by applying all merges. */
  #join(word: string): string[] {
    const texts = Array.from(word, (character, at) => (at === 0 ? '' : this.#prefix) + character);
    if (texts.length === 0) return texts;
    texts.push(`${texts.pop()!}${this.#suffix}`);
    this.#work.spend(this.#name, 8 * texts.length);
    const symbols = texts.map((text) => this.#symbolOf(text));
    // The word as a linked list of positions. A position that was merged into another has the symbol NONE.
    const next = texts.map((_, at) => (at + 1 < texts.length ? at + 1 : NONE));
    const previous = texts.map((_, at) => at - 1);
    const rankAt = (at: number) => {
      const after = at === NONE ? NONE : next[at]!;
      const [left, right] = [symbols[at], symbols[after]];
      if (left === undefined || right === undefined || left === NONE || right === NONE) return undefined;
      return this.#ranks.get(left * SYMBOLS + right);
    };
    const heap: number[] = [];
    const offer = (at: number) => {
      const rank = rankAt(at);
      if (rank !== undefined) pushTo(heap, rank * PLACES + at);
    };
    texts.forEach((_, at) => offer(at));
    while (heap.length > 0) {
      const least = popFrom(heap);
      const at = least % PLACES;
      const rank = (least - at) / PLACES;
      if (rankAt(at) !== rank) continue; // outdated: a neighbor has been merged with another symbol
      const after = next[at]!;
      texts[at] = `${texts[at]!}${texts[after]!.slice(this.#prefix.length)}`;
      texts[after] = '';
      if (this.#joined[rank] === NOT_ASKED) this.#joined[rank] = this.#symbolOf(texts[at]);
      symbols[at] = this.#joined[rank]!;
      symbols[after] = NONE;
      next[at] = next[after]!;
      if (next[at] !== NONE) previous[next[at]] = at;
      offer(previous[at]!);
      offer(at);
    }
    return texts.filter((text) => text !== '');
  }
}

function pairOf(part: Part, value: unknown, rank: number): [left: string, right: string] {
  const pair: readonly unknown[] = typeof value === 'string' ? value.split(' ') : Array.isArray(value) ? value : [];
  const [left, right] = pair;
  if (pair.length === 2 && typeof left === 'string' && typeof right === 'string') {
    if (left.length + right.length <= MAX_CHARACTERS) return [left, right];
    throw new RangeError(
      `${part.nameOf('merges')}[${rank}]: expected at most ${MAX_CHARACTERS} characters, got ${left.length + right.length}`,
    );
  }
  throw new TypeError(`${part.nameOf('merges')}[${rank}]: expected two tokens, got ${describe(value)}`);
}

// Adds a number to a binary min-heap, in which the parent of element i, at (i − 1) / 2, is not larger.

function pushTo(heap: number[], value: number): void {
  let at = heap.length;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (heap[parent]! <= value) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = value;
}

/** Removes the smallest element from a binary min-heap that is not empty. */
function popFrom(heap: number[]): number {
  const least = heap[0]!;
  const value = heap.pop()!;
  if (heap.length === 0) return least;
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    if (left >= heap.length) break;
    const child = left + 1 < heap.length && heap[left + 1]! < heap[left]! ? left + 1 : left;
    if (heap[child]! >= value) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = value;
  return least;
}
