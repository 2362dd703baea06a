// A part of a pretrained model: the first layers, and the embeddings that one text needs. This is enough for its
// attention.
import { createEngine } from 'attention-spotlight';
import { stories } from 'attention-spotlight/stories';

const engine = await createEngine();
const text = 'The dog ran to the park because it was happy';
const empty = engine.heapSize;

const whole = await engine.loadPretrained(stories);
const bytes = engine.heapSize - empty;
console.log(`${whole.family}, ${whole.layers.decoder} layers of ${whole.numHeads} heads`); // → llama, 5 layers of 8 heads

const part = await engine.loadPretrained(stories, { layers: 1, text });
const share = (engine.heapSize - empty - bytes) / bytes;
console.log(`the first layer takes ${Math.round(100 * share)}% of the memory`); // → the first layer takes 19% of the memory

const [first, same] = [part, whole].map((model) => model.run(text).attention('decoder', 0));
console.log(first.shape.join(' × ')); // → 8 × 19 × 19
console.log(first.data.every((weight, at) => weight === same.data[at])); // → true

// The part only knows the tokens of this text, and cannot predict the next token.
for (const attempt of [() => part.run('Zoo'), () => part.run(text).logits]) {
  try {
    attempt();
  } catch (error) {
    console.log(error.message);
  }
}
// → text: expected tokens of the text that the model was loaded for, got the string ' '
// → this model was loaded in part, and has no logits
engine.dispose();
