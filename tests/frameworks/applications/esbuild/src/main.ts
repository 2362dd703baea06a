import { configure } from 'attention-spotlight/element';
import { computeWeights } from './attention';

configure({
  wasmUrl: 'dist/spotlight/wasm/',
  modelUrl: 'dist/spotlight/model/',
  workerUrl: 'dist/spotlight/worker.js',
});
document.querySelector('output')!.textContent = await computeWeights();
