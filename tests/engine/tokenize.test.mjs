// Words and subwords of long texts: segmentation in chunks gives the same tokens as segmentation of the whole text, and
// takes linear time.
import { tokenize } from 'attention-spotlight';
import { TargetTokenizer } from '../../web/text/target-tokens.js';

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
const wordsOfWhole = (text) =>
  Array.from(segmenter.segment(text), ({ segment, index }) => ({
    text: segment,
    start: index,
    end: index + segment.length,
  })).filter(({ text: word }) => /[^\s\p{Cc}\p{Cf}]/u.test(word));

const CHINESE = '我喜欢在北京大学学习深度学习，因为注意力机制很有意思。中华人民共和国的首都是北京';
const fill = (part, length) => part.repeat(Math.ceil(length / part.length)).slice(0, length);

test.each([
  ['Chinese', fill(CHINESE, 10_000)],
  ['Chinese without a sign', fill(CHINESE.replaceAll(/[，。]/g, ''), 10_000)],
  ['English', fill('The cat sat on the mat because it was naïve, 3.14 times. ', 10_000)],
  ['emoji and flags', fill('👩‍👩‍👧🇨🇳🇩🇪e\u0301 𠮷', 10_000)],
  ['Thai and Japanese', fill('สวัสดีครับカタカナ東京都', 10_000)],
  ['a word longer than a piece, and what follows', `${fill('x', 9000)}${fill(CHINESE, 5000)} y`],
  ['lone surrogates', fill('a\ud800b\udc00 ', 10_000)],
])('%s', (_, text) => {
  expect(tokenize(text)).toEqual(wordsOfWhole(text));
});

test('100,000 Chinese characters: Intl.Segmenter alone needs minutes', () => {
  const before = process.cpuUsage().user;
  expect(tokenize(fill(CHINESE, 100_000)).at(-1).end).toBe(100_000);
  // The CPU time in microseconds is below a limit several times what a usual machine needs (0.4 s).
  expect(process.cpuUsage(undefined).user - before).toBeLessThan(3e6);
});

test('subwords of a word of 100,000 letters: each slice of a concatenation would copy it', () => {
  const tokenizer = new TargetTokenizer(['<unknown>', 'a', '▁', 'abcdefghijklmnop']);
  const before = process.cpuUsage().user;
  for (const length of [10_000, 30_000, 100_000]) {
    expect(tokenizer.encode(fill('a', length))).toHaveLength(length + 1);
  }
  // The CPU time in microseconds is below a limit several times what a usual machine needs (0.2 s).
  expect(process.cpuUsage().user - before).toBeLessThan(3e6);
});
