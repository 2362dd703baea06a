// The point of a step in plans and notes: what its outcome says whatever the numbers are.
import { courseIn } from '../locales/texts.mjs';
import { pointOf } from '../../../web/course/facts.js';

test('sentences with numbers of a run are left out', () => {
  expect(pointOf('“{it}” has {share}. Attention has a direction.', 'en')).toBe('Attention has a direction.');
  expect(pointOf('权重是 {share}。关注是有方向的。', 'zh-CN')).toBe('关注是有方向的。');
});

test('an outcome of numbers alone keeps gaps for them', () => {
  expect(pointOf('The scores are {first} and {second}.', 'en')).toBe('The scores are … and ….');
});

test.each(['en', 'zh'])('no step has names of facts in its point (%s)', (lang) => {
  const { locale, chapters } = courseIn[lang];
  for (const { steps } of Object.values(chapters)) {
    for (const { saw } of steps) expect(pointOf(saw, locale)).toMatch(/^[^{}]{6,}$/);
  }
});
