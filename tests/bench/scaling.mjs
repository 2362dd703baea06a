// Measures time and memory of attention for growing text lengths, and the savings of a window, in Node.
import { createEngine, tensor } from 'attention-spotlight';
import { interleaved } from './interleaved.mjs';
import { random } from './workloads.mjs';

const HEAD_DIM = 64;
const SIZES = [4096, 8192, 16384, 32768, 65536];
const METHODS = {
  'window 256': { pattern: { kind: 'window', window: 256 } },
  BigBird: { pattern: { kind: 'bigbird', window: 192, global: [0, 1], randomBlocks: 3 } },
  'Linformer, rank 128': { variant: { kind: 'linformer', rank: 128 } },
  'Performer, 128 features': { variant: { kind: 'performer', features: 128 } },
  'linear (elu)': { variant: { kind: 'linear' } },
};
/** Text length at which a window is compared with full attention, the same as in workload W8. */
const COMPARED = 16384;
const LONGEST = 100_000;

const inputsOf = (tokens) => [1, 2, 3].map((seed) => tensor(random(seed, tokens * HEAD_DIM), [1, 1, tokens, HEAD_DIM]));

/** Memory in bytes that an engine holds after attention over `tokens` tokens with these attention options. */
async function memoryOf(options, tokens) {
  const engine = await createEngine();
  engine.scaledDotProductAttention(...inputsOf(tokens), options);
  const bytes = engine.heapSize;
  engine.dispose();
  return bytes;
}

export async function measureScaling(settings) {
  const engine = await createEngine();
  const attend = (inputs, options) => async () => engine.scaledDotProductAttention(...inputs, options);
  const inputs = Object.fromEntries([...SIZES, LONGEST].map((tokens) => [tokens, inputsOf(tokens)]));
  const growth = {};
  for (const [name, options] of Object.entries(METHODS)) {
    const runners = Object.fromEntries(SIZES.map((tokens) => [tokens, attend(inputs[tokens], options)]));
    const { times } = await interleaved(runners, settings);
    const bytes = {};
    for (const tokens of SIZES) bytes[tokens] = await memoryOf(options, tokens);
    growth[name] = { times, bytes };
  }
  const window = METHODS['window 256'];
  const { times: compared } = await interleaved(
    { window: attend(inputs[COMPARED], window), all: attend(inputs[COMPARED], {}) },
    { ...settings, rounds: 3 },
  );
  const {
    times: { longest },
  } = await interleaved({ longest: attend(inputs[LONGEST], window) }, settings);
  return { sizes: SIZES, growth, compared: { tokens: COMPARED, ...compared }, longest };
}
