// Workload W7: exact attention of one head over a very long text, with progress and cancellation, as a page would
// compute it.
import { createEngine, tensor } from 'attention-spotlight';
import { errorOf, inputsOf } from '../workloads.mjs';

window.long = async (seqLen, workers) => {
  const workload = { kind: 'attention', batch: 1, heads: 1, seqLen, headDim: 64, isCausal: false };
  const engine = await createEngine({ workers });
  const { query, key, value } = inputsOf(workload);
  const inputs = [query, key, value].map((data) => tensor(data, [1, 1, seqLen, 64]));

  const controller = new AbortController();
  let abortedAt = 0;
  const onProgress = () => {
    abortedAt ||= performance.now();
    controller.abort();
  };
  await engine
    .scaledDotProductAttentionAsync(...inputs, { onProgress, signal: controller.signal })
    .catch((error) => console.assert(error.name === 'AbortError', error));
  const canceled = performance.now() - abortedAt;

  const seen = [];
  let longestGap = 0; // longest time that this thread was blocked, for which a frame would have waited
  let last = performance.now();
  const timer = setInterval(() => {
    longestGap = Math.max(longestGap, performance.now() - last);
    last = performance.now();
  }, 4);
  const begin = performance.now();
  const { output } = await engine.scaledDotProductAttentionAsync(...inputs, { onProgress: (done) => seen.push(done) });
  const seconds = (performance.now() - begin) / 1000;
  clearInterval(timer);
  engine.dispose();
  return { seconds, steps: seen.length, canceled, longestGap, error: errorOf(workload, output.data) };
};
window.isReady = true;
