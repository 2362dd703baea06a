// A model's own tokenizer, by @huggingface/tokenizers, which is loaded with the first model that has one.
import { describe, expectObject, expectString, expectWholeNumber } from '../core/checks.js';
import { PrecompiledNormalizer } from './precompiled-normalizer.js';
import { nameOf } from './token-name.js';
import { bytesOfToken, spansOf, type Span, type Writing } from './token-spans.js';

/** A token of a model, and where it stands in the text, in UTF-16 units. */
export interface ModelToken extends Span {
  /** Its row in the embedding table. */
  readonly id: number;
  /** The part of the text, or what the token stands for where it is not in it: '<s>', an incomplete character, '⟨50300⟩'. */
  readonly text: string;
}

/** What is used of the library. Its own declarations name files that it does not have. */
interface Tokenizer {
  encode: (text: string) => { ids: number[]; tokens: string[] };
  decode: (ids: number[], options: { skip_special_tokens: boolean }) => string;
  id_to_token: (id: number) => string | undefined;
  get_added_tokens_decoder: () => Map<number, { special: boolean }>;
  normalizer: Normalizer | null;
}
interface Normalizer {
  config: { type: string; precompiled_charsmap?: string };
  /** Those of a sequence. */
  normalizers?: readonly Normalizer[];
  normalize: (text: string) => string;
}
interface Library {
  Tokenizer: new (tokenizer: object, config: object) => Tokenizer;
}

/** Characters that a tokenizer may put in place of one of a text, or before it. */
const MAX_INSERTED = 256;
const INSERTED = /^(replacement|content|prepend)$/;

export class SubwordTokenizer {
  readonly #tokenizer: Tokenizer;
  readonly #writing: Writing;
  readonly #special: ReadonlySet<number>;
  /** The text that was split last: what goes on with a text asks for its tokens several times. */
  #last: { text: string; tokens: readonly ModelToken[] } | null = null;
  readonly #shown = new Map<number, string>();

  /** The number of ids that the model knows. */
  readonly #vocabulary: number;

  private constructor(tokenizer: Tokenizer, writing: Writing, vocabulary: number) {
    this.#tokenizer = tokenizer;
    useCharsmaps(tokenizer.normalizer);
    this.#writing = writing;
    this.#vocabulary = vocabulary;
    const added = [...tokenizer.get_added_tokens_decoder()];
    this.#special = new Set(added.filter(([, { special }]) => special).map(([id]) => id));
  }

  /**
   * @param value the contents of tokenizer.json
   * @param vocabulary the number of ids that the model knows
   * @throws TypeError or RangeError if it is not a tokenizer; what is wrong in it may show when it is used
   */
  static async load(value: unknown, vocabulary: number): Promise<SubwordTokenizer> {
    const json = expectObject('tokenizer', value);
    const { Tokenizer } = (await import('@huggingface/tokenizers')) as unknown as Library;
    return orUnusable(() => {
      expectShortInsertions(json);
      return new SubwordTokenizer(new Tokenizer(json, {}), writingOf(json), vocabulary);
    });
  }

  /** The tokens of a text, with those that the model has before and after it. */
  encode(text: string): ModelToken[] {
    expectString('text', text);
    if (this.#last?.text !== text) this.#last = { text, tokens: this.#split(text) };
    return [...this.#last.tokens];
  }

  #split(text: string): ModelToken[] {
    const { ids, tokens } = orUnusable(() => this.#tokenizer.encode(text));
    ids.forEach((id, index) => {
      expectString(`tokenizer: token ${index} of the text`, tokens[index]);
      expectWholeNumber(`tokenizer: the id of '${tokens[index]!.slice(0, 40)}'`, id, 0, this.#vocabulary - 1);
    });
    const spans = spansOf(
      text,
      ids.map((id, index) => (this.#special.has(id) ? null : tokens[index]!)),
      this.#writing,
    );
    return ids.map((id, index) => {
      const span = spans[index]!;
      return { id, text: text.slice(span.start, span.end) || this.show(id), ...span };
    });
  }

  /** The text of tokens, without special ones and those that have none. An incomplete character at the end is left out. */
  decode(ids: readonly number[]): string {
    const known = ids.filter((id) => this.#tokenizer.id_to_token(id) !== undefined);
    if (known.length === 0) return '';
    const text = orUnusable(() => this.#tokenizer.decode(known, { skip_special_tokens: true }));
    return text.replace(/\uFFFD+$/u, '');
  }

  /** A token alone, as it is shown: with its space, an incomplete character as its bytes, one without a text as its id. */
  show(id: number): string {
    const known = this.#shown.get(id);
    if (known !== undefined) return known;
    const shown = this.#read(id) || nameOf(id);
    this.#shown.set(id, shown);
    return shown;
  }

  #read(id: number): string {
    const token = expectString(`tokenizer: token ${id}`, this.#tokenizer.id_to_token(id) ?? '');
    if (this.#special.has(id)) return token;
    const bytes = Uint8Array.from(bytesOfToken(token, this.#writing));
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      return Array.from(bytes, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
    }
  }
}

/** Puts the maps of characters that a tokenizer has in place of the library's idea of them. */
function useCharsmaps(normalizer: Normalizer | null): void {
  for (const part of normalizer?.normalizers ?? []) useCharsmaps(part);
  const charsmap = normalizer?.config.type === 'Precompiled' && normalizer.config.precompiled_charsmap;
  if (!charsmap) return;
  const precompiled = new PrecompiledNormalizer(charsmap);
  normalizer.normalize = (text) => precompiled.normalize(text);
}

/** What the library does. @throws TypeError with its reason if it cannot: what it reads, it does not check */
function orUnusable<Result>(use: () => Result): Result {
  try {
    return use();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : describe(cause);
    throw new TypeError(`tokenizer: expected a tokenizer.json of Hugging Face: ${reason}`, { cause });
  }
}

/** @throws RangeError if a text would become so long that splitting it takes hundreds of megabytes */
function expectShortInsertions({ normalizer, pre_tokenizer: preTokenizer }: Record<string, unknown>): void {
  JSON.stringify({ normalizer, preTokenizer }, (key, value: unknown) => {
    if (INSERTED.test(key) && typeof value === 'string' && value.length > MAX_INSERTED) {
      throw new RangeError(`${key}: at most ${MAX_INSERTED} characters, got ${value.length}`);
    }
    return value;
  });
}

function writingOf(json: Record<string, unknown>): Writing {
  const decoder = JSON.stringify(json['decoder'] ?? null);
  if (decoder.includes('"ByteLevel"')) return 'bytes';
  return decoder.includes('"WordPiece"') ? 'wordpiece' : 'metaspace';
}
