// Positions of tokens in a text, for all ways in which tokenizers write tokens, such as Ġ or ▁ for a space.
import { bytesOfToken, spansOf } from '../../../web/engine/pretrained/token-spans.js';

const parts = (text, tokens, writing) => spansOf(text, tokens, writing).map(({ start, end }) => text.slice(start, end));

test('byte-level tokens: spaces belong to no token, bytes to their character', () => {
  // Byte-level tokens have one character per byte: the bytes C3 A9 of 'é' are 'Ã' and '©', and a space is 'Ġ'.
  expect(parts('Hi café!', ['Hi', 'Ġcaf', 'Ã', '©', '!'], 'bytes')).toEqual(['Hi', 'caf', 'é', 'é', '!']);
  expect(bytesOfToken('Ġ', 'bytes')).toEqual([32]);
  expect(bytesOfToken('Ċ', 'bytes')).toEqual([10]);
});

test('subwords after ▁, and single bytes', () => {
  const tokens = [null, '▁a', '▁', '<0xE4>', '<0xBD>', '<0xA0>', 'b'];
  expect(parts('a 你b', tokens, 'metaspace')).toEqual(['', 'a', '', '你', '你', '你', 'b']);
});

test('WordPiece: case, accents and unknown words', () => {
  const tokens = [null, 'uber', '##raschung', ',', null, 'cafe', null];
  expect(parts('Überraschung, 🦊 Café', tokens, 'wordpiece')).toEqual(['', 'Über', 'raschung', ',', '', 'Café', '']);
});
