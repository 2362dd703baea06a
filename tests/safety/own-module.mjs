// Instantiates the engine's WebAssembly module so that a test can read its memory.
import { readFileSync } from 'node:fs';
import createSpotlightModule from '../../web/engine/wasm/spotlight.js';

/** WebAssembly module of one build of the engine, and a function that returns the bytes of its memory. */
export async function ownModule(build) {
  const file = new URL(`../../web/engine/wasm/spotlight-${build}.wasm`, import.meta.url);
  const compiled = await WebAssembly.compile(readFileSync(file));
  let memory;
  const instantiateWasm = (imports, done) => {
    WebAssembly.instantiate(compiled, imports).then((instance) => {
      memory = Object.values(instance.exports).find((each) => each instanceof WebAssembly.Memory);
      done(instance);
    });
    return {};
  };
  const module = await createSpotlightModule({ instantiateWasm });
  return { module, bytes: () => new Uint8Array(memory.buffer) };
}
