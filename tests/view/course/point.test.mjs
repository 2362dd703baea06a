// Main point of a course step, for lesson plans and notes: the sentences of the step's outcome that contain no numbers.
import { courseIn } from '../locales/texts.mjs';
import { ANSWERS, LESSON, TALK } from '../../../web/course/worksheet/plans.js';
import { nameOfStep, readPlace } from '../../../web/course/place.js';
import { pointOf, pointOfStep } from '../../../web/course/facts.js';

test('sentences with numbers of a run are left out', () => {
  expect(pointOf('“{it}” has {share}. Attention has a direction.', 'en')).toBe('Attention has a direction.');
  expect(pointOf('权重是 {share}。关注是有方向的。', 'zh-CN')).toBe('关注是有方向的。');
});

test('an outcome of numbers alone has none', () => {
  expect(pointOf('The scores are {first} and {second}.', 'en')).toBe('');
});

test.each(['en', 'zh'])('points have no names of facts, and some steps have one (%s)', (lang) => {
  const { locale, chapters } = courseIn[lang];
  const points = Object.values(chapters).flatMap(({ steps }) => steps.map(({ saw }) => pointOf(saw, locale)));
  for (const point of points) expect(point).toMatch(/^([^{}…]{6,})?$/);
  expect(points.filter((point) => point !== '').length).toBeGreaterThan(points.length / 4);
});

test.each(['en', 'zh'])('every step of a plan has a point, and every question an answer (%s)', (lang) => {
  const { locale, chapters } = courseIn[lang];
  const places = [...TALK, ...Object.values(LESSON).flatMap(({ steps }) => steps.map(readPlace))];
  const missing = [];
  for (const place of places) {
    const step = chapters[place.chapter].steps[place.step];
    missing.push(...(pointOfStep(step, locale).length < 6 ? [nameOfStep(place)] : []));
    if (step.predict) expect(step.predict.answers[ANSWERS[nameOfStep(place)]]).toBeDefined();
  }
  expect(missing).toEqual([]);
});
