// Last part of the smoke test of the training program: the engine reads the small model that was trained, and
// reproduces PyTorch's results.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createEngine } from '../dist/engine/node.js';
import { TargetTokenizer } from '../dist/text/target-tokens.js';

const [folder] = process.argv.slice(2);
const reference = JSON.parse(readFileSync(join(folder, 'reference.json'), 'utf8'));
const { pieces } = JSON.parse(readFileSync(join(folder, 'model/tokenizer.json'), 'utf8'));
const vocabulary = new TargetTokenizer(pieces);
const file = (name) => pathToFileURL(join(folder, 'model', name));
const engine = await createEngine();
const model = await engine.loadModel({
  weights: file('model.safetensors'),
  config: file('config.json'),
  tokenizer: file('tokenizer.json'),
});

let furthest = 0;
for (const { text, ...attentions } of reference.attentions) {
  const run = model.run(text, { beams: 1 }); // like the PyTorch reference
  for (const [attention, layers] of Object.entries(attentions)) {
    layers.forEach((heads, layer) => {
      const { data } = run.attention(attention, layer);
      heads.flat(2).forEach((weight, index) => (furthest = Math.max(furthest, Math.abs(weight - data[index]))));
    });
  }
}
const same = reference.translations.filter(
  ({ text, tokens }) => model.run(text, { beams: 1 }).decode().text === vocabulary.decode(tokens).text,
);
console.log(
  `smoke run: weights within ${furthest.toExponential(1)} of PyTorch, ${same.length} of 200 translations the same`,
);
if (!(furthest <= 1e-4) || same.length < 200) process.exitCode = 1;
