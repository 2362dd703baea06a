// A tokenizer as defined by tokenizer.json. The work for a text is limited: every field is checked when the file is
// loaded, and every step of tokenization counts its work.
import { expectText } from '../../core/checks.js';
import { addedTokensOf, Splitter, type AddedToken } from './added-tokens.js';
import { decoderOf, lengthOf, writingOf, type DecodeStep } from './decoders.js';
import { importLibrary } from './library.js';
import { modelOf, type TokenModel } from './models.js';
import { normalizerOf, type TextStep } from './normalizers.js';
import { Part } from './part.js';
import { preTokenizerOf, type SplitTexts } from './pre-tokenizers.js';
import { templateOf, type Template } from './template.js';
import { Work } from './work.js';
import type { Writing } from '../token-spans.js';
import type { Tools } from './pattern.js';

export class Tokenizer {
  /** Ids of the special tokens, such as '<s>', which stand for no part of a text. */
  readonly special: ReadonlySet<number>;
  /** Notation in which the tokenizer writes its tokens. */
  readonly writing: Writing;
  readonly #work: Work;
  readonly #model: TokenModel;
  readonly #added: ReadonlyMap<string, AddedToken>;
  /** Splitter at the added tokens that are matched in the original text; `#normalized`: in the normalized text. */
  readonly #given: Splitter;
  readonly #normalized: Splitter;
  readonly #normalize: TextStep;
  readonly #preTokenize: SplitTexts;
  readonly #template: Template;
  readonly #decode: DecodeStep | null;
  readonly #suffix: string;
  readonly #unknown: string | null;

  private constructor(file: Part, tools: Tools) {
    const { work } = tools;
    const model = file.part('model');
    const [normalizer, preTokenizer] = [file.optional('normalizer'), file.optional('pre_tokenizer')];
    const [template, decoder] = [file.optional('post_processor'), file.optional('decoder')];
    this.#work = work;
    work.begin(0);
    this.#normalize = normalizer ? normalizerOf(normalizer, tools) : (text) => text;
    this.#preTokenize = preTokenizer ? preTokenizerOf(preTokenizer, tools) : (texts) => texts;
    this.#template = template ? templateOf(template) : { before: [], after: [] };
    this.#model = modelOf(model, work);
    this.#unknown = model.has('unk_token') ? model.text('unk_token') : null;
    this.#suffix = model.text('end_of_word_suffix', '');
    const added = addedTokensOf(file, this.#model.vocabulary);
    const isNormalized = (token: AddedToken) => token.isNormalized && normalizer !== null;
    const normalized = added.filter(isNormalized);
    const name = file.nameOf('added_tokens');
    work.begin(lengthOf(normalized.map(({ content }) => content)));
    this.#given = new Splitter(
      name,
      added.filter((token) => !isNormalized(token)),
      (text) => text,
      work,
    );
    this.#normalized = new Splitter(name, normalized, this.#normalize, work);
    this.#added = new Map(added.map((token) => [token.content, token]));
    this.special = new Set(added.filter(({ isSpecial }) => isSpecial).map(({ id }) => id));
    this.writing = decoder ? writingOf(decoder) : 'metaspace';
    this.#decode = decoder && decoderOf(decoder, tools, (token) => this.#added.has(token));
  }

  /**
   * Creates a tokenizer from the contents of a tokenizer.json.
   * @throws TypeError or RangeError that names the invalid key of tokenizer.json
   */
  static async load(value: unknown): Promise<Tokenizer> {
    const file = new Part('tokenizer', value);
    return new Tokenizer(file, { library: await importLibrary(), work: new Work() });
  }

  tokenOf(id: number): string | undefined {
    return this.#model.vocabulary.tokenOf(id);
  }

  /**
   * Encodes a text, with the special tokens before and after it. The id of a token that is not in the vocabulary is
   * that of the unknown token; undefined if there is none.
   * @throws RangeError that names the step that takes too long, or produces too much text
   */
  encode(text: string): { tokens: string[]; ids: (number | undefined)[] } {
    expectText('text', text);
    this.#work.begin(text.length);
    const { before, after } = this.#template;
    const { vocabulary } = this.#model;
    const unknown = this.#model.unknown ?? (this.#unknown === null ? undefined : vocabulary.idOf(this.#unknown));
    const ofText = Array.from(this.#split(text), (token) => ({ token, id: vocabulary.idOf(token) ?? unknown }));
    const all = [...before, ...ofText, ...after];
    return { tokens: all.map(({ token }) => token), ids: all.map(({ id }) => id) };
  }

  /**
   * Converts token ids to text, without the special tokens.
   * @throws RangeError that names the step that takes too long, or produces too much text
   */
  decode(ids: readonly number[]): string {
    const tokens = ids.filter((id) => !this.special.has(id)).map((id) => this.tokenOf(id) ?? this.#unknown ?? '');
    this.#work.begin(lengthOf(tokens));
    const decoded = this.#decode ? this.#decode(tokens).join('') : tokens.join(' ');
    if (this.#suffix === '') return withoutSpacesBeforeSigns(decoded);
    return withoutSpacesBeforeSigns(decoded.replaceAll(this.#suffix, ' ').trim());
  }

  /**
   * True if normalization keeps the first character of a text rather than removing it. It is tested in front of a
   * letter.
   */
  #keepsFirst(text: string): boolean {
    const first = String.fromCodePoint(text.codePointAt(0)!);
    return this.#normalize(`${first}x`) !== this.#normalize('x');
  }

  *#split(text: string): Iterable<string> {
    for (const [index, section] of this.#given.split(text).entries()) {
      if (typeof section !== 'string') {
        yield section.content;
        continue;
      }
      const isBegin = index === 0 && this.#keepsFirst(section);
      for (const [place, part] of this.#normalized.split(this.#normalize(section)).entries()) {
        if (typeof part === 'string') {
          const words = this.#preTokenize([part], isBegin && place === 0);
          yield* this.#model.encode(words.filter((word) => word !== ''));
        } else yield part.content;
      }
    }
  }
}

/** Removes spaces before punctuation, as `clean_up_tokenization` of transformers does. */
const withoutSpacesBeforeSigns = (text: string): string =>
  text
    .replace(/ ([.?!,])/g, '$1')
    .replaceAll(" ' ", "'")
    .replace(/ (n't|'m|'s|'ve|'re)/g, '$1');
