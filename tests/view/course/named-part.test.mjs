// The part of the element that a step of the course highlights is the one that the step's task names.
import { courseIn } from '../locales/texts.mjs';
import { namedPart } from '../../../web/course/named-part.js';
import { openingState, PLACES, writePlace } from '../../../web/course/place.js';

const NAMED = {
  interventions: /“Experiment”/,
  timeline: /Press play/,
  bar: /field with the sentence|Set the order|a sentence of your own/,
};

test.each(PLACES.map((place) => [writePlace(place), place]))('%s', (_, place) => {
  const { task } = courseIn.en.chapters[place.chapter].steps[place.step];
  const expected = Object.keys(NAMED).find((part) => NAMED[part].test(task)) ?? null;
  expect([task, namedPart(openingState(place, 'en').controls)]).toEqual([task, expected]);
});
