import { CHAPTER_IDS, CHAPTERS } from '../../dist/course/chapters.js';
import { courseIn } from '../../dist/course/messages/index.js';
import { en } from '../../dist/messages/en.js';
import { preferredLanguage } from '../../dist/messages/index.js';
import { zh } from '../../dist/messages/zh.js';

const paths = (value, path = '') =>
  typeof value === 'object' ? Object.entries(value).flatMap(([key, inner]) => paths(inner, `${path}.${key}`)) : [path];

test('both languages have the same keys', () => {
  expect(paths(zh)).toEqual(paths(en));
});

test('every step of the course has its texts, in both languages, and a task where there is one to do', () => {
  for (const { chapters } of Object.values(courseIn)) {
    for (const id of CHAPTER_IDS) {
      const { steps } = chapters[id];
      expect(steps).toHaveLength(CHAPTERS[id].length);
      steps.forEach(({ text, task }, index) => {
        expect(text.join('').length).toBeGreaterThan(20);
        expect(task === '').toBe(CHAPTERS[id][index].task === undefined);
      });
    }
  }
  const besides = (texts) => paths({ ...texts, chapters: {} });
  expect(besides(courseIn.zh)).toEqual(besides(courseIn.en));
});

test('Chinese texts are Chinese, with Chinese punctuation', () => {
  const course = Object.values(courseIn.zh.chapters).flatMap(({ steps }) => steps.flatMap(({ text }) => text));
  for (const text of [...Object.values(zh.narration), ...course]) {
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
