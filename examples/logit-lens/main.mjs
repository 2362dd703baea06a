// At which layer does the model know the answer? The logit lens reads the prediction before each layer.
import { createEngine } from 'attention-spotlight';
import { logitLens } from 'attention-spotlight/analysis';
import { stories } from 'attention-spotlight/stories';

const engine = await createEngine();
const model = await engine.loadPretrained(stories);
const run = model.run('Once upon a time, there was a little girl named Lily.');
const last = run.tokens.length - 1;
const [{ id: token, text }] = run.candidates(last, 1);

const { places, rank, logProbability } = await logitLens(run, { token, tokens: [last] }); // [places, 1]
places.forEach((place, at) => {
  const percent = (100 * Math.exp(logProbability.data[at])).toFixed(1);
  console.log(`${place}: “${text}” is number ${rank.data[at]}, ${percent}%`);
});
// → decoder.0.residualPre: “ She” is number 140, 0.0%
// → decoder.1.residualPre: “ She” is number 19, 0.0%
// → decoder.2.residualPre: “ She” is number 16, 0.4%
// → decoder.3.residualPre: “ She” is number 5, 4.9%
// → decoder.4.residualPre: “ She” is number 2, 25.5%
// → decoder.finalResidual: “ She” is number 1, 90.5%
