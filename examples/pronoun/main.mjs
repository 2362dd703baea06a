// Finds the antecedent of a pronoun: which token does “it” refer to? One head of the default model was trained to
// attend from a pronoun to its antecedent.
import { createEngine } from 'attention-spotlight';
import { defaultModel } from 'attention-spotlight/model';

const engine = await createEngine();
const model = await engine.loadModel(defaultModel);
const { attention, layer, head } = model.heads.find(({ role }) => role === 'antecedent');

/** The token to which a word attends most, and the weight of this attention. */
function attended(text, word) {
  const run = model.run(text);
  const tokens = run.tokens.map((token) => token.text);
  const { data } = run.trace(attention, layer, head).weights; // [queries, keys]
  const row = Array.from(data.subarray(tokens.indexOf(word) * tokens.length).subarray(0, tokens.length));
  const best = row.indexOf(Math.max(...row));
  return `${word} → ${tokens[best]} (${Math.round(100 * row[best])}%)`;
}

console.log(attended('The cat sat on the mat because it was tired', 'it')); // → it → cat (92%)
console.log(attended('The cat sat on the mat because it was soft', 'it')); // → it → mat (93%)
console.log(attended('小猫坐在垫子上，因为它累了', '它')); // → 它 → 小猫 (93%)
