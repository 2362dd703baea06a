// Vocabulary of a tokenizer: tokens by id, and ids by token.
import { describe, expectNumber, expectObject, expectString, expectWholeNumber } from '../../core/checks.js';
import type { Part } from './part.js';

/** Maximum number of ids in a vocabulary. The largest published ones have 900,000 tokens. */
const MAX_IDS = 2 ** 20;
/**
 * Maximum length of a token in characters. The longest tokens of well-known models are runs of a few hundred spaces or
 * signs.
 */
export const MAX_CHARACTERS = 1024;

export class Vocabulary {
  readonly #ids = new Map<string, number>();
  readonly #tokens: string[] = [];

  /** Number of ids in the vocabulary. Some of them may have no token. */
  get size(): number {
    return this.#tokens.length;
  }

  idOf(token: string): number | undefined {
    return this.#ids.get(token);
  }

  tokenOf(id: number): string | undefined {
    return this.#tokens[id];
  }

  entries(): Iterable<[token: string, id: number]> {
    return this.#ids;
  }

  /**
   * Adds a token to the vocabulary. Errors name the token, or `name` if the value is no token.
   * @throws TypeError or RangeError if the token is invalid or its id is taken
   */
  add(name: string, value: unknown, id: unknown): void {
    const token = expectToken(name, value);
    const isId = typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < MAX_IDS;
    const whole = isId ? id : expectWholeNumber(`${name}: the id of '${token.slice(0, 40)}'`, id, 0, MAX_IDS - 1);
    const other = this.#tokens[whole];
    if (other !== undefined && other !== token) {
      throw new RangeError(
        `${name}: expected one token with the id ${whole}, got ${describe(other)} and ${describe(token)}`,
      );
    }
    this.#tokens[whole] = token;
    this.#ids.set(token, whole);
  }
}

function expectToken(name: string, value: unknown): string {
  const token = expectString(name, value);
  if (token.length <= MAX_CHARACTERS) return token;
  throw new RangeError(`${name}: expected a token of at most ${MAX_CHARACTERS} characters, got ${token.length}`);
}

/** Reads the vocabulary from the field `vocab` of a tokenizer model, { token: id }. */
export function vocabularyOf(model: Part): Vocabulary {
  const name = model.nameOf('vocab');
  const vocabulary = new Vocabulary();
  const given = expectObject(name, model.fields['vocab']);
  for (const token of Object.keys(given)) vocabulary.add(name, token, given[token]);
  return vocabulary;
}

/** Reads the vocabulary from the field `vocab` of a Unigram model, [[token, score], …]. */
export function scoredVocabularyOf(model: Part): { vocabulary: Vocabulary; scores: Float64Array } {
  const vocabulary = new Vocabulary();
  const list = model.list('vocab', MAX_IDS);
  const scores = Float64Array.from(list, (entry, id) => {
    const name = `${model.nameOf('vocab')}[${id}]`;
    if (!Array.isArray(entry)) throw new TypeError(`${name}: expected a token and its score, got ${describe(entry)}`);
    vocabulary.add(name, entry[0], id);
    return expectNumber(`${name}[1]`, entry[1]);
  });
  if (scores.length === 0) throw new RangeError(`${model.nameOf('vocab')}: expected at least one token, got none`);
  return { vocabulary, scores };
}
