import fc from 'fast-check';
import { STAGE_NAMES, stepBack, stepForward } from '../../dist/view/stages.js';
import { Timeline } from '../../dist/view/timeline.js';

test('every second of the animation is one moment, and the moment that second', () => {
  fc.assert(
    fc.property(fc.nat(40), fc.double({ min: 0, max: 1, noNaN: true }), (pieces, share) => {
      const timeline = new Timeline(pieces);
      const seconds = share * timeline.length;
      expect(timeline.secondsAt(timeline.momentAt(seconds))).toBeCloseTo(seconds, 9);
    }),
  );
});

test('beyond the ends are the ends', () => {
  const timeline = new Timeline();
  expect(timeline.momentAt(-3)).toEqual({ stage: 'tokens', time: 0 });
  expect(timeline.momentAt(timeline.length + 9)).toEqual({ stage: 'merge', time: 1 });
});

test('where pieces are written one by one, there is time to see each', () => {
  const [few, many] = [new Timeline(1), new Timeline(20)];
  expect(many.secondsOf('tokens')).toBeGreaterThan(10);
  expect(many.length - few.length).toBeCloseTo(many.secondsOf('tokens') - few.secondsOf('tokens'), 9);
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
