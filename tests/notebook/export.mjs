// node export.mjs FOLDER: exports results of analyses in every format, and writes their numbers before the export, for
// test_exports.py.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEngine } from 'attention-spotlight';
import * as analysis from 'attention-spotlight/analysis';
import { stories } from 'attention-spotlight/stories';

const folder = process.argv[2];
const engine = await createEngine();
const model = await engine.loadPretrained(stories);
const intervene = { ablateHeads: [{ attention: 'decoder', layer: 0, head: 3 }] };
const [clean, corrupted] = ['Tom had a red ball. “Tom', 'Sam had a red ball. “Tom'].map((text) =>
  model.run(text, { intervene }),
);
const token = clean.candidates(clean.tokens.length - 1, 1)[0].id;

const results = {
  lens: await analysis.logitLens(clean, { token }),
  heads: await analysis.headScores(model, { sequences: 2, seed: 5 }),
  effects: await analysis.knockOut(clean, { token, kind: 'zero' }),
  patch: await analysis.patchActivations(clean, corrupted, { token, activation: 'residualPre', direction: 'denoise' }),
  weights: await analysis.attentionWeights(clean),
};
for (const [name, result] of Object.entries(results)) {
  for (const format of ['npz', 'safetensors', 'csv', 'json']) {
    await writeFile(join(folder, `${name}.${format}`), await analysis.exportResult(result, model, format));
  }
}
const { lens, effects, patch, weights } = results;
const plain = ({ data, shape }) => ({ data: Array.from(data), shape });
const expected = {
  lens: { rank: plain(lens.rank) },
  effects: { 'divergence.heads.decoder': plain(effects.divergence.heads.decoder) },
  patch: { recovery: plain(patch.recovery) },
  weights: { 'weights.decoder': plain(weights.weights.decoder) },
};
await writeFile(join(folder, 'expected.json'), JSON.stringify({ tokens: lens.input.tokens, tensors: expected }));
engine.dispose();
