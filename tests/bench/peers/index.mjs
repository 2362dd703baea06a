// Peers of the benchmark, the libraries that it compares. Packages are loaded on demand, since a page can only contain
// one LiteRT.js.
const spotlight = () => import('./spotlight.mjs');
const onnxruntime = () => import('./onnxruntime.mjs');
const litert = () => import('./litert.mjs');
const tfjs = () => import('./tfjs.mjs');
const plain = () => import('./plain.mjs');

/**
 * Peers by name. `relaxed` is true if the peer uses relaxed SIMD; `slow` is true if it is measured only in some rounds,
 * since one call takes long.
 */
export const PEERS = {
  'Spotlight, relaxed': { load: spotlight, relaxed: true, options: { build: 'relaxed' } },
  'Spotlight, simd': { load: spotlight, relaxed: false, options: { build: 'simd' } },
  'Spotlight, relaxed, out': { load: spotlight, relaxed: true, options: { build: 'relaxed', reuses: true } },
  'Spotlight, simd, out': { load: spotlight, relaxed: false, options: { build: 'simd', reuses: true } },
  'LiteRT.js, relaxed': { load: litert, relaxed: true, options: { build: 'relaxed' } },
  'LiteRT.js, compat': { load: litert, relaxed: false, options: { build: 'simd' } },
  'onnxruntime-web, graph': { load: onnxruntime, relaxed: false, options: { form: 'graph' } },
  'onnxruntime-web, Attention': { load: onnxruntime, relaxed: false, options: { form: 'operator' } },
  tfjs: { load: tfjs, relaxed: false, slow: true, options: {} },
  'plain JavaScript': { load: plain, relaxed: false, slow: true, options: {} },
  'Spotlight, relaxed, 2 threads': { load: spotlight, relaxed: true, options: { build: 'relaxed', threads: 2 } },
  'Spotlight, relaxed, out, 2 threads': {
    load: spotlight,
    relaxed: true,
    options: { build: 'relaxed', threads: 2, reuses: true },
  },
  'Spotlight, relaxed, 2 workers': { load: spotlight, relaxed: true, options: { build: 'relaxed', workers: 2 } },
  'Spotlight, simd, 2 workers': { load: spotlight, relaxed: false, options: { build: 'simd', workers: 2 } },
  'LiteRT.js, relaxed, 2 threads': { load: litert, relaxed: true, options: { threads: 2 } },
  'onnxruntime-web, graph, 2 threads': { load: onnxruntime, relaxed: false, options: { form: 'graph', threads: 2 } },
};

/**
 * Opens a peer (a compared library) by its name. `folders` contains the URLs of the libraries' files, by package name.
 */
export async function openPeer(name, folders = {}) {
  const { load, options } = PEERS[name];
  return (await load()).open({ ...options, folders });
}
