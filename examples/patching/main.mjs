// Patching: copies activations from one text to another, to find those that make the model say “She” instead of “He”.
import { createEngine } from 'attention-spotlight';
import { patchActivations } from 'attention-spotlight/analysis';
import { stories } from 'attention-spotlight/stories';

const engine = await createEngine();
const model = await engine.loadPretrained(stories);
const [clean, corrupted] = ['girl named Lily', 'boy named Tim'].map((who) =>
  model.run(`Once upon a time, there was a little ${who}.`),
);
const [token, against] = ['She', 'He'].map((word) => model.tokenize(`. ${word}`).at(-1).id);

/**
 * Share of the preference for “She” over “He” that comes back when one activation is copied from the clean run to the
 * corrupted one, [layers, tokens] or [layers, heads].
 */
const recovery = async (activation) =>
  (await patchActivations(clean, corrupted, { token, against, activation, direction: 'denoise' })).recovery;

const stream = await recovery('residualPre');
const columns = stream.shape[1];
for (let layer = 0; layer < model.layers.decoder; ++layer) {
  const row = Array.from(stream.data.subarray(layer * columns, (layer + 1) * columns));
  const at = row.indexOf(Math.max(...row));
  console.log(`before layer ${layer}: “${clean.tokens[at].text}” ${row[at].toFixed(2)}`);
}
// → before layer 0: “Lily” 0.53
// → before layer 1: “Lily” 0.53
// → before layer 2: “Lily” 0.49
// → before layer 3: “l” 0.47
// → before layer 4: “l” 0.48
const { data } = await recovery('headOutput');
const best = data.indexOf(Math.max(...data));
const [layer, head] = [Math.floor(best / model.numHeads), best % model.numHeads];
console.log(`layer ${layer}, head ${head}: ${data[best].toFixed(2)}`); // → layer 4, head 2: 0.64
