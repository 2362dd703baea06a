// Workloads W9 to W12: whole models with the shapes of well-known ones. The input has `prompt` tokens; a decoder then
// generates `tokens` tokens.
export const MODELS = {
  'bert-base': { prompt: 128 },
  'gpt2-small': { prompt: 64, tokens: 32 },
  'smollm2-135m': { prompt: 64, tokens: 32 },
};

/**
 * Number of weights in the linear layers of the 12 blocks that BERT-base and GPT-2-small both have. `IN_OUTPUT` is the
 * number in GPT-2's output layer.
 */
const IN_BLOCKS = 12 * (4 * 768 * 768 + 2 * 768 * 3072);
const IN_OUTPUT = 50_257 * 768;
/**
 * Floating-point operations for `tokens` tokens in the 12 blocks of BERT-base or GPT-2-small, including attention
 * between the tokens.
 */
const operations = (tokens) => 2 * tokens * IN_BLOCKS + 12 * 2 * 2 * tokens * tokens * 768;

/**
 * Times that are reported, by workload. `time` names the measured time; `work` is the amount of the resource that
 * limits the speed, in 10⁹: operations, or for a token with a KV cache, bytes of weights, each of which is read once.
 */
export const TIMES = {
  W9: {
    model: 'bert-base',
    time: 'whole',
    what: 'BERT-base: an encoder, 128 tokens',
    work: { unit: 'GFLOP/s', amount: operations(128) / 1e9 },
  },
  W10: {
    model: 'gpt2-small',
    time: 'first',
    what: 'GPT-2-small: a decoder, from 64 tokens to the first that follows',
    work: { unit: 'GFLOP/s', amount: (operations(64) + 2 * IN_OUTPUT) / 1e9 },
  },
  W11: {
    model: 'gpt2-small',
    time: 'next',
    what: 'the same, each token after the first, on the cache',
    work: { unit: 'GB/s of weights', isWeights: true, amount: (4 * (IN_BLOCKS + IN_OUTPUT)) / 1e9 },
  },
  W12: {
    model: 'smollm2-135m',
    time: 'whole',
    what: 'SmolLM2-135M: a decoder with grouped queries, 64 tokens in, 32 out',
  },
};

/** Token ids of the prompt; all peers get the same ids, whose values do not matter. */
export const promptOf = (model) => Array.from({ length: MODELS[model].prompt }, (_, at) => (7919 * (at + 1)) % 30_000);

export const workloadsOf = (model, only) =>
  Object.keys(TIMES).filter((name) => TIMES[name].model === model && only.includes(name));

/**
 * Regroups measured runs by workload: `times`, those of each peer in each round, and `difference`, between the peers'
 * outputs.
 */
export function timesByWorkload(workloads, runs, difference) {
  const timesOf = (workload) =>
    Object.fromEntries(
      Object.entries(runs).map(([name, each]) => [name, each.map((run) => run[TIMES[workload].time])]),
    );
  return Object.fromEntries(workloads.map((workload) => [workload, { difference, times: timesOf(workload) }]));
}
