// Converts the tokenizer of a GGUF file to an equivalent Hugging Face tokenizer.json.
import { byteLevel } from './byte-level.js';
import { expectArray, expectOneOf, expectString, expectWholeNumber } from '../core/checks.js';

const MAX_TOKENS = 2 ** 22;
/**
 * Maximum length of a subword in characters. SentencePiece allows 16 by default. All splits of a subword into two are
 * tried, to find its merges.
 */
const MAX_CHARACTERS = 256;
/**
 * Maximum of the sum of the subwords' squared lengths, the number of characters in all their splits. Llama's tokenizer
 * has 2 million.
 */
const MAX_CUT = 2 ** 25;

/** Numbers by which the GGUF key tokenizer.ggml.token_type marks tokens as unknown, control or user-defined. */
const [UNKNOWN, CONTROL, USER_DEFINED] = [2, 3, 4];

/**
 * Converts a GGUF file's tokenizer to the contents of a tokenizer.json.
 * @throws TypeError or RangeError that names the unsupported key
 */
export function tokenizerOfGguf(metadata: ReadonlyMap<string, unknown>): object {
  const keys = new TokenizerKeys(metadata);
  const kind = expectOneOf('weights: tokenizer.ggml.model', keys.value('model'), ['gpt2', 'llama']);
  const tokens = keys.texts('tokens');
  const types = keys.has('token_type') ? keys.list('token_type') : [];
  const first = (keys.value('add_bos_token') ?? kind === 'llama') ? keys.token('bos_token_id', tokens.length) : null;
  return {
    version: '1.0',
    added_tokens: tokens.flatMap((content, id) => {
      const special = types[id] === CONTROL || types[id] === UNKNOWN;
      return special || types[id] === USER_DEFINED ? [{ id, content, special, ...AS_WRITTEN }] : [];
    }),
    ...(kind === 'gpt2' ? bytePairs(tokens, keys) : subwords(tokens, keys)),
    post_processor: first === null ? null : beginningWith(tokens[first]!, first),
  };
}

const AS_WRITTEN = { single_word: false, lstrip: false, rstrip: false, normalized: false };

class TokenizerKeys {
  readonly #metadata: ReadonlyMap<string, unknown>;

  constructor(metadata: ReadonlyMap<string, unknown>) {
    this.#metadata = metadata;
  }

  has(key: string): boolean {
    return this.value(key) !== undefined;
  }

  value(key: string): unknown {
    return this.#metadata.get(`tokenizer.ggml.${key}`);
  }

  list(key: string): readonly unknown[] {
    return expectArray(`weights: tokenizer.ggml.${key}`, this.value(key), MAX_TOKENS);
  }

  texts(key: string): string[] {
    return this.list(key).map((text, index) => expectString(`weights: tokenizer.ggml.${key}[${index}]`, text));
  }

  token(key: string, tokens: number): number {
    return expectWholeNumber(`weights: tokenizer.ggml.${key}`, this.value(key), 0, tokens - 1);
  }
}

const vocabularyOf = (tokens: readonly string[]): Record<string, number> =>
  Object.fromEntries(tokens.map((token, id) => [token, id]));

const beginningWith = (token: string, id: number): object => ({
  type: 'TemplateProcessing',
  single: [{ SpecialToken: { id: token, type_id: 0 } }, { Sequence: { id: 'A', type_id: 0 } }],
  pair: [],
  special_tokens: { [token]: { id: token, ids: [id], tokens: [token] } },
});

/**
 * Pre-tokenizer that splits a text into words with a preceding sign or space, numbers, signs, line ends and spaces.
 * @param numbers regular expression of a number
 */
function cutWithNumbers(numbers: string): object {
  const alternatives = [
    String.raw`(?i:'s|'t|'re|'ve|'m|'ll|'d)`,
    String.raw`[^\r\n\p{L}\p{N}]?\p{L}+`,
    numbers,
    String.raw` ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
  ];
  return { type: 'Split', pattern: { Regex: alternatives.join('|') }, behavior: 'Isolated', invert: false };
}

/**
 * Pre-tokenizers in the format of tokenizer.json, by llama.cpp's names for the rules that they follow
 * (llama-vocab.cpp).
 */
const CUTS = {
  'gpt-2': [byteLevel(true)],
  smollm: [{ type: 'Digits', individual_digits: true }, byteLevel(true)],
  qwen2: [cutWithNumbers(String.raw`\p{N}`), byteLevel(false)],
  'llama-bpe': [cutWithNumbers(String.raw`\p{N}{1,3}`), byteLevel(false)],
} as const;

function bytePairs(tokens: readonly string[], keys: TokenizerKeys): object {
  const names = Object.keys(CUTS) as (keyof typeof CUTS)[];
  const cut = expectOneOf('weights: tokenizer.ggml.pre', keys.value('pre') ?? 'gpt-2', names);
  return {
    normalizer: null,
    pre_tokenizer: { type: 'Sequence', pretokenizers: CUTS[cut] },
    model: { type: 'BPE', vocab: vocabularyOf(tokens), merges: keys.texts('merges') },
    decoder: { type: 'ByteLevel' },
  };
}

// Character that stands for a space in SentencePiece's subwords (Kudo & Richardson 2018). SentencePiece merges adjacent
// subwords, first the pair with the highest score.

const SPACE = '▁';

function subwords(tokens: readonly string[], keys: TokenizerKeys): object {
  const vocabulary = new Map(tokens.map((token, id) => [token, id]));
  const scores = keys.list('scores').map(Number);
  const begin = keys.value('add_space_prefix') === false ? [] : [{ type: 'Prepend', prepend: SPACE }];
  return {
    normalizer: {
      type: 'Sequence',
      normalizers: [...begin, { type: 'Replace', pattern: { String: ' ' }, content: SPACE }],
    },
    pre_tokenizer: null,
    model: {
      type: 'BPE',
      vocab: vocabularyOf(tokens),
      byte_fallback: true,
      fuse_unk: true,
      unk_token: keys.has('unknown_token_id') ? tokens[keys.token('unknown_token_id', tokens.length)] : null,
      merges: pairsByScore(tokens, vocabulary, scores),
    },
    decoder: {
      type: 'Sequence',
      decoders: [
        { type: 'Replace', pattern: { String: SPACE }, content: ' ' },
        { type: 'ByteFallback' },
        { type: 'Fuse' },
        ...(begin.length > 0 ? [{ type: 'Strip', content: ' ', start: 1, stop: 0 }] : []),
      ],
    },
  };
}

/** Pairs of subwords that make up another subword when joined, in descending order of that subword's score. */
function pairsByScore(
  tokens: readonly string[],
  vocabulary: ReadonlyMap<string, number>,
  scores: readonly number[],
): [string, string][] {
  let cutUp = 0;
  return tokens
    .flatMap((token, id) => {
      const characters = Array.from(token);
      if (characters.length > MAX_CHARACTERS) {
        throw new RangeError(
          `weights: tokenizer.ggml.tokens[${id}]: expected at most ${MAX_CHARACTERS} characters, got ${characters.length}`,
        );
      }
      cutUp += characters.length ** 2;
      if (cutUp > MAX_CUT) {
        throw new RangeError(`weights: tokenizer.ggml.tokens: expected ${MAX_CUT} characters of their parts, got more`);
      }
      let cut = 0;
      return characters.slice(1).flatMap((_, at) => {
        cut += characters[at]!.length;
        const [left, right] = [token.slice(0, cut), token.slice(cut)];
        const [leftId, rightId] = [vocabulary.get(left), vocabulary.get(right)];
        if (leftId === undefined || rightId === undefined) return [];
        return [{ pair: [left, right] as [string, string], id, leftId, rightId }];
      });
    })
    .sort((a, b) => scores[b.id]! - scores[a.id]! || a.id - b.id || a.leftId - b.leftId || a.rightId - b.rightId)
    .map(({ pair }) => pair);
}
