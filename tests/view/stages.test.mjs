import fc from 'fast-check';
import { STAGE_NAMES, stepBack, stepForward } from '../../dist/view/stages.js';
import { Timeline } from '../../dist/view/timeline.js';

test('momentAt and secondsAt are inverse', () => {
  fc.assert(
    fc.property(fc.nat(40), fc.double({ min: 0, max: 1, noNaN: true }), (tokens, share) => {
      const timeline = new Timeline(tokens);
      const seconds = share * timeline.length;
      expect(timeline.secondsAt(timeline.momentAt(seconds))).toBeCloseTo(seconds, 9);
    }),
  );
});

test('seconds beyond the ends give the first and the last moment', () => {
  const timeline = new Timeline();
  expect(timeline.momentAt(-3)).toEqual({ stage: 'tokens', progress: 0 });
  expect(timeline.momentAt(timeline.length + 9)).toEqual({ stage: 'output', progress: 1 });
});

test('the timeline grows with the number of generated tokens', () => {
  const [few, many] = [new Timeline(1), new Timeline(20)];
  expect(many.secondsOf('tokens')).toBeGreaterThan(10);
  expect(many.length - few.length).toBeCloseTo(many.secondsOf('tokens') - few.secondsOf('tokens'), 9);
});

test('stepForward and stepBack go through all stages in order', () => {
  const seen = [];
  let moment = { stage: 'tokens', progress: 0 };
  for (let step = 0; step < STAGE_NAMES.length + 1; step++) {
    moment = stepForward(moment);
    seen.push(moment.stage);
  }
  expect(seen).toEqual([...STAGE_NAMES, 'output']);
  for (const name of [...STAGE_NAMES].reverse().slice(1)) {
    moment = stepBack(moment);
    expect(moment).toEqual({ stage: name, progress: 1 });
  }
  expect(stepBack(moment).stage).toBe('tokens');
});
