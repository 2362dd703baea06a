// `import … from 'attention-spotlight'` in a browser, or through a bundler for one.
import { engineFactory } from './engine.js';

export * from './interface.js';

/** Loads the WebAssembly and gives an engine. */
export const createEngine = engineFactory(async (url) => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.href}: expected the file, got ${response.status}`);
  return response.arrayBuffer();
});
