// A long text without blocking the page: exact attention in a worker, with progress and aborting; then a sliding
// window.
import { createEngine, tensor } from 'attention-spotlight';

const engine = await createEngine();
const [tokens, headDim] = [4096, 32];
const x = tensor(engine.xavierUniform([tokens, headDim], { gain: 20 }).data, [1, 1, tokens, headDim]);

let progress = 0;
const { output } = await engine.scaledDotProductAttentionAsync(x, x, x, {
  isCausal: true,
  onProgress: (done) => (progress = done),
});
console.log(`${output.shape.join(' × ')}, ${100 * progress}% done`); // → 1 × 1 × 4096 × 32, 100% done

const controller = new AbortController();
const aborted = engine.scaledDotProductAttentionAsync(x, x, x, { signal: controller.signal });
controller.abort(new Error('the user has gone'));
await aborted.catch((error) => console.log(error.message)); // → the user has gone

// Sliding window: each token attends to 128 tokens on each side and to the first token, so that the cost is linear in
// the length of the text.
const pattern = { kind: 'window', window: 256, global: [0] };
const { data } = engine.patternMask(pattern, tokens).allow;
const kept = data.reduce((sum, flag) => sum + flag, 0) / data.length;
console.log(`${(100 * kept).toFixed(1)}% of the pairs`); // → 6.2% of the pairs
engine.scaledDotProductAttention(x, x, x, { pattern });
engine.dispose();
