// The module 'attention-spotlight/inline' in Node, where files have URLs. It serves server-side rendering.
export * from '../engine/node.js';
export { defaultModel } from './model.js';
export { AttentionSpotlight } from '../element/index.js';
export { connectFrame } from '../embed/index.js';
