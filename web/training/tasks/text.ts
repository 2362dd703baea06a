// Training task "text": at each character in an excerpt of the user's text, predict the next character.
import { below } from './random.js';
import type { Task } from './task.js';

const TOKENS = 48;
/** Maximum number of characters of the user's text, which keeps training fast enough. */
export const MAX_CHARACTERS = 20_000;
/** Minimum number of characters of the text: an excerpt, and the character to predict after it. */
export const MIN_CHARACTERS = TOKENS + 1;
/** Maximum number of distinct characters in the vocabulary, including □, which stands for all rarer ones. */
const MAX_VOCABULARY = 512;
const RARE = '□';

/**
 * Vocabulary of a text: its characters, the most frequent first. If there are too many, □ takes the place of the
 * rarest.
 */
function vocabularyOf(characters: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const character of characters) counts.set(character, (counts.get(character) ?? 0) + 1);
  const byFrequency = [...counts].sort(([, a], [, b]) => b - a).map(([character]) => character);
  return byFrequency.length <= MAX_VOCABULARY ? byFrequency : [...byFrequency.slice(0, MAX_VOCABULARY - 1), RARE];
}

/** Splits a text into characters, after collapsing white space. A text that is too short is repeated. */
function charactersOf(text: string): string[] {
  const characters = Array.from(text.replace(/\s+/g, ' ').trim()).slice(0, MAX_CHARACTERS);
  if (characters.length === 0) return charactersOf('…');
  while (characters.length < MIN_CHARACTERS) characters.push(' ', ...characters);
  return characters;
}

export function textTask(text: string): Task {
  const characters = charactersOf(text);
  const vocabulary = vocabularyOf(characters);
  const places = new Map(vocabulary.map((character, place) => [character, place]));
  const sequence = characters.map((character) => places.get(character) ?? vocabulary.length - 1);
  const mostFrequent = sequence.filter((place) => place === 0).length;
  return {
    name: 'text',
    vocabulary,
    tokens: TOKENS,
    // Accuracy of always predicting the most frequent character.
    chance: mostFrequent / sequence.length,
    defaults: {
      layers: 2,
      numHeads: 4,
      embedDim: 64,
      feedforwardDim: 128,
      positions: 'learned',
      learningRate: 0.003,
      batch: 16,
    },
    example: (random) => {
      const start = below(sequence.length - TOKENS, random);
      return {
        inputs: sequence.slice(start, start + TOKENS),
        targets: sequence.slice(start + 1, start + TOKENS + 1),
      };
    },
    attended: () => [],
  };
}
