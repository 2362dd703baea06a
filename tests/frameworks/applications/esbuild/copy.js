import { cpSync } from 'node:fs';

const installed = 'node_modules/attention-spotlight';
cpSync(`${installed}/dist/engine/wasm`, 'dist/spotlight/wasm', { recursive: true });
cpSync(`${installed}/dist/engine/worker.js`, 'dist/spotlight/worker.js');
cpSync(`${installed}/models/default`, 'dist/spotlight/model', { recursive: true });
