// Tokenizers from files finish soon, whatever they do to a text. The error for an invalid tokenizer.json names the key
// that is wrong.
import { readFileSync } from 'node:fs';
import { engines } from '../engine/engines.mjs';
import { about } from '../about.mjs';

const engine = engines.simd;
const read = (part) => new Blob([readFileSync(new URL(`../fixtures/models/llama/${part}`, import.meta.url))]);

/**
 * Limit of the CPU time per text in milliseconds. It is generous, for slow machines: if the time grew faster than
 * linearly with the text, it would be minutes.
 */
const MAX_MILLISECONDS = 5000;

/** Result or error of the function `use`. Fails if the function takes longer than MAX_MILLISECONDS of CPU time. */
async function soon(use) {
  const start = process.cpuUsage();
  const outcome = await Promise.resolve()
    .then(use)
    .catch((error) => error);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(MAX_MILLISECONDS);
  return outcome;
}

/** Contents of a tokenizer.json whose tokens are single characters, with some parts replaced. */
function json(parts = {}) {
  const vocab = Object.fromEntries([...'▁abcdefgh'].map((token, id) => [token, id]));
  const none = { added_tokens: [], normalizer: null, pre_tokenizer: null, post_processor: null, decoder: null };
  return { ...none, model: { type: 'BPE', vocab, merges: [], unk_token: '▁' }, ...parts };
}

const load = (parts) =>
  engine.loadPretrained({
    weights: read('model.safetensors'),
    config: read('config.json'),
    tokenizer: new Blob([JSON.stringify(json(parts))]),
  });

/** Tokens of a text with a tokenizer.json that has these parts, or the error. */
async function tokens(parts, text) {
  const model = await load(parts);
  try {
    return await soon(() => model.tokenize(text));
  } finally {
    model.dispose();
  }
}

const split = (Regex, more = {}) => ({
  pre_tokenizer: { type: 'Split', pattern: { Regex }, behavior: 'Isolated', invert: false, ...more },
});
const sequence = (...normalizers) => ({ normalizer: { type: 'Sequence', normalizers } });
const replace = (from, content) => ({ type: 'Replace', pattern: { String: from }, content });
const LONG = 2 ** 17; // the maximum number of characters that is accepted

describe('a pattern ends soon', () => {
  test.each([
    ['(a+)+$', 'a'.repeat(28) + 'b'],
    ['(a+)+$', 'a'.repeat(LONG - 1) + 'b'],
    ['(a|a)*$', 'a'.repeat(LONG - 1) + 'b'],
    ['(a|b|ab)*c', 'ab'.repeat(LONG / 2)],
    [String.raw`\s+$`, ' '.repeat(LONG - 1) + 'x'],
    ['a+b|a', 'a'.repeat(LONG)],
    ['(?=.*x)a', 'a'.repeat(LONG - 1) + 'x'],
    ['(?<=x.*)a', 'x' + 'a'.repeat(LONG - 1)],
    ['(?:a?){200}a{200}', 'a'.repeat(LONG)],
    ['(?:(?:(?:a{1,9}){1,4}){1,4})b', 'a'.repeat(LONG)],
    [String.raw`(?i:\b\w+\b|\p{L}+?x)+`, 'ab '.repeat(40_000)],
  ])('%s', async (pattern, text) => {
    await tokens(split(pattern), text);
    await tokens(sequence({ type: 'Replace', pattern: { Regex: pattern }, content: 'a' }), text);
  });

  test('and gives what it does in a few characters', async () => {
    const found = await tokens(split('(a+)+b', { behavior: 'Removed' }), 'caabcaa');
    expect(found.map(({ text }) => text).join('')).toBe('ccaa');
  });

  test('every step of a long text, too', async () => {
    const steps = [...'abcdefgh'].map((letter) => ({
      type: 'Replace',
      pattern: { Regex: `${letter}+` },
      content: 'a',
    }));
    const found = await tokens(sequence(...steps, ...steps), 'abcdefgh'.repeat(LONG / 8));
    expect(found.length ?? found.message).toBe(1);
  });
});

describe('what grows', () => {
  test.each([
    [
      'Replace',
      sequence(...new Array(7).fill(replace('a', 'aaaaaaaa'))),
      /normalizers\[3\]: .*at most 1088 characters/,
    ],
    [
      'a pattern',
      sequence(...new Array(7).fill({ ...replace('', 'aaa'), pattern: { Regex: '(?=a)' } })),
      /normalizers\[/,
    ],
    ['Prepend', sequence(...new Array(200).fill({ type: 'Prepend', prepend: 'a'.repeat(256) })), /normalizers\[4\]/],
    [
      'bytes of bytes',
      {
        pre_tokenizer: { type: 'Sequence', pretokenizers: new Array(40).fill({ type: 'ByteLevel', use_regex: false }) },
      },
      /pretokenizers\[\d+\]: expected to make at most \d+ characters/,
    ],
    [
      'spaces before words',
      {
        pre_tokenizer: {
          type: 'Sequence',
          pretokenizers: [
            { type: 'Split', pattern: { Regex: '.' }, behavior: 'Isolated' },
            { type: 'Metaspace', replacement: '▁'.repeat(200), prepend_scheme: 'always' },
          ],
        },
      },
      /pretokenizers\[1\]: expected to make at most/,
    ],
  ])('is named: %s', async (_, parts, message) => {
    const text = /bytes/.test(_) ? 'é' : /spaces/.test(_) ? 'a'.repeat(2000) : 'a';
    const error = await tokens(parts, text);
    expect(error.message).toMatch(/^tokenizer\.(normalizer|pre_tokenizer)\./);
    expect(error.message).toMatch(message);
  });

  test('is named where tokens become a text, too', async () => {
    const decoders = new Array(8).fill(replace('a', 'aaaaaaaa'));
    const model = await load({ decoder: { type: 'Sequence', decoders } });
    const error = await soon(() => [...model.generate([1, 1, 1], { maxTokens: 30 })]);
    expect(error.message).toMatch(/^tokenizer\.decoder\.decoders\[\d\]: expected to make/);
    model.dispose();
  });

  test('a text of more characters than any model reads', async () => {
    const error = await tokens({}, 'a'.repeat(LONG + 1));
    expect(error.message).toMatch(about('text', 131073));
  });
});

describe('a vocabulary ends soon', () => {
  const rows = (count) => Array.from({ length: count }, (_, length) => 'a'.repeat(length + 1));
  const ids = (list) => Object.fromEntries(list.map((token, id) => [token, id]));
  const text = 'a'.repeat(LONG);

  test.each([
    ['BPE', { vocab: ids(rows(1024)), merges: rows(1023).map((row) => [row, 'a']) }],
    [
      'BPE',
      { vocab: ids(rows(1024)), merges: Array.from({ length: 10 }, (_, at) => new Array(2).fill('a'.repeat(2 ** at))) },
    ],
    ['Unigram', { vocab: rows(1024).map((row, at) => [row, -at]), unk_id: 0 }],
    ['Unigram', { vocab: [['?', 0]], unk_id: 0 }],
    ['WordPiece', { vocab: ids(['?', 'a', ...rows(1021).map((row) => `##${row}b`), '##a']), unk_token: '?' }],
    ['WordPiece', { vocab: ids(['?', 'a', '##a']), unk_token: '?', max_input_chars_per_word: 4096 }],
    ['WordLevel', { vocab: ids(['x'.repeat(256)]), unk_token: 'x'.repeat(256) }],
  ])('%s', async (type, model) => {
    const cut = { type: 'FixedLength', length: 4000 };
    await tokens({ model: { type, ...model }, pre_tokenizer: cut }, text);
    await tokens({ model: { type, ...model } }, text);
    await tokens({ model: { type, ...model }, ...split('.') }, text);
  });

  test('added tokens that are nearly found everywhere', async () => {
    const added = rows(256).map((row, id) => ({ id, content: `${row}b`.slice(-256), special: true }));
    await tokens({ model: { type: 'WordLevel', vocab: {} }, added_tokens: added }, text);
  });
});

test('a file of lists in lists ends soon', async () => {
  const open = (character, count) => new Blob([character.repeat(count)]);
  const files = { weights: read('model.safetensors'), config: read('config.json') };
  for (const tokenizer of [open('[', 2 ** 25), open('[],', 2 ** 24), open('1,', 2 ** 24)]) {
    const error = await soon(() => engine.loadPretrained({ ...files, tokenizer }));
    expect(error.message).toBe('tokenizer: expected at most 4194304 values, got more');
  }
  const error = await soon(() => engine.loadPretrained({ ...files, tokenizer: open('[', 2 ** 22) }));
  expect(error.message).toBe('tokenizer: expected valid JSON');
});

describe('what is wrong is refused by key', () => {
  const model = (change) => ({ model: { ...json().model, ...change } });
  const nested = (depth) => (depth === 0 ? { type: 'NFC' } : { type: 'Sequence', normalizers: [nested(depth - 1)] });

  test.each([
    ['no model', { model: null }, about('tokenizer.model', null)],
    ['a model of another kind', model({ type: 'Tiktoken' }), about('tokenizer.model.type', 'Tiktoken')],
    ['pairs that are no list', model({ merges: {} }), about('tokenizer.model.merges')],
    ['a pair of one token', model({ merges: ['a b', 'ab'] }), about('tokenizer.model.merges[1]', 'ab')],
    [
      'an id that is a text',
      model({ vocab: { c: '1' } }),
      "tokenizer.model.vocab: the id of 'c': expected a number, got the string '1'",
    ],
    ['two tokens with one id', model({ vocab: { a: 0, b: 0 } }), about('tokenizer.model.vocab')],
    [
      'an added token with the id of another',
      { added_tokens: [{ id: 1, content: 'x' }] },
      about('tokenizer.added_tokens[0]'),
    ],
    [
      'an id beyond all vocabularies',
      model({ vocab: { c: 2 ** 31 } }),
      "tokenizer.model.vocab: the id of 'c': expected a whole number from 0 to 1048575, got 2147483648",
    ],
    [
      'a token that is a list',
      { model: { type: 'Unigram', unk_id: 0, vocab: [[['▁'], 0]] } },
      about('tokenizer.model.vocab[0]', Array(1)),
    ],
    [
      'a score that is none',
      { model: { type: 'Unigram', unk_id: 0, vocab: [['a', null]] } },
      about('tokenizer.model.vocab[0][1]', null),
    ],
    ['an endless token', model({ vocab: { ['a'.repeat(2000)]: 0 } }), about('tokenizer.model.vocab', 2000)],
    [
      'a map of characters that is no base64',
      sequence({ type: 'Precompiled', precompiled_charsmap: '!!' }),
      about('tokenizer.normalizer.normalizers[0].precompiled_charsmap', '!!'),
    ],
    [
      'a map of characters that is too short',
      sequence({ type: 'Precompiled', precompiled_charsmap: 'AAAA' }),
      about('tokenizer.normalizer.normalizers[0].precompiled_charsmap', 0),
    ],
    ['a normalizer of another kind', { normalizer: { type: 'Nmt' } }, about('tokenizer.normalizer.type', 'Nmt')],
    [
      'a pattern of another kind',
      sequence({ type: 'Replace', pattern: { Glob: '*' }, content: '' }),
      about('tokenizer.normalizer.normalizers[0].pattern'),
    ],
    ['no pattern', { pre_tokenizer: { type: 'Split' } }, about('tokenizer.pre_tokenizer.pattern', undefined)],
    ['a pattern that is none', split('(a'), about('tokenizer.pre_tokenizer.pattern.Regex', '(a')],
    [
      'a reference to a group',
      split('(a)\\1'),
      /pattern\.Regex: .*expected a character, a class or a group at character 3, got '\\1'/,
    ],
    [
      'a repeated part that can be empty',
      split('(?:a?)*b'),
      /pattern\.Regex: .*expected repeated parts that are never empty/,
    ],
    [
      'counts of counts',
      split('((a{999}){999}){999}'),
      /pattern\.Regex: .*expected at most 1024 characters and choices/,
    ],
    ['counts of nothing', split('(?:(?:(?:){999}){999}){999}{1,2}'), /pattern\.Regex: /],
    ['another behavior', split('a', { behavior: 'Kept' }), about('tokenizer.pre_tokenizer.behavior')],
    [
      'parts of no length',
      { pre_tokenizer: { type: 'FixedLength', length: 0 } },
      about('tokenizer.pre_tokenizer.length', 0),
    ],
    [
      'sequences in sequences',
      { normalizer: nested(2000) },
      /^tokenizer\.normalizer\.(normalizers\[0\]\.?)+: expected parts within parts to depth 8, got more$/,
    ],
    [
      'a sequence of thousands',
      sequence(...new Array(3000).fill({ type: 'NFC' })),
      about('tokenizer.normalizer.normalizers', 3000),
    ],
    [
      'a template of thousands',
      { post_processor: { type: 'TemplateProcessing', single: new Array(3000).fill({ Sequence: { id: 'A' } }) } },
      about('tokenizer.post_processor.single', 3000),
    ],
    [
      'a template that repeats the text',
      { post_processor: { type: 'TemplateProcessing', single: new Array(30).fill({ Sequence: { id: 'A' } }) } },
      about('tokenizer.post_processor.single', Array(30)),
    ],
    ['a decoder of another kind', { decoder: { type: 'Rot13' } }, about('tokenizer.decoder.type')],
    [
      'a flag that is a text',
      { pre_tokenizer: { type: 'ByteLevel', use_regex: 'no' } },
      about('tokenizer.pre_tokenizer.use_regex', 'no'),
    ],
  ])('%s', async (_, parts, message) => {
    const error = await soon(() => load(parts));
    if (message instanceof RegExp) expect(error.message).toMatch(message);
    else expect(error.message).toBe(message);
  });
});
