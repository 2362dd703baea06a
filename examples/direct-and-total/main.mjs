// Direct and total effect of every head of the story model on its next token: what the head itself adds to the logit,
// and how much lower the logit is without it, including its effect through all layers above.
import { createEngine } from 'attention-spotlight';
import { knockOut, logitAttribution, meanActivations } from 'attention-spotlight/analysis';
import { stories } from 'attention-spotlight/stories';

const engine = await createEngine();
const model = await engine.loadPretrained(stories);
const run = model.run('Once upon a time, there was a little girl named Lily. She loved');
const [{ id: token, text }] = run.candidates(run.tokens.length - 1, 1);

const direct = logitAttribution(run, { token }).heads.decoder; // [layers, heads]
const means = await meanActivations(model);
const { logitDifference, original } = await knockOut(run, { token, kind: 'mean', means });
const total = logitDifference.heads.decoder.data.map((change) => -change);

console.log(`“${text}”: logit ${original.logitDifference.toFixed(1)}`); // → “ to”: logit 18.2
const strongest = [...total.keys()].sort((one, other) => Math.abs(total[other]) - Math.abs(total[one]));
for (const at of strongest.slice(0, 3)) {
  const [layer, head] = [Math.floor(at / model.numHeads), at % model.numHeads];
  console.log(`layer ${layer}, head ${head}: direct ${direct.data[at].toFixed(2)}, total ${total[at].toFixed(2)}`);
}
// → layer 3, head 0: direct -0.06, total 0.41
// → layer 1, head 1: direct 0.00, total -0.37
// → layer 2, head 0: direct 0.14, total 0.36
