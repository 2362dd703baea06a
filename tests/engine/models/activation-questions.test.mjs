// Ten questions of the form "which activation contains X?", which docs/activations.md answers in both languages: the
// test checks the answers with actual models.
import { readFileSync } from 'node:fs';
import { engines } from '../engines.mjs';
import { casesOf, filesOf } from './tiny-models.mjs';

const engine = engines.simd;
const models = {};
const runs = {};
beforeAll(async () => {
  for (const name of ['bert', 'bart', 't5', 'gpt2', 'gpt-neox', 'llama', 'qwen3', 'gemma2']) {
    models[name] = await engine.loadPretrained(filesOf(name));
    const [{ ids, target }] = casesOf(name);
    runs[name] = models[name].run(ids, target && { target });
  }
});
afterAll(() => Object.values(models).forEach((model) => model.dispose()));

/** Questions on a page of the docs, each with the names of the activations in its answer. */
function answersOf(page) {
  const text = readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8');
  return Array.from(text.matchAll(/^- \*\*(.+[?？])\*\*([^]*?)(?=^- |\n\n)/gm), ([, question, answer]) => ({
    question,
    names: [...new Set(Array.from(`${question}${answer}`.matchAll(/`([^`]+)`/g), ([, name]) => name))],
  }));
}
const english = answersOf('activations.md');
const chinese = answersOf('zh/activations.md');

const read = (name, activation, selection) => runs[name].activation(activation, selection);
const has = (name, activation) => models[name].activations.some((each) => each.name === activation);

/** Checks that two activations are equal within 1e-4 of the largest magnitude. */
function expectSame(data, { data: expected }) {
  const largest = expected.reduce((most, each) => Math.max(most, Number.isFinite(each) ? Math.abs(each) : 0), 0);
  expect(data.length).toBe(expected.length);
  const wrong = expected.findIndex((each, at) => each !== data[at] && !(Math.abs(each - data[at]) <= 1e-4 * largest));
  expect([wrong, data[wrong]]).toEqual([-1, undefined]);
}
const sum = (...tensors) => tensors[0].data.map((_, at) => tensors.reduce((total, { data }) => total + data[at], 0));
const headOf = ({ data, shape: [heads] }, head) => {
  const size = data.length / heads;
  return data.subarray(head * size, (head + 1) * size);
};
/** Matrix product of a [rows, size] and the transpose of b [columns, size]. */
function product(a, b, size) {
  const columns = b.length / size;
  const dot = (row, column) => {
    let total = 0;
    for (let at = 0; at < size; ++at) total += a[row * size + at] * b[column * size + at];
    return total;
  };
  return Float32Array.from({ length: (a.length / size) * columns }, (_, at) =>
    dot(Math.floor(at / columns), at % columns),
  );
}
const transposed = (data, columns) => {
  const rows = data.length / columns;
  return data.map((_, at) => data[(at % rows) * columns + Math.floor(at / rows)]);
};
/** Expected output of a head: its weights times the values of the key/value head that it uses. */
const weighted = (weights, values, size) => product(weights, transposed(values, size), values.length / size);
/**
 * Checks that a model's normalized activation equals (x − mean) / scale, with mean and scale as the model's activations
 * state them.
 */
function expectNormalized(name, place, norm, x) {
  const { data, shape } = read(name, `${place}.${x}`);
  const scale = read(name, `${place}.${norm}NormScale`).data;
  const mean = has(name, `${place}.${norm}NormMean`) ? read(name, `${place}.${norm}NormMean`).data : scale.map(() => 0);
  const row = (at) => Math.floor(at / shape[1]);
  const normalized = read(name, `${place}.${norm}Normalized`);
  expectSame(
    data.map((each, at) => (each - mean[row(at)]) / scale[row(at)]),
    normalized,
  );
  return normalized;
}
/** Checks that the output `after` of a norm is γ · normalized + β, with the same γ and β for all tokens. */
function expectScaled(normalized, after) {
  const size = after.shape[1];
  for (let column = 0; column < size; ++column) {
    const at = (token) => [normalized.data[token * size + column], after.data[token * size + column]];
    const [[x0, y0], [x1, y1], [x2, y2]] = [at(0), at(1), at(2)];
    expect(Math.abs((y1 - y0) * (x2 - x0) - (y2 - y0) * (x1 - x0))).toBeLessThan(1e-4);
  }
}

const ANSWERS = [
  {
    question: 'Where is the stream between attention and the feed-forward layer?',
    names: ['residualMid', 'attentionNorm'],
    check() {
      expectNormalized('llama', 'decoder.0', 'feedForward', 'residualMid');
      expectSame(read('bert', 'encoder.0.attentionNorm').data, read('bert', 'encoder.0.feedForwardInput'));
      expectScaled(
        expectNormalized('bert', 'encoder.0', 'attention', 'residualMid'),
        read('bert', 'encoder.0.attentionNorm'),
      );
      expect(has('gpt-neox', 'decoder.0.residualMid')).toBe(false);
      expect(has('gpt-neox', 'decoder.0.attentionNorm')).toBe(false);
    },
  },
  {
    question: 'Where is the stream after a layer?',
    names: ['residualPost', 'feedForwardNorm', 'residualPre', 'finalResidual'],
    check() {
      expectSame(read('llama', 'decoder.0.residualPost').data, read('llama', 'decoder.1.residualPre'));
      expectSame(read('llama', 'decoder.1.residualPost').data, read('llama', 'decoder.finalResidual'));
      expectSame(read('bert', 'encoder.0.feedForwardNorm').data, read('bert', 'encoder.1.residualPre'));
      expectSame(read('bert', 'encoder.1.feedForwardNorm').data, read('bert', 'encoder.finalResidual'));
      expectNormalized('llama', 'decoder', 'final', 'finalResidual');
    },
  },
  {
    question: 'What do the parts add up to?',
    names: [
      'residualPre',
      'attentionOutput',
      'feedForwardOutput',
      'residualPost',
      'residualMid',
      'attentionNorm',
      'residualMidCross',
    ],
    check() {
      const total = (name, ...names) => sum(...names.map((each) => read(name, each)));
      const [x, attention, feedForward] = ['residualPre', 'attentionOutput', 'feedForwardOutput'].map(
        (step) => `decoder.0.${step}`,
      );
      for (const name of ['gpt2', 'gemma2', 'gpt-neox']) {
        expectSame(total(name, x, attention, feedForward), read(name, 'decoder.0.residualPost'));
      }
      const cross = 'cross.0.attentionOutput';
      expectSame(total('t5', x, attention, cross, feedForward), read('t5', 'decoder.0.residualPost'));
      expectSame(total('bart', x, attention), read('bart', 'decoder.0.residualMid'));
      expectSame(total('bart', 'decoder.0.attentionNorm', cross), read('bart', 'decoder.0.residualMidCross'));
      expectSame(
        total('bert', 'encoder.0.attentionNorm', 'encoder.0.feedForwardOutput'),
        read('bert', 'encoder.0.residualPost'),
      );
    },
  },
  {
    question: 'What does one head contribute?',
    names: ['headResult', 'attentionProjection', 'attentionOutput'],
    check() {
      for (const name of ['llama', 'gemma2']) {
        const results = read(name, 'decoder.0.headResult');
        const heads = Array.from({ length: results.shape[0] }, (_, head) => ({ data: headOf(results, head) }));
        const projection = read(name, 'decoder.0.attentionProjection');
        expectSame(sum(...heads), projection); // the models here have no b_O
        const output = read(name, 'decoder.0.attentionOutput').data;
        if (name === 'llama') expect(output).toEqual(projection.data);
        else expect(output).not.toEqual(projection.data);
      }
    },
  },
  {
    question: 'Which query is multiplied with the keys?',
    names: ['rotatedQuery', 'query', 'run.trace'],
    check() {
      for (const [name, query, key] of [
        ['llama', 'rotatedQuery', 'rotatedKey'],
        ['qwen3', 'rotatedQuery', 'rotatedKey'],
        ['gpt2', 'query', 'key'],
      ]) {
        const [queries, keys] = [read(name, `decoder.0.${query}`), read(name, `decoder.0.${key}`)];
        const product0 = product(headOf(queries, 0), headOf(keys, 0), queries.shape[2]);
        expectSame(product0, read(name, 'decoder.0.scores', { heads: [0] }));
        expectSame(headOf(queries, 0), runs[name].trace('decoder', 0, 0).query);
      }
      expect(has('gpt2', 'decoder.0.rotatedQuery')).toBe(false);
    },
  },
  {
    question: 'Which heads does `value` have?',
    names: ['value', 'key', 'keyNormScale', 'rotatedKey', 'numKvHeads', 'model.description.decoder'],
    check() {
      const { numHeads, numKvHeads } = models.qwen3.description.decoder;
      expect(numKvHeads).toBeLessThan(numHeads);
      for (const step of ['value', 'key', 'keyNormScale', 'rotatedKey']) {
        expect(read('qwen3', `decoder.0.${step}`).shape[0]).toBe(numKvHeads);
      }
      const [weights, values] = ['weights', 'value'].map((step) => read('qwen3', `decoder.0.${step}`));
      const outputs = read('qwen3', 'decoder.0.headOutput');
      for (let head = 0; head < numHeads; ++head) {
        const own = headOf(values, Math.floor((head * numKvHeads) / numHeads));
        expectSame(weighted(headOf(weights, head), own, values.shape[2]), { data: headOf(outputs, head) });
      }
    },
  },
  {
    question: 'Which scores does the softmax read?',
    names: ['masked', 'scores', 'scaled', 'capped', 'biased'],
    check() {
      const stepsOf = (name) =>
        models[name].activations
          .map((each) => each.name.replace('decoder.0.', ''))
          .filter((step) => ['masked', 'scores', 'scaled', 'capped', 'biased'].includes(step));
      expect(stepsOf('llama')).toEqual(['scores', 'scaled', 'masked']);
      expect(stepsOf('gemma2')).toEqual(['scores', 'scaled', 'capped', 'masked']);
      expect(stepsOf('t5')).toEqual(['scores', 'scaled', 'biased', 'masked']);
      for (const name of ['llama', 'gemma2', 't5']) {
        const { data, shape } = read(name, 'decoder.0.masked');
        const keys = shape[2];
        const exponentials = data.map(Math.exp);
        const total = (at) => {
          const row = Math.floor(at / keys) * keys;
          return exponentials.subarray(row, row + keys).reduce((all, each) => all + each, 0);
        };
        expectSame(
          exponentials.map((each, at) => each / total(at)),
          read(name, 'decoder.0.weights'),
        );
      }
    },
  },
  {
    question: 'Whose tokens are those of cross-attention?',
    names: ['query', 'headOutput', 'key', 'value', 'cross.1.weights'],
    check() {
      const [{ ids, target }] = casesOf('t5');
      const run = models.t5.run(ids, { target });
      const tokens = (step) => run.activation(`cross.1.${step}`).shape[1];
      expect(ids.length).not.toBe(run.target.length);
      expect(['query', 'headOutput'].map(tokens)).toEqual([run.target.length, run.target.length]);
      expect(['key', 'value'].map(tokens)).toEqual([ids.length, ids.length]);
      expect(run.activation('cross.1.weights').shape.slice(1)).toEqual([run.target.length, ids.length]);
    },
  },
  {
    question: 'Where are Gemma 2’s logits before their cap?',
    names: ['decoder.logitsBeforeCap', 'decoder.finalNorm', 'decoder.logits'],
    check() {
      const cap = models.gemma2.description.decoder.logitSoftcap;
      const before = read('gemma2', 'decoder.logitsBeforeCap');
      expectSame(
        before.data.map((each) => cap * Math.tanh(each / cap)),
        read('gemma2', 'decoder.logits'),
      );
      expect(before.data.some((each) => Math.abs(each) > cap)).toBe(true);
      // If the output of the final norm is 0, all logits are 0, since they are proportional to it.
      const [{ ids }] = casesOf('gemma2');
      const replace = [{ activation: 'decoder.finalNorm', with: 'zero' }];
      const without = models.gemma2.run(ids, { intervene: { replace } });
      expect(without.activation('decoder.logitsBeforeCap').data.every((each) => each === 0)).toBe(true);
      expect(has('llama', 'decoder.logitsBeforeCap')).toBe(false);
      expect(has('llama', 'decoder.logits')).toBe(true);
    },
  },
  {
    question: 'What is a norm’s scale?',
    names: [
      'attentionNormMean',
      'attentionNormScale',
      'attentionNormalized',
      'attentionInput',
      'residualPre',
      'attentionNorm',
      'residualMid',
      'feedForwardNorm…',
      'finalNorm…',
    ],
    check() {
      for (const name of ['gpt2', 'llama']) {
        const normalized = expectNormalized(name, 'decoder.0', 'attention', 'residualPre');
        expectScaled(normalized, read(name, 'decoder.0.attentionInput'));
      }
      expect(has('gpt2', 'decoder.0.attentionNormMean')).toBe(true);
      expect(has('llama', 'decoder.0.attentionNormMean')).toBe(false);
      const normalized = expectNormalized('bert', 'encoder.0', 'attention', 'residualMid');
      expectScaled(normalized, read('bert', 'encoder.0.attentionNorm'));
      expectNormalized('bert', 'encoder.0', 'feedForward', 'residualPost');
      expectNormalized('gpt2', 'decoder', 'final', 'finalResidual');
    },
  },
];

test('the page has the questions and answers in both languages', () => {
  expect(ANSWERS.length).toBe(10);
  expect(english.map(({ question }) => question)).toEqual(ANSWERS.map(({ question }) => question));
  const sorted = (answers) => answers.map(({ names }) => [...names].sort());
  expect(sorted(english)).toEqual(sorted(ANSWERS));
  expect(sorted(chinese)).toEqual(sorted(ANSWERS));
});

test.each(ANSWERS)('$question', ({ check }) => check());
