// Rollup plugins for engine-inline, the engine as a single file: they embed its WebAssembly and leave out training,
// which has a separate WebAssembly module.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { patchOf } from './wasm-patch.mjs';
import { project } from '../paths.mjs';

const PACKED = 'attention-spotlight:packed-wasm';

/**
 * Rollup plugin that provides the module from which web/engine-inline/unpack.ts imports the .wasm files
 * (packed-wasm.d.ts).
 */
export const packedWasm = {
  name: 'spotlight-packed-wasm',
  resolveId: (id) => (id === PACKED ? id : null),
  load(id) {
    if (id !== PACKED) return null;
    const [simd, relaxed] = ['simd', 'relaxed'].map((name) =>
      readFileSync(join(project, `dist/engine/wasm/spotlight-${name}.wasm`)),
    );
    const packed = { SIMD: simd, RELAXED: patchOf(simd, relaxed) };
    return Object.entries(packed)
      .map(([name, bytes]) => `export const ${name} = '${gzipSync(bytes, { level: 9 }).toString('base64')}';`)
      .join('\n');
  },
};

const NO_TRAINING = `export const createTrainer = () =>
  Promise.reject(new Error("createTrainer: training is not in engine-inline; import 'attention-spotlight' for it"));`;

export const withoutTraining = {
  name: 'spotlight-without-training',
  resolveId: (source) => (source === '../training/create-trainer.js' ? '\0without-training' : null),
  load: (id) => (id === '\0without-training' ? NO_TRAINING : null),
};
