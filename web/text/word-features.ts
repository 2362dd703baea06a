// Features of a word, which are rows of the embedding table. The vocabulary is open: every word has features.
//
// The vector of a word is a sum of hashed vectors: those of the word itself (with two hashes, so that two words rarely
// have both in common) and those of its character n-grams (as in fastText: Bojanowski et al. 2017), which carry
// information about unseen words.

/** Numbers of rows in the embedding table: for whole words, which come first, and for n-grams. */
export interface Buckets {
  readonly words: number;
  readonly grams: number;
}

/** Rows of the embedding table, and the weights with which they add up to a word's vector. */
export interface WordFeatures {
  readonly rows: readonly number[];
  readonly weights: readonly number[];
}

let encoder: TextEncoder | null = null; // created on first use, because Jest's jsdom lacks it

/** Matches a text that contains a Chinese character. */
export const HAN = /\p{Script=Han}/u;

/** 32-bit FNV-1a hash of a text's UTF-8, with a final avalanche step. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of (encoder ??= new TextEncoder()).encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  value ^= value >>> 15;
  value = Math.imul(value, 0x2c1b3c6d);
  value ^= value >>> 12;
  return value >>> 0;
}

/**
 * n-grams of a word: in Chinese, characters and pairs of characters; in other scripts, 3- to 5-grams that include the
 * word's boundaries.
 */
function ngramsOf(word: string): string[] {
  const isHan = HAN.test(word);
  const characters = Array.from(isHan ? word : `<${word}>`);
  const lengths = isHan ? [1, 2] : [3, 4, 5];
  const grams = lengths.flatMap((length) =>
    Array.from({ length: Math.max(0, characters.length - length + 1) }, (_, start) =>
      characters.slice(start, start + length).join(''),
    ),
  );
  return grams.length > 0 ? grams : [characters.join('')];
}

/**
 * Embedding rows and weights of a word: weight 1 for each hash of the whole word, and 1/√n for each of its n n-grams.
 * Case is ignored.
 */
export function wordFeatures(word: string, { words, grams }: Buckets): WordFeatures {
  const plain = word.normalize('NFKC').toLowerCase().replaceAll('’', "'");
  const whole = ['1', '2'].map((salt) => hash(`${salt}\0${plain}`) % words);
  const inside = ngramsOf(plain).map((gram) => words + (hash(gram) % grams));
  return {
    rows: [...whole, ...inside],
    weights: [...whole.map(() => 1), ...inside.map(() => 1 / Math.sqrt(inside.length))],
  };
}
