// Helpers for tests of the course: the content of the element at a step, and the result of checking the step's task.
import { initialState } from '../../../web/element/state/properties.js';
import { openingState, readPlace, stepAt } from '../../../web/course/place.js';
import { Shown } from '../../../web/course/shown.js';
import { models } from '../view-models.mjs';

export const languages = ['en', 'zh'];

/**
 * Content of the element at a course step, such as 'it.1': when the step opens, or after a change of the element's
 * state.
 */
export function shown(lang, place, change = {}) {
  const opened = { ...initialState(), ...openingState(readPlace(place), lang) };
  return new Shown(models.default, { ...opened, ...change });
}

/**
 * Outcome of a course step after a change of the element's state; null if the change does not complete the step's task.
 */
export const outcomeOf = (lang, place, change) =>
  stepAt(readPlace(place)).check(shown(lang, place, change), shown(lang, place));

export const attended = (each, word) => each.ranking(each.queries.indexOf(word))[0].word;

export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
