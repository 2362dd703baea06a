// The course's short way, its quick tour: steps of the chapters that do not depend on other steps.
import {
  minutesOf,
  nameOfStep,
  openingState,
  placeAfter,
  readPlace,
  SHORT_WAY,
  writePlace,
} from '../../../web/course/place.js';
import { courseIn } from '../locales/texts.mjs';

test('its addresses are read, and lead to the steps of the chapters', () => {
  expect(readPlace('short')).toEqual(SHORT_WAY[0]);
  SHORT_WAY.forEach((place, index) => {
    expect(readPlace(`short.${index + 1}`)).toEqual(place);
    expect(writePlace(place)).toBe(`short.${index + 1}`);
    expect(openingState(place, 'en')).toEqual({
      ...openingState(readPlace(nameOfStep(place)), 'en'),
      chapter: writePlace(place),
    });
    expect(placeAfter(place, 1)).toEqual(SHORT_WAY[index + 1] ?? null);
  });
  for (const text of ['short.0', `short.${SHORT_WAY.length + 1}`, 'short.1.1', 'short.x']) {
    expect(readPlace(text)).toBeNull();
  }
});

test('a step of a chapter stays one', () => {
  expect(readPlace('it.1')).toEqual({ chapter: 'it', step: 0 });
  expect(placeAfter(readPlace('it.2'), 1)).toEqual(readPlace('it.3'));
});

test.each(['en', 'zh'])('its texts refer to no chapter (%s)', (lang) => {
  for (const { chapter, step } of SHORT_WAY) {
    const { text, task, saw } = courseIn[lang].chapters[chapter].steps[step];
    expect([chapter, step, [...text, task, saw].join(' ')]).toEqual([
      chapter,
      step,
      expect.not.stringMatching(/chapter|章/),
    ]);
  }
});

test('its name in the list says how long it is', () => {
  for (const lang of ['en', 'zh']) {
    expect(courseIn[lang].shortWay.name.match(/\d+/g)).toEqual(
      [SHORT_WAY.length, minutesOf(SHORT_WAY.length)].map(String),
    );
  }
});
