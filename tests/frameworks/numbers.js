// What every page here has to show: a number of the engine, and one of the element.
import { createEngine, tensor } from 'attention-spotlight';
import { engineNumber } from './engine-number.js';

export async function showNumbers(element) {
  const engine = await createEngine();
  await element.ready;
  globalThis.numbers = {
    output: engineNumber(engine, tensor),
    weight: element.trace.weights.data[7 * 10 + 1], // “it” hears “cat”
    row: element.row,
    mask: element.mask,
  };
}
