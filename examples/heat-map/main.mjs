// A heat map of your own attention weights, in the element. This program runs in a page.
import { createEngine, tensor } from 'attention-spotlight';
import 'attention-spotlight/element';

const tokens = ['the', 'quick', 'brown', 'fox', 'jumps'];
const [heads, headDim] = [2, 8];

// Your own vectors: here, each token's vector is a wave of another frequency.
const data = Float32Array.from({ length: heads * tokens.length * headDim }, (_, index) => {
  const [head, token] = [Math.floor(index / (tokens.length * headDim)), Math.floor(index / headDim) % tokens.length];
  return 1.5 * Math.sin((1 + (head + 1) * token) * ((index % headDim) + 1));
});
const x = tensor(data, [1, heads, tokens.length, headDim]);

const engine = await createEngine();
const { weights } = engine.scaledDotProductAttention(x, x, x, { needWeights: true, isCausal: true });

const element = document.createElement('attention-spotlight');
element.view = 'matrix';
element.data = { tokens, attention: weights }; // one layer: [1, heads, queries, keys]
document.body.append(element);
await element.ready;
console.log(`${weights.shape.join(' × ')} weights`); // → 1 × 2 × 5 × 5 weights
