// Links to steps of a course chapter that was removed open the steps that replace them, and completed steps remain
// completed.
import { nameOfStep, readPlace, stepAt } from '../../../web/course/place.js';
import { loadProgress } from '../../../web/course/progress.js';

const FIGURES = {
  further: 'dropout',
  'further.1': 'dropout',
  'further.2': 'relu',
  'further.3': 'stable',
  'further.4': 'precision',
  'further.5': 'block',
  'further.6': 'positions',
  'further.7': 'initialization',
};

test.each(Object.entries(FIGURES))('%s opens the step of %s', (old, figure) => {
  expect(stepAt(readPlace(old)).figure).toBe(figure);
});

test('steps that were never there open nothing', () => {
  for (const text of ['further.0', 'further.8', 'further.1.1']) expect(readPlace(text)).toBeNull();
});

test('progress saved under former names counts for their successors', () => {
  const saved = JSON.stringify(['it.1', 'further.6', 'further.9', 7]);
  Object.assign(globalThis, { localStorage: { getItem: () => saved } });
  expect([...loadProgress()]).toEqual(['it.1', nameOfStep(readPlace('further.6'))]);
});
