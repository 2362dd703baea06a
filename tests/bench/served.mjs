// URL paths under which the page of the benchmark finds its own files, those of the compared libraries, and the models.
import { join } from 'node:path';
import { build, project } from '../../scripts/paths.mjs';

const modules = join(import.meta.dirname, 'node_modules');

export const BENCH_FOLDERS = {
  '/litert/': join(modules, '@litertjs/core/wasm'),
  '/ort/': join(modules, 'onnxruntime-web/dist'),
  '/tfjs/': join(modules, '@tensorflow/tfjs-backend-wasm/dist'),
  '/ceiling/': join(build, 'ceiling'),
  '/bench-models/': join(build, 'bench-models'),
  '/models/': join(project, 'models'),
  '/': join(build, 'bench'),
};
