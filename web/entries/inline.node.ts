// The module 'attention-spotlight/inline' when it is imported in Node, where files have URLs and need not be inlined.
// It serves server-side rendering.
export * from '../engine/node.js';
export { defaultModel } from './model.js';
export { AttentionSpotlight } from '../element/index.js';
export { connectFrame } from '../embed/index.js';
