// Tokenizers and texts that an attacker could write: patterns that take long to search, steps that produce long texts,
// and texts that cause both.

const ATOMS = [
  'a',
  'b',
  ' ',
  '.',
  '[ab]',
  '[^a]',
  '\\s',
  '\\S',
  '\\w',
  '\\p{L}',
  '\\p{N}',
  '[[:alpha:]&&[^b]]',
  '\\b',
  '$',
  '^',
  'é',
];
const COUNTS = ['*', '+', '?', '*?', '+?', '{2}', '{1,3}', '{0,30}', '{5,}', '{200}', '{65536}', '++'];
const GROUPS = ['(', '(?:', '(?=', '(?!', '(?<=', '(?<!', '(?>', '(?i:', '(?<name>'];

/**
 * Random regular expression of nested alternatives and quantifiers whose parts match the same texts, so that
 * backtracking would take exponential time.
 */
export function regexOf(random, depth = random.int(1, 5)) {
  if (depth === 0) return random.pick(ATOMS);
  const part = () => regexOf(random, depth - 1);
  const ways = [
    () => part() + part(),
    () => `${part()}|${part()}`,
    () => `${random.pick(GROUPS)}${part()})${random.pick([...COUNTS, ''])}`,
    () => `${random.pick(GROUPS)}${part()}|${part()})${random.pick(COUNTS)}`,
    () => `(${random.pick(ATOMS)}${random.pick(COUNTS)})${random.pick(COUNTS)}${random.pick(ATOMS)}`,
    () => part() + random.pick(['\\1', '\\k<name>', '(', '[', '\\', ')', '\\x{110000}', '{']),
  ];
  return random.pick(ways)();
}

const patternOf = (random) =>
  random.chance(0.7) ? { Regex: regexOf(random) } : { String: random.pick(['a', ' ', '', '▁', 'ab']) };

const BEHAVIORS = ['Removed', 'Isolated', 'MergedWithPrevious', 'MergedWithNext', 'Contiguous'];
const CONTENTS = ['', 'a', 'aa', 'aaaaaaaa', '▁', '$&$&', 'é'.repeat(200)];

const normalizerOf = (random) =>
  random.pick([
    () => ({ type: 'Replace', pattern: patternOf(random), content: random.pick(CONTENTS) }),
    () => ({ type: 'Prepend', prepend: random.pick(CONTENTS) }),
    () => ({ type: random.pick(['NFC', 'NFD', 'NFKC', 'NFKD', 'Lowercase', 'StripAccents', 'Precompiled', 'Nmt']) }),
    () => ({ type: 'Sequence', normalizers: Array.from({ length: random.int(0, 3) }, () => normalizerOf(random)) }),
  ])();

const preTokenizerOf = (random) =>
  random.pick([
    () => ({ type: 'Split', pattern: patternOf(random), behavior: random.pick(BEHAVIORS), invert: random.chance(0.3) }),
    () => ({ type: 'ByteLevel', add_prefix_space: random.chance(0.5), use_regex: random.chance(0.5) }),
    () => ({ type: 'Metaspace', replacement: random.pick(CONTENTS), prepend_scheme: random.pick(['always', 'first']) }),
    () => ({ type: 'FixedLength', length: random.pick([-1, 0, 1, 5, 1e9]) }),
    () => ({ type: random.pick(['Digits', 'Punctuation', 'Whitespace', 'WhitespaceSplit', 'BertPreTokenizer']) }),
    () => ({ type: 'Sequence', pretokenizers: Array.from({ length: random.int(0, 3) }, () => preTokenizerOf(random)) }),
  ])();

/** Random steps of a tokenizer, such as normalizers: one step many times, or several different steps. */
const stepsOf = (random, make) => {
  const count = random.pick([1, 2, 7, 40, 300]);
  const same = make(random);
  return random.chance(0.5)
    ? new Array(count).fill(same)
    : Array.from({ length: Math.min(count, 40) }, () => make(random));
};

const LONG = 2 ** 17;
const UNITS = ['a', ' ', 'ab', 'a b', '\n', 'é', '你', '😀', 'the cab ', '1', '.', '\u0301', '\ufdfa', '[CLS]'];

/** Text that repeats one part many times and ends with another. */
export const longTextOf = (random) => {
  const unit = random.pick(UNITS);
  const length = random.pick([1, 30, 1000, LONG - 1, LONG, LONG + 1]);
  return (unit.repeat(Math.ceil(length / unit.length)) + random.pick(['', 'b', 'x'])).slice(-length);
};

const rows = (unit, count) => Array.from({ length: count }, (_, at) => unit.repeat(at + 1));

export const TOKENIZER_PROGRAMS = [
  ({ tokenizer }, random) => (tokenizer.normalizer = { type: 'Sequence', normalizers: stepsOf(random, normalizerOf) }),
  ({ tokenizer }, random) =>
    (tokenizer.pre_tokenizer = { type: 'Sequence', pretokenizers: stepsOf(random, preTokenizerOf) }),
  ({ tokenizer }, random) => (tokenizer.pre_tokenizer = { type: 'Split', pattern: { Regex: regexOf(random) } }),
  ({ tokenizer }, random) => {
    const decoders = stepsOf(random, (each) => ({ ...normalizerOf(each), type: 'Replace' }));
    tokenizer.decoder = { type: 'Sequence', decoders };
  },
  ({ tokenizer: { model } }, random) => {
    const tokens = rows(random.pick(['a', '##a', 'ab', '▁']), random.pick([20, 500, 1100]));
    if (Array.isArray(model.vocab)) model.vocab.push(...tokens.map((token, at) => [token, -at]));
    else tokens.forEach((token, at) => (model.vocab[token] = 1000 + at));
    if (model.merges)
      model.merges.push(...tokens.slice(1).map((token, at) => [tokens[at], token.slice(tokens[at].length)]));
  },
  ({ tokenizer }, random) =>
    tokenizer.added_tokens.push(
      ...rows(random.pick(['a', ' ', 'ab']), random.pick([3, 250, 300])).map((content, at) => ({
        id: random.pick([at, 2000 + at]),
        content: `${content}x`,
        normalized: random.chance(0.5),
      })),
    ),
  // Repeats the post-processor 250 times. This change is applied only once, since a file with 250 · 250 entries could
  // not be written.
  ({ tokenizer }) => {
    const { post_processor } = tokenizer;
    if (post_processor.processors?.length !== 250) {
      tokenizer.post_processor = { type: 'Sequence', processors: new Array(250).fill(post_processor) };
    }
  },
  (parts, random) => (parts.text = longTextOf(random)),
  (parts, random) => (parts.text = longTextOf(random)),
  (parts, random) => (parts.text = longTextOf(random)),
];
