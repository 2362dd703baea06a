// node module.mjs spotlight.js: smoke test of a WebAssembly module as CMake builds it, without TypeScript. Computes one
// matrix product.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';

if (process.argv[3] === 'relaxed' && process.versions.node < '22') {
  setFlagsFromString('--experimental-wasm-relaxed-simd');
}
const [, , glue] = process.argv;
const { default: create } = await import(pathToFileURL(glue));
const module = await create({
  instantiateWasm(imports, done) {
    WebAssembly.instantiate(readFileSync(glue.replace(/js$/, 'wasm')), imports).then(({ instance, module }) =>
      done(instance, module),
    );
    return {};
  },
});
const session = new module.MatmulSession();
session.resize(2, 3, 2); // [2, 3] · [3, 2]
const view = (name) => {
  const [start, size] = module.HEAPU32.subarray(session.tensors() / 4 + 2 * module.MatmulTensor[name].value);
  return module.HEAPF32.subarray(start / 4, start / 4 + size);
};
view('a').set([1, 2, 3, 4, 5, 6]);
view('b').set([1, 0, 0, 1, 1, 1]);
session.compute();
assert.deepEqual([...view('product')], [4, 5, 10, 11]);
