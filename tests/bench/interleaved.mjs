// Several runners side by side: one call of each in turn, so that what the machine does meanwhile hits all alike.
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

function shuffled(names) {
  const order = [...names];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/** Short calls are timed several at a time: a page's clock goes in steps of 0.1 ms. */
const LEAST_SAMPLE = 4;

/**
 * @param runners by name, each a function without arguments that returns a promise
 * @param seconds how long, at least; and at least `rounds` rounds
 * @returns by name, the median time of a call in milliseconds
 */
export async function interleaved(runners, { seconds, rounds }) {
  const names = Object.keys(runners);
  const time = async (name, calls) => {
    const begin = performance.now();
    for (let call = 0; call < calls; call++) await runners[name]();
    return (performance.now() - begin) / calls;
  };
  const calls = {};
  for (const name of names) {
    await time(name, 3); // to warm up
    calls[name] = Math.max(1, Math.ceil(LEAST_SAMPLE / Math.max(await time(name, 5), 1e-3)));
  }
  const times = Object.fromEntries(names.map((name) => [name, []]));
  const end = performance.now() + seconds * 1000;
  for (let round = 0; round < rounds || performance.now() < end; round++) {
    // Another order every round: nobody always comes behind the same one, or the one that leaves the most behind.
    for (const name of shuffled(names)) times[name].push(await time(name, calls[name]));
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])]));
}
