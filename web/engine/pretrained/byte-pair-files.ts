// Tokenizer of a model that has vocab.json and merges.txt instead of tokenizer.json, as GPT-2 was published: byte-level
// BPE (Radford et al. 2019). These files do not contain the special tokens, which depend on the model family.
import { byteLevel } from './byte-level.js';
import { describe, expectObject } from '../core/checks.js';
import { readJson } from './json-file.js';
import type { ByteSource } from '../weights/reading.js';
import type { FamilyName } from './families/index.js';

/** Maximum number of lines in merges.txt. The longest such files have a quarter of a million. */
const MAX_LINES = 2 ** 20;
const NEWLINE = 0x0a;

/** Contents of a byte-pair tokenizer's two files, vocab.json and merges.txt. */
export class BytePairFiles {
  readonly #vocabulary: unknown;
  readonly #merges: readonly string[];

  private constructor(vocabulary: unknown, merges: readonly string[]) {
    this.#vocabulary = vocabulary;
    this.#merges = merges;
  }

  /**
   * Reads the two files of a byte-pair tokenizer.
   * @param most maximum size of each file in bytes
   * @param live called after each file is read; reading stops if it throws
   * @throws TypeError or RangeError that names the invalid file
   */
  static async read(vocab: ByteSource, merges: ByteSource, most: number, live: () => unknown): Promise<BytePairFiles> {
    const vocabulary = await readJson('tokenizer.vocab', vocab, most, live);
    return new BytePairFiles(vocabulary, await readMerges('tokenizer.merges', merges, most, live));
  }

  /**
   * Converts the contents of vocab.json and merges.txt to the equivalent contents of a tokenizer.json.
   * @throws TypeError if the family uses another kind of tokenizer or lacks special tokens
   */
  asTokenizer(family: FamilyName): object {
    const vocab = expectObject('tokenizer.vocab', this.#vocabulary);
    const { special, before = null, after = null } = specialTokensOf(family);
    const idOf = (token: string): unknown => {
      if (Object.hasOwn(vocab, token)) return vocab[token];
      throw new TypeError(
        `tokenizer.vocab: expected the token '${token}', which begins or ends the texts of ${family}`,
      );
    };
    const item = (token: string) => ({ SpecialToken: { id: token, type_id: 0 } });
    const around = [before, after].filter((token) => token !== null);
    return {
      version: '1.0',
      added_tokens: special
        .filter((content) => Object.hasOwn(vocab, content))
        .map((content) => ({ ...AS_WRITTEN, content, id: vocab[content], lstrip: content === MASK })),
      normalizer: null,
      pre_tokenizer: byteLevel(true),
      model: { type: 'BPE', vocab, merges: this.#merges },
      post_processor: {
        type: 'TemplateProcessing',
        single: [
          ...(before ? [item(before)] : []),
          { Sequence: { id: 'A', type_id: 0 } },
          ...(after ? [item(after)] : []),
        ],
        special_tokens: Object.fromEntries(
          around.map((token) => [token, { id: token, ids: [idOf(token)], tokens: [token] }]),
        ),
      },
      decoder: { type: 'ByteLevel' },
    };
  }
}

/** Mask token of RoBERTa and BART, which includes the space before it. */
const MASK = '<mask>';
const AS_WRITTEN = { special: true, single_word: false, rstrip: false, normalized: false } as const;

interface SpecialTokens {
  readonly special: readonly string[];
  /** Special token that precedes each text; `after` is the one that follows it. */
  readonly before?: string;
  readonly after?: string;
}

const OF_GPT2: SpecialTokens = { special: ['<|endoftext|>'] };
const OF_ROBERTA: SpecialTokens = {
  special: ['<s>', '<pad>', '</s>', '<unk>', MASK],
  before: '<s>',
  after: '</s>',
};
/**
 * Special tokens of the model families that are published with vocab.json and merges.txt; these files do not contain
 * them.
 */
const SPECIAL: Readonly<Partial<Record<FamilyName, SpecialTokens>>> = {
  gpt2: OF_GPT2,
  gpt_neo: OF_GPT2,
  opt: { special: ['<s>', '<pad>', '</s>', '<unk>'], before: '</s>' },
  roberta: OF_ROBERTA,
  bart: OF_ROBERTA,
};

function specialTokensOf(family: FamilyName): SpecialTokens {
  const known = SPECIAL[family];
  if (known) return known;
  throw new TypeError(
    `tokenizer: expected tokenizer.json for a model of the family ${family}, got vocab.json and merges.txt, which are read for ${Object.keys(SPECIAL).join(', ')}`,
  );
}

/** Reads the token pairs in merges.txt, in order of priority. Lines that begin with `#version` state the format. */
async function readMerges(name: string, source: ByteSource, most: number, live: () => unknown): Promise<string[]> {
  try {
    const bytes = await source.read(0, most + 1);
    live();
    if (bytes.length > most) throw new RangeError(`${name}: expected at most ${most} bytes, got more`);
    const lines = bytes.reduce((count, byte) => count + Number(byte === NEWLINE), 1);
    if (lines > MAX_LINES) throw new RangeError(`${name}: expected at most ${MAX_LINES} lines, got ${lines}`);
    return textOf(name, bytes)
      .split('\n')
      .flatMap((line, at) => pairIn(`${name}: line ${at + 1}`, line));
  } finally {
    source.close?.();
  }
}

function textOf(name: string, bytes: AllowSharedBufferSource): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new TypeError(`${name}: expected a text in UTF-8`);
  }
}

function pairIn(name: string, line: string): string[] {
  const pair = line.replace(/\r$/, '');
  if (pair === '' || pair.startsWith('#version')) return [];
  if (/^[^ ]+ [^ ]+$/.test(pair)) return [pair];
  throw new TypeError(`${name}: expected two tokens with a space between them, got ${describe(pair)}`);
}
