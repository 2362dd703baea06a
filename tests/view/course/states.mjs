// Helpers for tests of the course: the content of the element at a step, and the result of checking the step's task.
import { initialState } from '../../../web/element/state/properties.js';
import { openingState, readPlace, stepAt } from '../../../web/course/place.js';
import { Shown } from '../../../web/course/shown.js';
import { models } from '../view-models.mjs';

export const languages = ['en', 'zh'];

/** Content at a step, such as 'it.1', when it opens or after a change. */
export function shown(lang, place, change = {}) {
  const opened = { ...initialState(), ...openingState(readPlace(place), lang) };
  return new Shown(models.default, { ...opened, ...change });
}

/** Outcome after a change; null if the task is not done. */
export const outcomeOf = (lang, place, change) =>
  stepAt(readPlace(place)).check(shown(lang, place, change), shown(lang, place));

export const attended = (each, word) => each.ranking(each.queries.indexOf(word))[0].word;

export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
