// Application that uses the package and shows one number of the engine and one of the element.
import { createEngine, tensor } from 'attention-spotlight';
import 'attention-spotlight/element';

const engine = await createEngine();
const query = tensor([1, 0], [1, 1, 1, 2]);
const key = tensor([1, 0, 0, 1], [1, 1, 2, 2]);
const value = tensor([1, 0], [1, 1, 2, 1]);
const { output } = engine.scaledDotProductAttention(query, key, value);
const element = document.querySelector('attention-spotlight');
await element.ready;
const weight = element.trace.weights.data[7 * 10 + 1];
globalThis.numbers = { output: output.data[0], weight };
