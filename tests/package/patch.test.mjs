// Binary patches, with which engine-inline stores one build of the WebAssembly as the difference from the other.
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { patched } from '../../dist/engine-inline/patch.js';
import { patchOf } from '../../scripts/inline/wasm-patch.mjs';

const made = (base, target) => Buffer.from(patched(base, patchOf(Buffer.from(base), Buffer.from(target))));

test('a patch reproduces its target', () => {
  const run = fc.uint8Array({ minLength: 10, maxLength: 40 });
  // Random bytes for a base and a target of a patch, which have some sequences in common, in different orders, with
  // other bytes between them.
  const bytes = (runs) =>
    fc
      .array(fc.oneof(fc.constantFrom(...runs), fc.uint8Array({ maxLength: 9 })), { maxLength: 30 })
      .map((parts) => Buffer.concat(parts));
  const pair = fc.array(run, { minLength: 1 }).chain((runs) => fc.tuple(bytes(runs), bytes(runs)));
  fc.assert(fc.property(pair, ([base, target]) => expect(made(base, target)).toEqual(target)));
});

test('one build as a patch of the other is a tenth of its size', () => {
  const [simd, relaxed] = ['simd', 'relaxed'].map((build) =>
    readFileSync(new URL(`../../dist/engine/wasm/spotlight-${build}.wasm`, import.meta.url)),
  );
  expect(made(simd, relaxed).equals(relaxed)).toBe(true);
  expect(patchOf(simd, relaxed).length).toBeLessThan(relaxed.length / 8);
});
