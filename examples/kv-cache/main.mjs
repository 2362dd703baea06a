// Decoding token by token: causal attention with grouped queries, rotary positions and a cache of keys and values.
import { createEngine, rotaryPositions, tensor } from 'attention-spotlight';

const engine = await createEngine();
const [heads, keyValueHeads, tokens, headDim] = [8, 2, 32, 16];
const random = (numHeads, seed) => {
  const { data } = engine.xavierUniform([numHeads * tokens, headDim], { gain: 8, seed });
  return tensor(data, [1, numHeads, tokens, headDim]);
};
const [query, key, value] = [random(heads, 1), random(keyValueHeads, 2), random(keyValueHeads, 3)];

/** Part of a tensor: the rows of `count` consecutive tokens from `first` on, [1, heads, count, headDim]. */
function rows({ data, shape: [, numHeads, length] }, first, count) {
  const size = length * headDim;
  const parts = Array.from({ length: numHeads }, (_, head) =>
    data.subarray(head * size + first * headDim, head * size + (first + count) * headDim),
  );
  return tensor(Float32Array.from(parts.flatMap((part) => [...part])), [1, numHeads, count, headDim]);
}

// All tokens at once, as in training.
const whole = engine.scaledDotProductAttention(rotaryPositions(query), rotaryPositions(key), value, {
  isCausal: true,
  enableGqa: true,
}).output;

// One token at a time, as in decoding. The cache has 2 heads, whereas the queries have 8.
const cachedKeys = rotaryPositions(key);
let largest = 0;
for (let position = 0; position < tokens; position++) {
  const newest = rotaryPositions(rows(query, position, 1), { offset: position });
  const { output } = engine.scaledDotProductAttention(
    newest,
    rows(cachedKeys, 0, position + 1),
    rows(value, 0, position + 1),
    { isCausal: 'lower-right', enableGqa: true },
  );
  const expected = rows(whole, position, 1);
  output.data.forEach((number, index) => (largest = Math.max(largest, Math.abs(number - expected.data[index]))));
}
console.log(`the same numbers: ${largest < 1e-5}`); // → the same numbers: true
const bytes = (numHeads) => 4 * 2 * numHeads * tokens * headDim;
console.log(`cache: ${bytes(keyValueHeads)} bytes, not ${bytes(heads)}`); // → cache: 8192 bytes, not 32768
