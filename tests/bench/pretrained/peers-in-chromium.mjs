// Peers (libraries) that run whole models in Chromium. Packages are loaded on demand, since a page can only contain one
// LiteRT.js.
const spotlight = () => import('./spotlight.mjs');
const onnxruntime = () => import('./onnxruntime.mjs');
const litert = () => import('./litert.mjs');

export const PEERS_IN_CHROMIUM = {
  'Spotlight, relaxed': { load: spotlight, options: { build: 'relaxed' } },
  'Spotlight, simd': { load: spotlight, options: { build: 'simd' } },
  'LiteRT.js, relaxed': { load: litert, options: { build: 'relaxed' } },
  'LiteRT.js, compat': { load: litert, options: { build: 'simd' } },
  'onnxruntime-web, graph': { load: onnxruntime, options: { graph: 'model.onnx' } },
  'Spotlight, relaxed, 2 threads': { load: spotlight, options: { build: 'relaxed', threads: 2 } },
  'Spotlight, simd, 2 threads': { load: spotlight, options: { build: 'simd', threads: 2 } },
  'LiteRT.js, relaxed, 2 threads': { load: litert, options: { threads: 2 } },
  'onnxruntime-web, graph, 2 threads': { load: onnxruntime, options: { graph: 'model.onnx', threads: 2 } },
  'Spotlight, relaxed, int8, 2 threads': {
    load: spotlight,
    options: { build: 'relaxed', precision: 'int8', threads: 2 },
  },
  'onnxruntime-web, graph, int8, 2 threads': {
    load: onnxruntime,
    options: { graph: 'model_int8.onnx', threads: 2 },
  },
};
