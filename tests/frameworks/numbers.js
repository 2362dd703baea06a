// What every page here has to show: a number of the engine, and one of the element.
import { createEngine, tensor } from 'attention-spotlight';

export async function showNumbers(element) {
  const engine = await createEngine();
  const { output } = engine.scaledDotProductAttention(
    tensor([1, 0], [1, 1, 1, 2]),
    tensor([1, 0, 0, 1], [1, 1, 2, 2]),
    tensor([1, 0], [1, 1, 2, 1]),
  );
  await element.ready;
  globalThis.numbers = {
    output: output.data[0],
    weight: element.trace.weights.data[7 * 10 + 1], // “it” hears “cat”
    row: element.row,
    mask: element.mask,
  };
}
