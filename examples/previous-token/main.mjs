// Which head attends to the previous token? The scores use random tokens, so that no head can guess it from the words.
import { createEngine } from 'attention-spotlight';
import { headScores } from 'attention-spotlight/analysis';
import { stories } from 'attention-spotlight/stories';

const engine = await createEngine();
const model = await engine.loadPretrained(stories);
const { heads } = await headScores(model);
const ranked = heads.toSorted((one, other) => other.roles.previous.score - one.roles.previous.score);
for (const { layer, head, roles } of ranked.slice(0, 3)) {
  const { score, baseline } = roles.previous; // mean weight on the previous token, and that of uniform attention
  console.log(`layer ${layer}, head ${head}: ${score.toFixed(2)}, by chance ${baseline.toFixed(2)}`);
}
// → layer 3, head 6: 0.86, by chance 0.04
// → layer 1, head 3: 0.82, by chance 0.04
// → layer 1, head 5: 0.66, by chance 0.04
