import { en } from '../../dist/messages/en.js';
import { preferredLanguage } from '../../dist/messages/index.js';
import { zh } from '../../dist/messages/zh.js';

const paths = (value, path = '') =>
  typeof value === 'object' ? Object.entries(value).flatMap(([key, inner]) => paths(inner, `${path}.${key}`)) : [path];

test('both languages have the same texts', () => {
  expect(paths(zh)).toEqual(paths(en));
});

test('Chinese texts are Chinese, with Chinese punctuation', () => {
  for (const text of Object.values(zh.narration)) {
    expect(text).toMatch(/\p{Script=Han}/u);
    expect(text).not.toMatch(/\p{Script=Han}[,.!?;:]/u);
  }
});

test.each([
  [['zh-TW', 'en'], 'zh'],
  [['fr', 'zh-CN'], 'zh'],
  [['en-GB'], 'en'],
  [['fr'], 'en'],
  [[], 'en'],
])('a browser that wants %j gets %s', (wanted, language) => {
  expect(preferredLanguage(wanted)).toBe(language);
});
