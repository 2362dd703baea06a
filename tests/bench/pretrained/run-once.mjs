// Runs a whole model once.
import { MODELS, promptOf } from './workloads.mjs';

/** Time that has passed on each clock, divided by the number of calls. */
const since = (begin, end, calls = 1) =>
  Object.fromEntries(Object.keys(begin).map((kind) => [kind, (end[kind] - begin[kind]) / calls]));

/**
 * @param now what the clocks say, in ms by their names
 * @returns what came out, and its times: of an encoder `whole`, of a decoder also `first` and `next`
 */
export async function runOnce(peer, model, now) {
  const { tokens } = MODELS[model];
  const prompt = promptOf(model);
  const begin = now();
  if (!tokens) {
    const output = await peer.encode(prompt);
    return { output, times: { whole: since(begin, now()) } };
  }
  const output = [];
  let first;
  await peer.generate(prompt, tokens, (id) => {
    output.push(id);
    first ??= now();
  });
  const end = now();
  return {
    output,
    times: { first: since(begin, first), next: since(first, end, tokens - 1), whole: since(begin, end) },
  };
}
