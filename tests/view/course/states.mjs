// Steps of the course as a learner has them: what the element shows, and what the check of the task says of it.
import { initialState } from '../../../web/element/state/properties.js';
import { openingState, readPlace, stepAt } from '../../../web/course/place.js';
import { Shown } from '../../../web/course/shown.js';
import { models } from '../view-models.mjs';

export const languages = ['en', 'zh'];

/** What a step, as 'it.1', shows when it opens, or after a change. */
export function shown(lang, place, change = {}) {
  const opened = { ...initialState(), ...openingState(readPlace(place), lang) };
  return new Shown(models.default, { ...opened, ...change });
}

/** What the learner has seen after a change; null: the task is not done. */
export const outcomeOf = (lang, place, change) =>
  stepAt(readPlace(place)).check(shown(lang, place, change), shown(lang, place));

/** The token that a token attends to most. */
export const attended = (each, word) => each.ranking(each.queries.indexOf(word))[0].word;

export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
