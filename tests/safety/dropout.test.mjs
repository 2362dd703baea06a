// Dropout draws a random number for each attention weight by its number in the call. That number has 64 bits, so that
// the dropout mask does not repeat after 2³² weights.
import { BUILDS } from '../engine/engines.mjs';
import { lcg } from '../engine/fixtures.mjs';
import { TensorTable } from '../../web/engine/runtime/tensor-table.js';
import { OptionWriter } from '../../web/engine/runtime/option-block.js';
import { ownModule } from './own-module.mjs';

test.each(BUILDS)('%s: the mask of the second head is not that of the first', async (build) => {
  const { module } = await ownModule(build);
  const [queries, keys, headDim] = [8, 64, 4];
  const allQueries = 2 ** 32 / keys;
  const writeOptions = (options) => {
    const writer = new OptionWriter(module, options);
    writer.number('dropoutP', 0.5);
    writer.number('scale', 1);
  };

  const parts = new module.AttentionSession();
  writeOptions(parts.options());
  const traced = new TensorTable(module, parts.tensors(), module.AttentionTensor);
  const one = new module.HeadSession();
  writeOptions(one.options());
  const fused = new TensorTable(module, one.tensors(), module.HeadTensor);
  const input = (name) => lcg(name.length, [name === 'query' ? queries : keys, headDim]).data;

  parts.resize(1, 1, 1, queries, keys, headDim, headDim);
  one.resizeKeys(keys, headDim, headDim);
  one.resizeQueries(queries);
  for (const name of ['query', 'key', 'value']) {
    traced.view(name).set(input(name));
    fused.view(name).set(input(name));
  }
  one.packKeys(0, keys);
  one.packValues();
  const masks = [0, 1].map((head) => {
    expect(parts.tracePart(0, head, 2, 0, allQueries)).toBe(-1);
    return Array.from(traced.view('weights'), (weight) => weight === 0);
  });
  const outputs = [0, 1].map((head) => {
    expect(one.compute(0, head, 2, 0, allQueries)).toBe(-1);
    return Array.from(fused.view('output'));
  });
  expect(masks[0]).toContain(true);
  expect(masks[1]).not.toEqual(masks[0]);
  expect(outputs[1]).not.toEqual(outputs[0]);
  parts.delete();
  one.delete();
});
