import { configure } from 'attention-spotlight/element';
import { computeWeights } from './attention';

configure({
  wasmUrl: 'dist/spotlight/wasm/',
  modelUrl: 'dist/spotlight/model/',
  workerUrl: 'dist/spotlight/worker.js',
});
void computeWeights().then((weights) => {
  document.querySelector('output')!.textContent = weights;
});
