// Matrices that are used several times are stored only once in memory: embeddings that are also output weights,
// embeddings that encoder and decoder share, and the layers of ALBERT.
import { BUILDS, engines } from '../engines.mjs';
import { lcg } from '../fixtures.mjs';
import { safetensors } from '../../safety/model-file.mjs';
import { file } from './tiny-models.mjs';

const IDS = [1, 5, 7, 2, 9, 4];
const PRECISIONS = ['float32', 'stored', 'int8'];

/**
 * Files of a tiny model with a changed config.json.
 * @param own name under which the weight file also stores the output weights, equal to the embeddings; none by default
 */
function filesOf(name, change, own) {
  const bytes = file(name, 'model.safetensors');
  const start = 8 + Number(bytes.readBigUInt64LE(0));
  const header = JSON.parse(bytes.subarray(8, start));
  delete header.__metadata__;
  let body = bytes.subarray(start);
  if (own) {
    const { data_offsets: range, ...embedding } = header[own.embedding];
    header[own.layer] = { ...embedding, data_offsets: [body.length, body.length + range[1] - range[0]] };
    body = Buffer.concat([body, body.subarray(...range)]);
  }
  const config = { ...JSON.parse(file(name, 'config.json')), ...change };
  return { weights: safetensors(header, body), config: new Blob([JSON.stringify(config)]) };
}

/** Results of a model for a fixed text, and the heap memory that loading it took, in bytes. */
async function resultsOf(engine, files, precision) {
  engine.matmul(lcg(1, [64, 64]), lcg(2, [64, 8])); // fills the cache of packed rows
  const before = engine.heapSize;
  const model = await engine.loadPretrained(files, { precision });
  const bytes = engine.heapSize - before;
  const hasLogits = model.layers.decoder > 0;
  const run = model.run(IDS, model.layers.cross > 0 ? { target: IDS } : {});
  const results = {
    output: run.output,
    logits: hasLogits ? run.logits : null,
    generated: hasLogits
      ? [...model.generate(IDS, { maxTokens: 8 })].map(({ id, probability }) => [id, probability])
      : [],
    head: hasLogits ? model.parameter('output.weight') : null,
  };
  model.dispose();
  expect(engine.heapSize).toBe(before);
  return { results, bytes };
}

const HEADS = [
  ['gpt2', { embedding: 'transformer.wte.weight', layer: 'lm_head.weight' }, 23 * 18],
  ['gemma', { embedding: 'model.embed_tokens.weight', layer: 'lm_head.weight' }, 23 * 16],
];

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];

  describe.each(HEADS)('the output layer of %s', (name, own, numbers) => {
    test.each(PRECISIONS)('takes no memory if tied to the embedding, in %s', async (precision) => {
      const tied = await resultsOf(engine, filesOf(name, { tie_word_embeddings: true }), precision);
      const apart = await resultsOf(engine, filesOf(name, { tie_word_embeddings: false }, own), precision);
      expect(tied.results).toEqual(apart.results);
      const bytes = precision === 'int8' ? 1 : 4;
      expect(apart.bytes - tied.bytes).toBeGreaterThanOrEqual(bytes * numbers);
    });
  });

  test('ten more layers of ALBERT take less memory than their matrices would', async () => {
    const [matrices, files] = [4 * 16 * 16 + 2 * 24 * 16, (layers) => filesOf('albert', { num_hidden_layers: layers })];
    const two = await resultsOf(engine, files(2), 'float32');
    const twelve = await resultsOf(engine, files(12), 'float32');
    expect(twelve.bytes - two.bytes).toBeLessThan(10 * 4 * matrices);
  });
});
