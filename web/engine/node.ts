// `import … from 'attention-spotlight'` in Node.
import { readFile } from 'node:fs/promises';
import { engineFactory } from './engine.js';

export * from './interface.js';

/** Loads the WebAssembly and gives an engine. */
export const createEngine = engineFactory(async (url) => WebAssembly.compile(await readFile(url)));
