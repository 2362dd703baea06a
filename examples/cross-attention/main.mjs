// Cross-attention: queries from one text, keys and values from another, in a batch whose texts differ in length.
import { createEngine, tensor } from 'attention-spotlight';

const engine = await createEngine();
const embedDim = 16;
const attention = engine.createMultiheadAttention({ embedDim, numHeads: 4, seed: 5 });

const embed = (batch, tokens, seed) =>
  tensor(engine.xavierUniform([batch * tokens, embedDim], { gain: 4, seed }).data, [batch, tokens, embedDim]);
const target = embed(2, 3, 1); // [batch, queries, embedDim]
const source = embed(2, 5, 2); // [batch, keys, embedDim]

const { output, weights } = attention.forward(target, source, source, {
  keyLengths: [5, 2], // the second text has two tokens; the rest is padding
  needWeights: true,
});
console.log(`output ${output.shape.join(' × ')}`); // → output 2 × 3 × 16
console.log(`weights ${weights.shape.join(' × ')}`); // → weights 2 × 4 × 3 × 5

const [, heads, queries, keys] = weights.shape;
const row = weights.data.subarray(heads * queries * keys).subarray(0, keys); // second text, head 0, query 0
console.log(Array.from(row, (weight) => (weight === 0 ? 'padding' : 'token')).join(' ')); // → token token padding padding padding
attention.dispose();
