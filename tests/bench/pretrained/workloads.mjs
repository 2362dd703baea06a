// W9 to W12: whole models of known shapes. `prompt` tokens go in; a decoder then makes `tokens` more.
export const MODELS = {
  'bert-base': { prompt: 128 },
  'gpt2-small': { prompt: 64, tokens: 32 },
  'smollm2-135m': { prompt: 64, tokens: 32 },
};

/** The weights of the linear layers in the blocks of BERT-base and of GPT-2-small, and those of GPT-2's output layer. */
const IN_BLOCKS = 12 * (4 * 768 * 768 + 2 * 768 * 3072);
const IN_OUTPUT = 50_257 * 768;
/** Floating-point operations of `tokens` tokens in these blocks, and of their attention to one another. */
const operations = (tokens) => 2 * tokens * IN_BLOCKS + 12 * 2 * 2 * tokens * tokens * 768;

/** `work`: what bounds it, in 10⁹; of a token on the cache: that each weight is read once. */
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

/** Token ids of the prompt, the same for all peers; any will do. */
export const promptOf = (model) => Array.from({ length: MODELS[model].prompt }, (_, at) => (7919 * (at + 1)) % 30_000);

export const workloadsOf = (model, only) =>
  Object.keys(TIMES).filter((name) => TIMES[name].model === model && only.includes(name));

/** Times of each run, by peer, of each workload { difference, times }. */
export function timesByWorkload(workloads, runs, difference) {
  const timesOf = (workload) =>
    Object.fromEntries(
      Object.entries(runs).map(([name, each]) => [name, each.map((run) => run[TIMES[workload].time])]),
    );
  return Object.fromEntries(workloads.map((workload) => [workload, { difference, times: timesOf(workload) }]));
}
