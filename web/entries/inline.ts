// Engine and element in one file with all their assets: dist/inline/. For environments where files have no URLs:
// a page opened from disk, a notebook, a bundler that copies no assets.
import { configure } from '../engine/package-files.js';
import { FILES, WORKER } from 'attention-spotlight:files'; // scripts/build-package.mjs

export * from './browser.js';

let worker = '';

configure({
  wasmUrl: (file) => FILES[file]!,
  modelUrl: (file) => FILES[file]!,
  workerUrl: () => (worker ||= URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }))),
});
