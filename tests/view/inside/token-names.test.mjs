// Characters that a tokenizer splits into bytes are displayed as whole characters.
import { namesOf, textAfter } from '../../../web/inside/work/token-names.js';

const token = (id, text, start, end) => ({ id, text, start, end });

test('parts of one character bear its text and their numbers', () => {
  const tokens = [
    token(1, '<s>', 0, 0),
    token(7, '猫', 0, 1),
    token(8, '猫', 0, 1),
    token(9, '猫', 0, 1),
    token(4, '猫', 1, 2),
    token(5, 'a', 2, 3),
    token(2, '</s>', 3, 3),
    token(2, '</s>', 3, 3),
  ];
  expect(namesOf(tokens)).toEqual(['<s>', '猫 1/3', '猫 2/3', '猫 3/3', '猫', 'a', '</s>', '</s>']);
});

test('a predicted token is the character that it completes, and an incomplete one its bytes', () => {
  const texts = ['a', '\\xe7', '\\x8c', '\\xab', '\\xf0\\x9f', '\\x91\\xa9', '犬'];
  const textOf = (id) => texts[id];
  expect(textAfter(textOf, [0, 1, 2], 3)).toBe('猫');
  expect(textAfter(textOf, [0, 4], 5)).toBe('👩');
  expect(textAfter(textOf, [0, 1], 2)).toBe('\\x8c');
  expect(textAfter(textOf, [1, 0, 2], 3)).toBe('\\xab');
  expect(textAfter(textOf, [], 3)).toBe('\\xab');
  expect(textAfter(textOf, [1, 2], 6)).toBe('犬');
});
