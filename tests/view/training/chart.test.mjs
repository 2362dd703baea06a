// Ticks of the x axis (training steps) in the chart of a training run.
import fc from 'fast-check';
import { ticksOf } from '../../../web/training/element/chart.js';

test('axis steps are round, few, and reach the last one', () => {
  expect(ticksOf(100)).toEqual([0, 20, 40, 60, 80, 100]);
  expect(ticksOf(262)).toEqual([0, 100, 200, 300]);
  expect(ticksOf(5_004)).toEqual([0, 2_000, 4_000, 6_000]); // slightly more than five intervals of 1,000
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 100_000 }), (steps) => {
      const ticks = ticksOf(steps);
      const [zero, interval] = ticks;
      expect(zero).toBe(0);
      expect(String(interval)).toMatch(/^[125]0*$/);
      expect(ticks).toEqual(ticks.map((_, at) => at * interval));
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(steps);
      expect(ticks.at(-2)).toBeLessThan(steps);
    }),
  );
});
