import fc from 'fast-check';
import { LENGTH, momentAt, secondsAt, STAGE_NAMES, stepBack, stepForward } from '../../dist/view/stages.js';

test('every second of the animation is one moment, and the moment that second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Math.floor(LENGTH * 1000) }), (milliseconds) => {
      const seconds = milliseconds / 1000;
      expect(secondsAt(momentAt(seconds))).toBeCloseTo(seconds, 9);
    }),
  );
});

test('beyond the ends are the ends', () => {
  expect(momentAt(-3)).toEqual({ stage: 'tokens', time: 0 });
  expect(momentAt(LENGTH + 9)).toEqual({ stage: 'merge', time: 1 });
});

test('steps go through all stages in order, and back', () => {
  const seen = [];
  let moment = { stage: 'tokens', time: 0 };
  for (let step = 0; step < STAGE_NAMES.length + 1; step++) {
    moment = stepForward(moment);
    seen.push(moment.stage);
  }
  expect(seen).toEqual([...STAGE_NAMES, 'merge']);
  for (const name of [...STAGE_NAMES].reverse().slice(1)) {
    moment = stepBack(moment);
    expect(moment).toEqual({ stage: name, time: 1 });
  }
  expect(stepBack(moment).stage).toBe('tokens');
});
