// Unigram language model of subwords (Kudo 2018), which splits a text into the tokens with the highest total score.
import { byteTokensOf } from './byte-tokens.js';
import { Trie, codePointsOf } from './trie.js';
import { scoredVocabularyOf, type Vocabulary } from './vocabulary.js';
import type { Part } from './part.js';
import type { Work } from './work.js';

/** Penalty for an unknown character: its score is this much below the lowest score in the vocabulary. */
const PENALTY = 10;
const NONE = -1;

export class Unigrams {
  readonly vocabulary: Vocabulary;
  readonly #name: string;
  readonly #work: Work;
  readonly #scores: Float64Array;
  readonly #trie: Trie;
  readonly #unknown: number;
  readonly #unknownScore: number;
  readonly #hasBytes: boolean;

  constructor(part: Part, work: Work) {
    this.#name = part.name;
    this.#work = work;
    const { vocabulary, scores } = scoredVocabularyOf(part);
    this.vocabulary = vocabulary;
    this.#unknown = part.has('unk_id') ? part.whole('unk_id', 0, scores.length - 1) : NONE;
    this.#hasBytes = part.flag('byte_fallback', false);
    this.#unknownScore = scores.reduce((least, score) => Math.min(least, score)) - PENALTY;
    this.#scores = scores;
    if (this.#unknown !== NONE) scores[this.#unknown] = this.#unknownScore;
    this.#trie = new Trie(part.nameOf('vocab'));
    for (const [token, id] of vocabulary.entries()) this.#trie.add(token, id);
  }

  /**
   * Id of the unknown token, which stands for characters that are not in the vocabulary; undefined if there is none.
   */
  get unknown(): number | undefined {
    return this.#unknown === NONE ? undefined : this.#unknown;
  }

  encode(words: readonly string[]): string[] {
    const tokens: string[] = [];
    for (const word of words) for (const token of this.#split(word)) tokens.push(token);
    return tokens;
  }

  #split(word: string): string[] {
    const points = codePointsOf(word);
    const [begins, ids] = this.#best(points);
    const tokens: string[] = [];
    let unknown = '';
    const finish = () => {
      if (unknown === '') return;
      const bytes = this.#hasBytes ? byteTokensOf(unknown, this.vocabulary) : null;
      tokens.push(...(bytes ?? [unknown]).toReversed());
      unknown = '';
    };
    for (let end = points.length; end > 0; end = begins[end]!) {
      const id = ids[end]!;
      if (id === this.#unknown) unknown = String.fromCodePoint(...points.subarray(begins[end], end)) + unknown;
      else {
        finish();
        tokens.push(this.vocabulary.tokenOf(id)!);
      }
    }
    finish();
    return tokens.reverse();
  }

  /**
   * Finds the best segmentation of each prefix of a text: the start and the id of the prefix's last token, by the
   * prefix's length.
   */
  #best(points: Int32Array): [begins: Int32Array, ids: Int32Array] {
    const begins = new Int32Array(points.length + 1);
    const ids = new Int32Array(points.length + 1);
    const sums = new Float64Array(points.length + 1).fill(-Infinity);
    sums[0] = 0;
    for (let begin = 0; begin < points.length; ++begin) {
      let hasSingle = false;
      const offer = (id: number, end: number) => {
        hasSingle ||= end === begin + 1;
        const sum = sums[begin]! + (this.#scores[id] ?? this.#unknownScore);
        if (sum > sums[end]!) [sums[end], begins[end], ids[end]] = [sum, begin, id];
      };
      this.#work.spend(this.#name, this.#trie.each(points, begin, offer) + 4);
      if (!hasSingle) offer(this.#unknown, begin + 1);
    }
    return [begins, ids];
  }
}
