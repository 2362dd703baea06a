import { MODELS, promptOf } from './workloads.mjs';

/** Time that one call takes on each clock, such as wall-clock time and CPU time. */
const since = (begin, end, calls = 1) =>
  Object.fromEntries(Object.keys(begin).map((kind) => [kind, (end[kind] - begin[kind]) / calls]));

/**
 * Runs a whole model once, and measures how long it takes.
 * @param now returns the time of each clock in ms, by name
 * @returns the output, and the times `whole` and, for a decoder, `first` (the prompt) and `next` (each further token)
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
