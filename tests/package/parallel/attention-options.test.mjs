// Attention with every option gives the same numbers in workers as on one thread.
import { createEngine } from 'attention-spotlight';
import { lcg } from '../../engine/fixtures.mjs';

const inputsOf = (shape) => [1, 2, 3].map((seed) => lcg(seed, shape));

test('a sparse pattern', async () => {
  const engine = await createEngine({ workers: 2 });
  const inputs = inputsOf([1, 2, 6000, 32]);
  const options = { pattern: { kind: 'bigbird', window: 128, global: [5], randomBlocks: 2, seed: 1 } };
  const { output } = await engine.scaledDotProductAttentionAsync(...inputs, options);
  expect(output).toEqual(engine.scaledDotProductAttention(...inputs, options).output);
  engine.dispose();
});

test.each([0, 2])('out, with %i workers', async (workers) => {
  const engine = await createEngine({ workers });
  const inputs = inputsOf([1, 4, 300, 64]);
  const out = new Float32Array(4 * 300 * 64);
  const { output } = await engine.scaledDotProductAttentionAsync(...inputs, { out });
  expect(output.data).toBe(out);
  expect(output).toEqual(engine.scaledDotProductAttention(...inputs).output);
  await expect(engine.scaledDotProductAttentionAsync(...inputs, { out: new Float32Array(3) })).rejects.toThrow(
    /^out.length: expected 76800/,
  );
  engine.dispose();
});
