// How time and memory of the patterns for long texts grow with the text, and what a window saves; in Node.
import { createEngine, tensor } from 'attention-spotlight';
import { interleaved } from './interleaved.mjs';
import { random } from './workloads.mjs';

const HEAD_DIM = 64;
const SIZES = [4096, 8192, 16384, 32768, 65536];
const PATTERNS = {
  'window 256': { kind: 'window', window: 256 },
  BigBird: { kind: 'bigbird', window: 192, global: [0, 1], randomBlocks: 3 },
  'Linformer, rank 128': { kind: 'linformer', rank: 128 },
  'Performer, 128 features': { kind: 'performer', features: 128 },
  'linear (elu)': { kind: 'linear' },
};
/** Where a window is compared with all keys, and W8. */
const COMPARED = 16384;
const LONGEST = 100_000;

const inputsOf = (words) => [1, 2, 3].map((seed) => tensor(random(seed, words * HEAD_DIM), [1, 1, words, HEAD_DIM]));

/** Bytes that an engine holds after one such attention. */
async function memoryOf(pattern, words) {
  const engine = await createEngine();
  engine.scaledDotProductAttention(...inputsOf(words), { pattern });
  const bytes = engine.heapSize;
  engine.dispose();
  return bytes;
}

export async function measureScaling(settings) {
  const engine = await createEngine();
  const attend = (inputs, pattern) => async () => engine.scaledDotProductAttention(...inputs, { pattern });
  const inputs = Object.fromEntries([...SIZES, LONGEST].map((words) => [words, inputsOf(words)]));
  const growth = {};
  for (const [name, pattern] of Object.entries(PATTERNS)) {
    const runners = Object.fromEntries(SIZES.map((words) => [words, attend(inputs[words], pattern)]));
    const { times } = await interleaved(runners, settings);
    const bytes = {};
    for (const words of SIZES) bytes[words] = await memoryOf(pattern, words);
    growth[name] = { times, bytes };
  }
  const window = PATTERNS['window 256'];
  const { times: compared } = await interleaved(
    { window: attend(inputs[COMPARED], window), all: attend(inputs[COMPARED], undefined) },
    { ...settings, rounds: 3 },
  );
  const {
    times: { longest },
  } = await interleaved({ longest: attend(inputs[LONGEST], window) }, settings);
  return { sizes: SIZES, growth, compared: { words: COMPARED, ...compared }, longest };
}
