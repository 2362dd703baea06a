// Stack of the WebAssembly module: even the engine's calls that need most of it use less than half.
import { readFileSync } from 'node:fs';
import { Engine } from '../../web/engine/api/engine.js';
import { BUILDS } from '../engine/engines.mjs';
import { lcg } from '../engine/fixtures.mjs';
import { modelFiles } from './model-file.mjs';
import { ownModule } from './own-module.mjs';

async function ownEngine(build) {
  const { module, bytes } = await ownModule(build);
  const read = (url) => Promise.resolve(new Uint8Array(readFileSync(url)).buffer);
  const engine = new Engine(
    { module, compiled: null, build, threads: 1, dispose: () => {} },
    { read, wasmUrl: undefined },
    0,
  );
  return { engine, module, bytes };
}

const part = (name) => new Blob([readFileSync(new URL(`../fixtures/models/llama/${name}`, import.meta.url))]);

/** Makes the calls of the engine that keep blocks of numbers on the stack. */
async function computeDeeply(engine) {
  const q = lcg(1, [1, 2, 150, 70]);
  engine.matmul(lcg(2, [200, 1000]), lcg(3, [1000, 40]));
  for (const options of [{ isCausal: true }, { pattern: { kind: 'bigbird', window: 8, randomBlocks: 1 } }]) {
    engine.scaledDotProductAttention(q, q, q, options);
  }
  engine.traceAttention(q, q, q);
  engine.attentionBackward(q, q, q, q);
  engine.scaledDotProductAttention(q, q, q, { variant: { kind: 'performer', features: 40 } });
  const multihead = engine.createMultiheadAttention({ embedDim: 900, numHeads: 9 });
  const x = lcg(4, [1, 140, 900]);
  multihead.forward(x, x, x);
  multihead.backward(x, x, x, x);
  const model = await engine.loadModel(modelFiles());
  model.run('The cat sat on the mat').trace('cross', 0, 1);
  for (const precision of ['float32', 'int8']) {
    const files = { weights: part('model.safetensors'), config: part('config.json') };
    const llama = await engine.loadPretrained(files, { precision });
    Array.from(llama.generate([1, 5, 7], { maxTokens: 3 }));
  }
}

const SIZE =
  1024 *
  readFileSync(new URL('../../cpp/bindings/CMakeLists.txt', import.meta.url), 'utf8').match(
    /math\(EXPR stack_size "(\d+) \* 1024"\)/,
  )[1];

test.each(BUILDS)('%s build: half of the stack stays free', async (build) => {
  const { engine, module, bytes } = await ownEngine(build);
  const top = module.stackPointer();
  await computeDeeply(engine);
  expect(module.stackPointer()).toBe(top);
  const used =
    SIZE -
    bytes()
      .subarray(top - SIZE, top)
      .findIndex((byte) => byte !== 0);
  expect(used).toBeGreaterThan(10_000);
  expect(used).toBeLessThan(SIZE / 2);
});
