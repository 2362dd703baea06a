// Interventions: the same text with a head switched off, with a masked pair of tokens, and with another temperature.
import { createEngine } from 'attention-spotlight';
import { defaultModel } from 'attention-spotlight/model';

const engine = await createEngine();
const model = await engine.loadModel(defaultModel);
const antecedent = model.heads.find(({ role }) => role === 'antecedent');
const text = 'The cat sat on the mat because it was tired';
const [it, cat] = [7, 1];

/** Weight of “it” → “cat” in the head that finds antecedents. */
function weight(intervene = {}) {
  const run = model.run(text, { intervene });
  const { data } = run.trace(antecedent.attention, antecedent.layer, antecedent.head).weights;
  return data[it * run.tokens.length + cat].toFixed(2);
}

console.log(`baseline ${weight()}`); // → baseline 0.92
console.log(`pair masked ${weight({ blockedPairs: [[it, cat]] })}`); // → pair masked 0.00
console.log(`temperature 10 ${weight({ temperature: 10 })}`); // → temperature 10 0.16

const ablateHeads = Array.from({ length: model.numHeads }, (_, head) => ({ attention: 'encoder', layer: 0, head }));
console.log(`first layer off ${weight({ ablateHeads })}`); // → first layer off 0.90
