// A translation by beam search, and the alignment that cross-attention finds.
import { createEngine } from 'attention-spotlight';
import { defaultModel } from 'attention-spotlight/model';

const engine = await createEngine();
const model = await engine.loadModel(defaultModel);
const run = model.run('I love Beijing', { beams: 4 });
const { tokens } = run.decode();
console.log(tokens.map(({ text }) => text).join(' ')); // → ▸ 我 爱 北 京 。

const { layer, head } = model.heads.find(({ role }) => role === 'alignment');
const { data, shape } = run.trace('cross', layer, head).weights; // [target tokens, source tokens]
for (const [row, { text }] of tokens.entries()) {
  const weights = Array.from(data.subarray(row * shape[1], (row + 1) * shape[1]));
  const best = weights.indexOf(Math.max(...weights));
  console.log(`${text} → ${run.tokens[best].text}`);
}
// → ▸ → I
// → 我 → I
// → 爱 → love
// → 北 → Beijing
// → 京 → Beijing
// → 。 → Beijing
