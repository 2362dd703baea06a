// Engine and element in one file, for pages without a bundler: dist/engine/attention-spotlight.js.
export * from '../engine/index.js';
export { defaultModel } from './model.js';
export { AttentionSpotlight } from '../element/index.js';
export { connectFrame } from '../embed/index.js';
