// Exported results of analyses: each file contains all numbers and their descriptions. tests/notebook/test_exports.py
// reads the same files in Python.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import * as analysis from 'attention-spotlight/analysis';
import { stories } from 'attention-spotlight/stories';
import { describedTensors } from '../../../web/analysis/export/described-tensors.js';
import { inMemory, readNow } from '../../../web/engine/weights/reading.js';
import { Safetensors } from '../../../web/engine/weights/safetensors.js';
import { tensor } from '../../../web/engine/node.js';
import { engines } from '../engines.mjs';
import { casesOf, file, filesOf } from '../models/tiny-models.mjs';

const { exportResult } = analysis;
const engine = engines.simd;
const models = {};
beforeAll(async () => {
  for (const name of ['gpt2', 't5', 'vit']) models[name] = await engine.loadPretrained(filesOf(name));
  models.stories = await engine.loadPretrained(stories);
});
afterAll(() => Object.values(models).forEach((model) => model.dispose()));

const intervene = { ablateHeads: [{ attention: /** @type {const} */ ('decoder'), layer: 0, head: 1 }] };
const clean = () => models.gpt2.run([9, 17, 4, 12, 16], { intervene });
/** Expected texts of tokens whose model has no tokenizer: their ids in angle brackets. */
const named = (...ids) => ids.map((id) => `⟨${id}⟩`);
const question = { token: 3, against: 5 };

/**
 * Expected axes of exported tensors: for each analysis, a function that computes a result, and the axes of the result's
 * tensors.
 */
const RESULTS = {
  attentionWeights: [
    () => analysis.attentionWeights(clean()),
    { 'weights.decoder': ['layer', 'head', 'query', 'key'] },
  ],
  contributions: [() => analysis.contributions(clean(), 'decoder', 1), { share: ['head', 'query', 'key'] }],
  headScores: [
    () => analysis.headScores(models.gpt2, { sequences: 2, seed: 7 }),
    {
      'heads.decoder.induction.score': ['layer', 'head'],
      'heads.decoder.previous.withoutFirst.interval': ['layer', 'head', 'bound'],
    },
  ],
  knockOut: [
    () => analysis.knockOut(clean(), { ...question, kind: 'zero' }),
    {
      'divergence.heads.decoder': ['layer', 'head'],
      'logProbability.feedForward.decoder': ['layer'],
      'original.logProbability': [],
    },
  ],
  logitAttribution: [
    () => analysis.logitAttribution(clean(), question),
    { 'heads.decoder': ['layer', 'head'], 'feedForward.decoder': ['layer'], total: [] },
  ],
  logitLens: [
    () => analysis.logitLens(clean(), { token: 3, top: 2 }),
    { rank: ['place', 'token'], 'top.id': ['place', 'token', 'candidate'] },
  ],
  meanActivations: [
    () => analysis.meanActivations(models.gpt2, { texts: [[1, 2, 3]] }),
    { 'heads.decoder': ['layer', 'head', 'dimension'], 'feedForward.decoder': ['layer', 'dimension'] },
  ],
  patchActivations: [
    () =>
      analysis.patchActivations(clean(), models.gpt2.run([9, 17, 5, 12, 16]), {
        ...question,
        activation: 'residualPre',
        direction: 'denoise',
      }),
    { recovery: ['layer', 'token'], clean: [] },
  ],
  scoreAttribution: [
    () => analysis.scoreAttribution(clean(), 'decoder', 1, 0, 3, 2),
    { values: ['querySource', 'keySource'], score: [] },
  ],
};

/** Arrays in an npz archive by name, read without the code that writes such archives. */
function readNpz(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  const arrays = {};
  let at = view.getUint32(end + 16, true);
  for (let entry = 0; entry < view.getUint16(end + 10, true); ++entry) {
    const [length, place] = [view.getUint16(at + 28, true), view.getUint32(at + 42, true)];
    const [checksum, size] = [view.getUint32(at + 16, true), view.getUint32(at + 24, true)];
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length));
    expect([view.getUint32(place, true), view.getUint16(place + 8, true)]).toEqual([0x04034b50, 0]);
    const content = bytes.subarray(place + 30 + length, place + 30 + length + size);
    expect(crc32(content)).toBe(checksum);
    arrays[name.replace(/\.npy$/, '')] = readNpy(content);
    at += 46 + length;
  }
  expect(at).toBe(end);
  return arrays;
}

function readNpy(bytes) {
  const start = 10 + bytes[8] + 256 * bytes[9];
  expect(start % 64).toBe(0);
  const header = new TextDecoder().decode(bytes.subarray(10, start));
  const [, type, sizes] = header.match(/^\{'descr': '(.*)', 'fortran_order': False, 'shape': \((.*)\), \} *\n$/);
  const buffer = bytes.slice(start).buffer;
  if (type !== '<f4') return String.fromCodePoint(...new Uint32Array(buffer));
  return {
    data: new Float32Array(buffer),
    shape: sizes
      .split(',')
      .filter((size) => size.trim())
      .map(Number),
  };
}

function readCsv(bytes) {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  expect(text[0]).toBe('\ufeff');
  const records = [[]];
  for (const [, quoted, plain, separator] of text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    records.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (separator === '\r\n') records.push([]);
  }
  return records.slice(0, -1);
}

const numbersOf = (nested) => [nested].flat(Infinity).map((each) => Number(each ?? NaN));

describe.each(Object.entries(RESULTS))('%s', (name, [compute, axes]) => {
  let result;
  let expected;
  beforeAll(async () => {
    result = await /** @type {any} */ (compute)();
    expected = describedTensors(result);
  });

  const exported = (format) => exportResult(result, models.gpt2, format);

  /** Checks the metadata that every format contains in addition to the numbers. */
  function expectAbout(about) {
    expect(about).toMatchObject({ program: 'attention-spotlight', analysis: name, precision: 'float32' });
    expect(about.definition.length).toBeGreaterThan(20);
    expect(about.model).toMatchObject({ family: 'gpt2', precision: 'float32' });
    for (const [tensorName, ofTensor] of Object.entries(axes)) expect(about.tensors[tensorName].axes).toEqual(ofTensor);
    for (const { is, shape, axes: own } of Object.values(about.tensors)) {
      expect([own.length, is.length > 0]).toEqual([shape.length, true]);
    }
    if (!['headScores', 'meanActivations', 'patchActivations'].includes(name)) {
      expect(about).toMatchObject({ intervention: intervene, input: { tokens: named(9, 17, 4, 12, 16) } });
    }
  }

  test('npz', async () => {
    const { about, ...arrays } = readNpz(await exported('npz'));
    expectAbout(JSON.parse(about));
    expect(arrays).toEqual(Object.fromEntries(expected.map((each) => [each.name, each.tensor])));
  });

  test('safetensors', async () => {
    const bytes = await exported('safetensors');
    const opened = readNow(Safetensors.open(inMemory(bytes.buffer)));
    expectAbout(JSON.parse(String(opened.metadata.about)));
    const size = new DataView(bytes.buffer).getBigUint64(0, true);
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + Number(size))));
    for (const {
      name: each,
      tensor: { data, shape },
    } of expected) {
      const [begin, end] = header[each].data_offsets.map((offset) => 8 + Number(size) + offset);
      expect([header[each].dtype, header[each].shape]).toEqual(['F32', shape]);
      expect(new Float32Array(bytes.slice(begin, end).buffer)).toEqual(data);
    }
  });

  test('json', async () => {
    const { about, values } = JSON.parse(new TextDecoder().decode(await exported('json')));
    expectAbout(about);
    expect(Object.keys(values)).toEqual(expected.map((each) => each.name));
    for (const {
      name: each,
      tensor: { data },
    } of expected) {
      expect(Float32Array.from(numbersOf(values[each]))).toEqual(data);
    }
  });

  test('csv', async () => {
    const [[first, about], columns, ...rows] = readCsv(await exported('csv'));
    expect(first).toBe('about');
    expectAbout(JSON.parse(about));
    expect(rows).toHaveLength(expected.reduce((sum, each) => sum + each.tensor.data.length, 0));
    for (const {
      name: each,
      axes: own,
      labels,
      tensor: { data, shape },
    } of expected) {
      const records = rows
        .filter(([first]) => first === each)
        .map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
      for (const record of records) {
        const at = own.map((axis) => Number(record[`${axis}_from_0`]));
        const flat = at.reduce((place, index, axis) => place * shape[axis] + index, 0);
        expect(Math.fround(Number(record.value))).toBe(data[flat]);
        own.forEach((axis, order) => labels[axis] && expect(record[axis]).toBe(labels[axis][at[order]]));
      }
    }
  });
});

describe('lists become tensors', () => {
  const tensorsOf = (result) => Object.fromEntries(describedTensors(result).map(({ name, tensor }) => [name, tensor]));

  test('scores of heads, of each role', async () => {
    const result = await analysis.headScores(models.t5, { sequences: 2 });
    const tensors = tensorsOf(result);
    let compared = 0;
    for (const { attention, layer, head, roles } of result.heads) {
      for (const [role, { withoutFirst, ...score }] of Object.entries(roles)) {
        for (const [name, each] of Object.entries({ [role]: score, [`${role}.withoutFirst`]: withoutFirst })) {
          if (!each) continue;
          const numberOf = (field) => {
            const { data, shape } = tensors[`heads.${attention}.${name}.${field}`];
            return data[layer * shape[1] + head];
          };
          for (const field of ['score', 'baseline', 'n']) expect(numberOf(field)).toBe(Math.fround(each[field]));
          const { data, shape } = tensors[`heads.${attention}.${name}.interval`];
          const at = 2 * (layer * shape[1] + head);
          expect([...data.subarray(at, at + 2)]).toEqual(each.interval.map(Math.fround));
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(20);
  });

  test('the most probable tokens of the lens', async () => {
    const result = await analysis.logitLens(clean(), { top: 3 });
    const { 'top.id': ids, 'top.logProbability': logs } = tensorsOf(result);
    expect(ids.shape).toEqual([result.places.length, 5, 3]);
    const [place, token, candidate] = [0, 2, 1];
    const expected = result.top[place][token][candidate];
    const at = (place * 5 + token) * 3 + candidate;
    expect([ids.data[at], logs.data[at]]).toEqual([expected.id, Math.fround(expected.logProbability)]);
  });
});

describe('labels', () => {
  const labelsOf = (result) => Object.fromEntries(describedTensors(result).map(({ name, labels }) => [name, labels]));

  test('of an encoder-decoder are those of its two texts', async () => {
    const run = models.t5.run([5, 6, 7], { target: [8, 9] });
    const labels = labelsOf(await analysis.attentionWeights(run));
    const [source, target] = [named(5, 6, 7), [...run.target.map(({ text }) => text)]];
    expect(target).toHaveLength(3);
    expect(labels).toEqual({
      'weights.encoder': { query: source, key: source },
      'weights.decoder': { query: target, key: target },
      'weights.cross': { query: target, key: source },
    });
    expect(labelsOf(analysis.contributions(run, 'encoder', 0)).share).toEqual({ query: source, key: source });
    expect(analysis.contributions(run, 'encoder', 0).input.target).toBeNull();
  });

  test('of patches are the tokens of the run that is patched, or none where it is by heads', async () => {
    const runs = [models.gpt2.run([9, 17, 4, 12, 16]), models.gpt2.run([9, 17, 5, 12, 16])];
    const recovery = async (direction, activation) =>
      labelsOf(await analysis.patchActivations(runs[0], runs[1], { ...question, activation, direction })).recovery;
    expect(await recovery('denoise', 'residualPre')).toEqual({ token: named(9, 17, 5, 12, 16) });
    expect(await recovery('noise', 'residualPre')).toEqual({ token: named(9, 17, 4, 12, 16) });
    expect(await recovery('noise', 'headOutput')).toEqual({});
  });

  test('of an image are its patches', async () => {
    const [{ pixels }] = casesOf('vit');
    const shape = [pixels.length, pixels[0].length, pixels[0][0].length];
    const run = models.vit.run(tensor(Float32Array.from(pixels.flat(Infinity)), shape));
    expect(labelsOf(await analysis.logitLens(run, { token: 1 })).rank.token).toEqual(
      run.tokens.map(({ text }) => text),
    );
  });
});

describe('the model', () => {
  const aboutOf = async (result, model) =>
    JSON.parse(new TextDecoder().decode(await exportResult(result, model, 'json'))).about;
  const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');

  test('is named by its files, with size and SHA-256 where they are at hand', async () => {
    const result = await analysis.meanActivations(models.stories, { texts: ['Once upon a time'] });
    const { model } = await aboutOf(result, models.stories);
    const folder = new URL('../../../models/stories/', import.meta.url);
    const expected = Object.entries({
      weights: 'model.safetensors',
      config: 'config.json',
      tokenizer: 'tokenizer.json',
    });
    expect(model.family).toBe('llama');
    expect(model.files).toEqual(
      expected.map(([kind, name]) => {
        const bytes = readFileSync(new URL(name, folder));
        return { kind, name, size: bytes.length, sha256: hash(bytes) };
      }),
    );
  });

  test('has the name that is given', async () => {
    const file = await exportResult(await analysis.attentionWeights(models.gpt2.run([4, 5])), models.gpt2, 'json', {
      name: 'mine',
    });
    expect(JSON.parse(new TextDecoder().decode(file)).about.model).toMatchObject({ name: 'mine', family: 'gpt2' });
  });

  test('of a File is hashed, of a Blob or from the network only named', async () => {
    const [weights, config] = ['model.safetensors', 'config.json'].map((name) => new File([file('gpt2', name)], name));
    const model = await engine.loadPretrained({ weights, config });
    const result = analysis.logitAttribution(model.run([1, 2, 3]), { token: 2 });
    expect((await aboutOf(result, model)).model.files[0]).toEqual({
      kind: 'weights',
      name: 'model.safetensors',
      size: weights.size,
      sha256: hash(file('gpt2', 'model.safetensors')),
    });
    model.dispose();
    const blobs = await aboutOf(analysis.logitAttribution(clean(), { token: 2 }), models.gpt2);
    expect(blobs.model.files[0]).toEqual({ kind: 'weights', name: null, size: null, sha256: null });
  });

  test('replaced activations are numbers in the file', async () => {
    const { embedDim } = models.gpt2;
    const row = { data: new Float32Array(embedDim).fill(0.1), shape: [1, embedDim] };
    const run = models.gpt2.run([1, 2, 3], {
      intervene: { replace: [{ activation: 'decoder.1.residualPre', tokens: [1], with: row }] },
    });
    const about = await aboutOf(analysis.logitAttribution(run, { token: 2 }), models.gpt2);
    expect(about.intervention.replace[0].with.data).toEqual(Array(embedDim).fill(0.1));
  });
});

describe('a token that a spreadsheet would read as a formula', () => {
  test('is text', async () => {
    const run = models.stories.run('1 = "2", she said');
    const tokens = run.tokens.map(({ text }) => text);
    expect(tokens.some((text) => text.includes('"'))).toBe(true);
    const lens = await analysis.logitLens(run, { token: 4 });
    const changed = { ...lens, input: { ...lens.input, tokens: tokens.map(() => '=1+"a,b"') } };
    const [, columns, row] = readCsv(await exportResult(changed, models.stories, 'csv'));
    expect(row[columns.indexOf('token')]).toBe(`'=1+"a,b"`);
  });
});

describe('what does not fit is named', () => {
  test.each([
    [
      () => exportResult(/** @type {any} */ ({}), models.gpt2, 'npz'),
      /^result: expected a result of attention-spotlight\/analysis/,
    ],
    [(result) => exportResult(result, /** @type {any} */ ({}), 'npz'), /^model: expected the model of the result/],
    [
      (result) => exportResult(result, { ...models.gpt2, run: () => {}, precision: 'int8' }, 'npz'),
      /^model: expected .* kept in float32, got one in int8/,
    ],
    [
      (result) => exportResult(result, models.gpt2, 'npz', { name: /** @type {any} */ (7) }),
      /^name: expected a string, got/,
    ],
    [(result) => exportResult(result, models.gpt2, /** @type {any} */ ('xlsx')), /^format: expected/],
    [
      (result) => exportResult(result, models.gpt2, 'npz', { signal: AbortSignal.abort(new Error('enough')) }),
      'enough',
    ],
  ])('%#', async (call, message) => {
    const result = analysis.logitAttribution(clean(), { token: 2 });
    await expect(call(result)).rejects.toThrow(message);
  });
});
