// Attention engine and custom element <attention-spotlight> in one file, dist/engine/attention-spotlight.js, for pages
// without a bundler.
export * from '../engine/index.js';
export { defaultModel } from './model.js';
export { AttentionSpotlight } from '../element/index.js';
export { connectFrame } from '../embed/index.js';
