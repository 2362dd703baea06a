// Engine and element in one file with everything that they load: dist/inline/. For places where files have no addresses:
// a page opened from the disk, a notebook, a bundler that copies nothing.
import { configure } from '../engine/package-files.js';
import { FILES, WORKER } from 'attention-spotlight:files'; // scripts/build-package.mjs

export * from './browser.js';

let worker = '';

configure({
  wasmUrl: (file) => FILES[file]!,
  modelUrl: (file) => FILES[file]!,
  workerUrl: () => (worker ||= URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }))),
});
