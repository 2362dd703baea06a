// What every page here computes: one number of the engine, and what the element shows.
import { createEngine, tensor } from 'attention-spotlight';
import { engineNumber } from './engine-number.js';

export async function showNumbers(element) {
  const engine = await createEngine();
  await element.ready;
  globalThis.numbers = {
    output: engineNumber(engine, tensor),
    weight: element.trace.weights.data[7 * 10 + 1], // “it” attends to “cat”
    query: element.query,
    mask: element.mask,
  };
}
