// Scaled dot-product attention of your own tensors, with every step.
import { createEngine, tensor } from 'attention-spotlight';

const engine = await createEngine();
const query = tensor([1, 0, 0, 1], [1, 1, 2, 2]); // [batch, heads, queries, headDim]
const key = tensor([1, 0, 0, 1, 1, 1], [1, 1, 3, 2]); // [batch, heads, keys, headDim]
const value = tensor([1, 2, 3], [1, 1, 3, 1]); // [batch, heads, keys, valueDim]

const show = ({ data }) => Array.from(data, (number) => number.toFixed(2)).join(' ');
const steps = engine.traceAttention(query, key, value);
console.log('Q·Kᵀ     ', show(steps.scores)); // → Q·Kᵀ      1.00 0.00 1.00 0.00 1.00 1.00
console.log('/ √d     ', show(steps.scaled)); // → / √d      0.71 0.00 0.71 0.00 0.71 0.71
console.log('softmax  ', show(steps.weights)); // → softmax   0.40 0.20 0.40 0.20 0.40 0.40
console.log('weights·V', show(steps.output)); // → weights·V 2.00 2.20

// The same output, computed in one pass that never stores the matrix of weights.
const { output } = engine.scaledDotProductAttention(query, key, value);
console.log('one pass ', show(output)); // → one pass  2.00 2.20
