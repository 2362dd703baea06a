// Why does this head attend there? Its score is a sum over what layers have written at the query and at the key.
import { createEngine } from 'attention-spotlight';
import { scoreAttribution } from 'attention-spotlight/analysis';
import { stories } from 'attention-spotlight/stories';

const engine = await createEngine();
const model = await engine.loadPretrained(stories);
const run = model.run('Once upon a time, there was a little girl named Lily.');
const [layer, head, query] = [4, 2, run.tokens.length - 1]; // the head that patching finds
const row = Array.from(run.trace('decoder', layer, head).weights.data.slice(-run.tokens.length));
const key = row.indexOf(Math.max(...row));
console.log(`“${run.tokens[query].text}” attends to “${run.tokens[key].text}”, ${row[key].toFixed(2)}`); // → “.” attends to “Lily”, 0.43

const { relative, keySources } = scoreAttribution(run, 'decoder', layer, head, query, key); // [querySources, keySources]
const shares = keySources.map(({ name, head }, column) => {
  const share = relative.data.reduce((sum, value, at) => (at % keySources.length === column ? sum + value : sum), 0);
  return { name: head === null ? name : `${name} ${head}`, share };
});
shares.sort((one, other) => Math.abs(other.share) - Math.abs(one.share));
for (const { name, share } of shares.slice(0, 3)) console.log(`${name}: ${share.toFixed(2)}`);
// → decoder.2.feedForwardOutput: 1.25
// → decoder.0.feedForwardOutput: 1.02
// → decoder.3.feedForwardOutput: -0.85
