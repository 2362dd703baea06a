// A word → rows of the embedding table: an open vocabulary, in which no word is unknown.
//
// A word's vector is the sum of hashed vectors: of the word itself (by two hashes, so that two words seldom share both)
// and of its character n-grams (as fastText has them: Bojanowski et al. 2017), which carry what an unseen word is like.

/** How many rows of the embedding table belong to whole words (the first ones) and how many to n-grams. */
export interface Buckets {
  readonly words: number;
  readonly grams: number;
}

/** The rows whose weighted sum is the vector of a word. */
export interface WordFeatures {
  readonly rows: readonly number[];
  readonly weights: readonly number[];
}

let encoder: TextEncoder | null = null; // made when first used: Jest's jsdom has none

/** Whether there is a Chinese character in a text. */
export const HAN = /\p{Script=Han}/u;

/** FNV-1a over the UTF-8 of a text, with a final avalanche of its bits. An integer of 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of (encoder ??= new TextEncoder()).encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  value ^= value >>> 15;
  value = Math.imul(value, 0x2c1b3c6d);
  value ^= value >>> 12;
  return value >>> 0;
}

/** What is hashed of a word's inside: characters and pairs of Chinese, 3- to 5-grams of other scripts with the word's ends. */
function gramsOf(word: string): string[] {
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

/** The rows and weights of a word: 1 for each hash of the whole, 1/√n for each of n n-grams. Capitals count as small. */
export function wordFeatures(word: string, { words, grams }: Buckets): WordFeatures {
  const plain = word.normalize('NFKC').toLowerCase().replaceAll('’', "'");
  const whole = ['1', '2'].map((salt) => hash(`${salt}\0${plain}`) % words);
  const inside = gramsOf(plain).map((gram) => words + (hash(gram) % grams));
  return {
    rows: [...whole, ...inside],
    weights: [...whole.map(() => 1), ...inside.map(() => 1 / Math.sqrt(inside.length))],
  };
}
