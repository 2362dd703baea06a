// `import … from 'attention-spotlight/inline'` in Node, where files have addresses: for servers that render pages.
export * from '../engine/node.js';
export { defaultModel } from './model.js';
export { AttentionSpotlight } from '../element/index.js';
export { connectFrame } from '../embed/index.js';
