// The regular expression engine that searches in linear time finds the same matches as JavaScript's own.
import { SplitPreTokenizer } from '@huggingface/tokenizers';
import { compileRegex } from '../../../web/engine/pretrained/tokenizer/regex-program.js';
import { searchAll } from '../../../web/engine/pretrained/tokenizer/linear-regex.js';
import { Random } from '../../random.mjs';

const free = () => undefined;
const ofPlatform = (regex, text) =>
  Array.from(text.matchAll(regex), (match) => [match.index, match.index + match[0].length]).flat();

const CONTRACTIONS = `'s|'t|'re|'ve|'m|'ll|'d`;
const SIGNS = String.raw` ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`;
const UPPER = String.raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`;
const LOWER = String.raw`[\p{Ll}\p{Lm}\p{Lo}\p{M}]`;
const BEFORE = String.raw`[^\r\n\p{L}\p{N}]?`;
const PATTERNS = {
  'GPT-2': String.raw`${CONTRACTIONS}| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`,
  CLIP: String.raw`<\|startoftext\|>|<\|endoftext\|>|${CONTRACTIONS}|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+`,
  BLOOM: ' ?[^(\\s|[.,!?…。，、।۔،])]+',
  'Llama 3': String.raw`(?i:${CONTRACTIONS})|${BEFORE}\p{L}+|\p{N}{1,3}|${SIGNS}`,
  'GPT-4': String.raw`(?i:${CONTRACTIONS})|${BEFORE}+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+`,
  Qwen2: String.raw`(?i:${CONTRACTIONS})|${BEFORE}\p{L}+|\p{N}|${SIGNS}`,
  'GPT-4o': String.raw`${BEFORE}${UPPER}*${LOWER}+(?i:${CONTRACTIONS})?|${BEFORE}${UPPER}+${LOWER}*(?i:${CONTRACTIONS})?|\p{N}{1,3}|${SIGNS}`,
  Tekken: String.raw`${BEFORE}${UPPER}*${LOWER}+|${BEFORE}${UPPER}+${LOWER}*|\p{N}|${SIGNS}`,
  'DeepSeek V3': String.raw`[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_${'`'}{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
  'DeepSeek V3, numbers': String.raw`\p{N}{1,3}`,
  'DeepSeek V3, Chinese': '[一-龥぀-ゟ゠-ヿ]+',
  'DeepSeek Coder, letters': String.raw`\s?\p{L}+`,
  'DeepSeek, spaces at the end': String.raw`\s+$`,
  'T5, spaces': ' {2,}',
  'words of Oniguruma': String.raw`\b\w+\b|\h{2}|[[:alpha:]&&[^a-f]]+|\A\s|\s\Z`,
};

const ALPHABET = [
  ...`aAbZé'sTteEdlL1٣²  \n\r\t.,!?-_…，。你好ひらк🦊\u0301\ud800\u00a0ⅷǅ/<|>`,
  "'ll",
  '  ',
  'startoftext',
];

test.each(Object.entries(PATTERNS))('%s', (name, pattern) => {
  const regex = new SplitPreTokenizer({ pattern: { Regex: pattern } }).pattern;
  const program = compileRegex(regex.source);
  for (let index = 0; index < 400; ++index) {
    const random = new Random(1, name, index);
    const text = Array.from({ length: random.int(0, 40) }, () => random.pick(ALPHABET)).join('');
    expect([text, searchAll(program, text, free)]).toEqual([text, ofPlatform(regex, text)]);
  }
});

/** Random regular expression of characters, classes, alternatives, quantifiers, lookaheads and lookbehinds. */
function patternOf(random, depth) {
  const part = () => patternOf(random, depth - 1);
  if (depth <= 0) return random.pick(['a', 'b', '[ab]', '[^a]', '\\s', '[^\\n]', '\\p{L}', '(?:)', 'c', 'é']);
  const ways = [
    () => part(),
    () => part() + part(),
    () => part() + part(),
    () => `(?:${part()}|${part()})`,
    () => `(${part()})${random.pick(['*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}', '{1,}?'])}`,
    () => `(?${random.pick(['=', '!', '<=', '<!'])}${part()})`,
    () => `${part()}|${part()}`,
  ];
  return random.pick(ways)();
}

test('random patterns', () => {
  let compared = 0;
  for (let index = 0; index < 4000; ++index) {
    const random = new Random(1, 'pattern', index);
    const regex = new RegExp(patternOf(random, 4), 'gu');
    const text = Array.from({ length: random.int(0, 12) }, () => random.pick([...'aabbc é\n'])).join('');
    let program;
    try {
      program = compileRegex(regex.source);
    } catch (error) {
      expect(error.message).toMatch(/^expected repeated parts that are never empty/);
      continue;
    }
    expect([regex, text, searchAll(program, text, free)]).toEqual([regex, text, ofPlatform(regex, text)]);
    compared++;
  }
  expect(compared).toBeGreaterThan(2500);
});

test.each(Object.entries(PATTERNS))('%s takes linear time', (_, pattern) => {
  const program = compileRegex(new SplitPreTokenizer({ pattern: { Regex: pattern } }).pattern.source);
  for (const unit of ['a', 'A', ' ', '\n', '1', '.', "'", '你', 'é', 'aA', ' a', ' \n', 'a1. ', "'l", '\u0301']) {
    let steps = 0;
    searchAll(program, unit.repeat(20_000 / unit.length), (some) => (steps += some));
    expect(steps).toBeLessThan(20_000 * 80);
  }
});
