// Measures several runners side by side: each is called once in turn, so that other activity of the machine affects all
// of them alike.
export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Name of the peer that is the baseline: times and rates of other peers are given as multiples of it. */
export const OURS = 'Spotlight, relaxed';
export const OURS_OF_TWO = 'Spotlight, relaxed, 2 threads';

export function shuffled(names) {
  const order = [...names];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/**
 * Minimum duration of a sample (one time measurement) in milliseconds. Several short calls are timed together, since a
 * page's clock has a resolution of 0.1 ms.
 */
const MIN_SAMPLE = 4;
/** Number of rounds that a slow peer sits out between two rounds in which it is measured. */
const ROUNDS_BETWEEN_TURNS = 8;

/**
 * Measures runners in turn.
 * @param runners functions that return promises, by name
 * @param seconds minimum duration; there are at least `rounds` rounds
 * @param now the clock, in milliseconds
 * @param rarely names of slow runners, for which the others would wait most of the time
 * @returns by name, in milliseconds: `times`, the median time of a call; `samples`, the time of a call in each round,
 * or null if the runner had no turn
 */
export async function interleaved(runners, { seconds, rounds, rarely = [], now = () => performance.now() }) {
  const names = Object.keys(runners);
  const time = async (name, calls) => {
    const begin = now();
    for (let call = 0; call < calls; call++) await runners[name]();
    return (now() - begin) / calls;
  };
  const calls = {};
  for (const name of names) {
    await time(name, 3); // warm-up
    calls[name] = Math.max(1, Math.ceil(MIN_SAMPLE / Math.max(await time(name, 5), 1e-3)));
  }
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  const end = performance.now() + seconds * 1000;
  for (let round = 0; round < rounds || performance.now() < end; round++) {
    // The order of the runners is different in every round, so that no runner always follows the same one, or the
    // runner that leaves the most work behind.
    for (const name of shuffled(names)) {
      const sitsOut = rarely.includes(name) && round % ROUNDS_BETWEEN_TURNS > 0;
      samples[name].push(sitsOut ? null : await time(name, calls[name]));
    }
  }
  const timed = (name) => samples[name].filter((sample) => sample !== null);
  return { times: Object.fromEntries(names.map((name) => [name, median(timed(name))])), samples };
}

/** Ratio of the times of two peers: the median over the rounds in which both had a turn. */
export function ratioOf(slower, faster) {
  const inBoth = slower.map((_, round) => round).filter((round) => slower[round] !== null && faster[round] !== null);
  return median(inBoth.map((round) => slower[round] / faster[round]));
}
