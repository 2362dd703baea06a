// Analyses that repeat runs report progress, can be aborted, and reject invalid options.
import { jest } from '@jest/globals';
import * as analysis from 'attention-spotlight/analysis';
import { stories } from 'attention-spotlight/stories';
import { TransformerComputation } from '../../../web/engine/transformer/transformer-computation.js';
import { engines } from '../engines.mjs';
import { filesOf } from '../models/tiny-models.mjs';
import { about } from '../../about.mjs';

/** The analysis functions without their types, for calls with invalid arguments. */
const { knockOut, meanActivations, patchActivations } = /** @type {any} */ (analysis);

const engine = engines.simd;
const models = {};
beforeAll(async () => {
  for (const name of ['gpt2', 't5', 'bert']) models[name] = await engine.loadPretrained(filesOf(name));
  models.stories = await engine.loadPretrained(stories);
});
afterAll(() => Object.values(models).forEach((model) => model.dispose()));

const isKnown = ({ data }) => data.map((each) => Number(!Number.isNaN(each)));
const question = { token: 3, against: 5 };
const clean = () => models.gpt2.run([9, 17, 4, 12, 16]);
const corrupted = () => models.gpt2.run([9, 17, 5, 12, 16]);

describe('progress', () => {
  test('knockOut tells each layer, from the last down, with what is known so far', async () => {
    const reports = [];
    const onProgress = (done, { divergence }) =>
      reports.push([done, [...isKnown(divergence.heads.decoder)], [...isKnown(divergence.feedForward.decoder)]]);
    const result = await knockOut(clean(), { ...question, kind: 'zero', onProgress });
    expect(reports).toEqual([
      [0.5, [0, 0, 0, 1, 1, 1], [0, 1]],
      [1, [1, 1, 1, 1, 1, 1], [1, 1]],
    ]);
    expect(result.divergence.heads.decoder.data.every((each) => each >= -1e-6)).toBe(true);
  });

  test('patchActivations does so, too', async () => {
    const reports = [];
    const onProgress = (done, { recovery }) => reports.push([done, [...isKnown(recovery)]]);
    const options = { ...question, activation: 'headOutput', direction: 'noise', onProgress };
    await patchActivations(clean(), corrupted(), options);
    expect(reports).toEqual([
      [0.5, [0, 0, 0, 1, 1, 1]],
      [1, [1, 1, 1, 1, 1, 1]],
    ]);
  });

  test('meanActivations tells each text', async () => {
    const reports = [];
    await meanActivations(models.gpt2, {
      texts: [
        [1, 2],
        [3, 4, 5],
      ],
      onProgress: (done) => reports.push(done),
    });
    expect(reports).toEqual([0.5, 1]);
  });
});

describe('an aborted call rejects with the reason, and computes nothing more', () => {
  const reason = new Error('enough');
  const calls = {
    knockOut: (options) => knockOut(models.stories.run('Once upon a time'), { token: 4, kind: 'zero', ...options }),
    patchActivations: (options) =>
      patchActivations(models.stories.run('Once upon a time'), models.stories.run('Once upon the time'), {
        token: 432,
        activation: 'residualPre',
        direction: 'denoise',
        ...options,
      }),
    meanActivations: (options) => meanActivations(models.stories, options),
    attentionWeights: (options) => analysis.attentionWeights(models.stories.run('Once upon a time'), options),
    exportResult: (options) =>
      analysis.exportResult(
        analysis.contributions(models.stories.run('Once upon a time'), 'decoder', 0),
        models.stories,
        'json',
        options,
      ),
  };

  test.each(Object.entries(calls))('%s', async (_, call) => {
    const before = new AbortController();
    before.abort(reason);
    await expect(call({ signal: before.signal })).rejects.toBe(reason);

    const controller = new AbortController();
    const computed = jest.spyOn(TransformerComputation.prototype, 'forwardLayer');
    let after;
    const onProgress = (done) => {
      expect(done).toBeLessThan(1);
      controller.abort(reason);
      after = computed.mock.calls.length;
    };
    await expect(call({ signal: controller.signal, onProgress })).rejects.toBe(reason);
    await new Promise((resolve) => setTimeout(resolve));
    expect(computed.mock.calls.length).toBe(after);
    computed.mockRestore();
  });

  test('events are handled between two runs', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason));
    await expect(calls.knockOut({ signal: controller.signal })).rejects.toBe(reason);
  });
});

describe('the circumstances are reported', () => {
  test('interventions of the run stay on, and are reported with the precision', async () => {
    const intervene = { ablateHeads: [{ attention: 'decoder', layer: 1, head: 0 }] };
    const run = models.gpt2.run([9, 17, 4, 12, 16], { intervene });
    const result = await knockOut(run, { ...question, kind: 'zero' });
    const input = { tokens: run.tokens.map(({ text }) => text), target: null };
    expect(result).toMatchObject({ precision: 'float32', intervention: intervene, input, kind: 'zero' });
    const { data, shape } = result.divergence.heads.decoder;
    expect(shape).toEqual([2, 3]);
    expect(data[3]).toBeCloseTo(0, 6); // the head is already ablated in this run
    expect(data[4]).toBeGreaterThan(1e-3);
  });

  test('a knock-out says what its numbers are of', async () => {
    const substitutesOf = async (options) => (await knockOut(clean(), { ...question, ...options })).substitutes;
    const means = await meanActivations(models.gpt2, { texts: [[1, 2, 3]] });
    expect(means).toMatchObject({ analysis: 'meanActivations', precision: 'float32', texts: 1 });
    expect(await substitutesOf({ kind: 'zero' })).toBeNull();
    expect(await substitutesOf({ kind: 'mean', means })).toEqual({ texts: 1 });
    const tokens = corrupted().tokens.map(({ text }) => text);
    expect(await substitutesOf({ kind: 'resample', other: corrupted() })).toMatchObject({ tokens });
  });

  test('a patch says both runs, with their interventions', async () => {
    const intervene = { temperature: 2 };
    const options = { ...question, activation: 'headOutput', direction: 'noise' };
    const [one, other] = [clean(), corrupted().intervene(intervene)];
    const result = await patchActivations(one, other, options);
    expect(result.interventions).toEqual({ clean: {}, corrupted: intervene });
    expect(result.inputs.corrupted.tokens).toEqual(other.tokens.map(({ text }) => text));
    expect(result.inputs.clean.tokens).not.toEqual(result.inputs.corrupted.tokens);
    expect(result).toMatchObject({ analysis: 'patchActivations', precision: 'float32' });
    expect(result.alignment).toHaveLength(5);
  });

  test('the precision is that of the model', async () => {
    const model = await engine.loadPretrained(filesOf('gpt2'), { precision: 'int8' });
    const run = model.run([9, 17, 4]);
    const results = [
      await knockOut(run, { token: 3, kind: 'zero' }),
      await meanActivations(model, { texts: [[1, 2]] }),
      await analysis.logitLens(run),
      analysis.logitAttribution(run, { token: 3 }),
      analysis.scoreAttribution(run, 'decoder', 1, 0, 2, 1),
      analysis.contributions(run, 'decoder', 0),
      await analysis.headScores(model, { sequences: 2 }),
      await analysis.attentionWeights(run),
    ];
    for (const { precision } of results) expect(precision).toBe('int8');
    model.dispose();
  });

  test('a token after the one that is asked for changes nothing', async () => {
    const options = { ...question, position: 2, activation: 'residualPre', direction: 'denoise' };
    const { recovery } = await patchActivations(clean(), corrupted(), options);
    const [layers, tokens] = recovery.shape;
    for (let layer = 0; layer < layers; ++layer) {
      const row = [...recovery.data.subarray(layer * tokens, (layer + 1) * tokens)];
      expect(row.map((each) => Math.abs(each) < 1e-4)).toEqual([true, true, false, true, true]);
    }
    expect(recovery.data[2]).toBeCloseTo(1, 4); // before the first layer, only this token differs
  });
});

describe('bundled sentences', () => {
  test('are read by a model whose tokenizer knows their characters', async () => {
    const { texts, heads, feedForward } = await meanActivations(models.stories);
    expect(texts).toBe(30);
    expect([heads.decoder.shape, feedForward.decoder.shape]).toEqual([
      [5, 8, 8],
      [5, 64],
    ]);
  });

  test('without a tokenizer, texts of one’s own are asked for', async () => {
    await expect(meanActivations(models.gpt2)).rejects.toThrow(
      /^texts: expected ids of tokens: the model cannot read the texts of the package/,
    );
  });

  test('so they are where the tokenizer knows no word of them', async () => {
    const words = { '<unk>': 0, zebra: 1, gnu: 2 };
    const tokenizer = {
      model: { type: 'WordLevel', vocab: words, unk_token: '<unk>' },
      pre_tokenizer: { type: 'Whitespace' },
    };
    const model = await engine.loadPretrained({
      ...filesOf('gpt2'),
      tokenizer: new Blob([JSON.stringify(tokenizer)]),
    });
    await expect(meanActivations(model)).rejects.toThrow(/^texts: expected some of your own/);
    expect((await meanActivations(model, { texts: ['zebra gnu zebra'] })).texts).toBe(1);
    model.dispose();
  });

  test.each([
    ['drops', { model: { type: 'BPE', vocab: { Z: 0, G: 1 }, merges: [], ignore_merges: true, unk_token: null } }],
    ['refuses', { model: { type: 'WordLevel', vocab: { Z: 0, G: 1 }, unk_token: null } }],
  ])('and where it %s what it does not know; heads are scored without them', async (_, kind) => {
    const tokenizer = new Blob([JSON.stringify({ ...kind, pre_tokenizer: { type: 'WhitespaceSplit' } })]);
    const model = await engine.loadPretrained({ ...filesOf('gpt2'), tokenizer });
    await expect(meanActivations(model)).rejects.toThrow(/^texts: expected some of your own/);
    expect((await analysis.headScores(model, { sequences: 2 })).texts).toBe(0);
    model.dispose();
  });

  test('the decoder of an encoder-decoder reads what the model generates, or what it is given', async () => {
    const { heads } = await meanActivations(models.t5, { texts: [[5, 6, 7]] });
    expect(Object.keys(heads)).toEqual(['encoder', 'decoder', 'cross']);
    const of = async (target) => (await meanActivations(models.t5, { texts: [{ text: [5, 6, 7], target }] })).heads;
    expect((await of([4, 5])).encoder).toEqual(heads.encoder);
    expect((await of([4, 5])).cross).not.toEqual((await of([4, 6])).cross);
  });
});

describe('what does not fit is named', () => {
  const kinds = (options) => knockOut(clean(), { ...question, kind: 'zero', ...options });
  const patch = (options, other = corrupted()) =>
    patchActivations(clean(), other, { ...question, activation: 'residualPre', direction: 'denoise', ...options });
  const means = () => meanActivations(models.gpt2, { texts: [[1, 2, 3]] });

  test.each([
    ['no run', () => knockOut({}, {}), /^run: expected a run of a model/],
    [
      'an encoder without logits',
      () => knockOut(models.bert.run([1, 2]), {}),
      /^run: expected a run of a model with log/,
    ],
    ['an unknown option', () => kinds({ layer: 1 }), /^options: unknown option 'layer'/],
    ['another kind', () => kinds({ kind: 'random' }), about('kind')],
    ['a token that there is not', () => kinds({ token: 23 }), /^token: expected .* from 0 to 22, got 23/],
    ['a position that there is not', () => kinds({ position: 5 }), /^position: expected/],
    ['no means', () => kinds({ kind: 'mean' }), /^means: expected the means .*meanActivations/],
    ['means for nothing', async () => kinds({ means: await means() }), /^means: expected none with kind 'zero'/],
    [
      'means of another model',
      async () => knockOut(models.stories.run('Tom'), { token: 4, kind: 'mean', means: await means() }),
      /^means\.heads\.decoder\.shape: expected \[5, 8, 8\]/,
    ],
    ['no other run', () => kinds({ kind: 'resample' }), /^other: expected/],
    ['another run for nothing', () => kinds({ other: corrupted() }), /^other: expected none with kind 'zero'/],
    [
      'another run of another length',
      () => kinds({ kind: 'resample', other: models.gpt2.run([1, 2]) }),
      /^other: expected a run of 5 tokens in the decoder, as this one, got 2/,
    ],
    [
      'another run of another model',
      () => kinds({ kind: 'resample', other: models.stories.run('Tom') }),
      /^other: expected a run of the same model/,
    ],
    ['no signal', () => kinds({ signal: 1 }), about('signal')],
    ['a model’s run in place of it', () => meanActivations(clean()), /^model: expected a model/],
    ['no texts', () => meanActivations(models.gpt2, { texts: [] }), /^texts: expected at least one/],
    ['texts of one token', () => meanActivations(models.gpt2, { texts: [[1], [2]] }), /^texts: expected texts of/],
    ['an unknown activation', () => patch({ activation: 'mlp' }), /^activation: expected one of/],
    ['an attention that there is not', () => patch({ attention: 'cross' }), about('attention')],
    [
      'an activation that the attention has not',
      () => {
        const [one, other] = [4, 5].map((id) => models.t5.run([id, 6], { target: [7] }));
        const options = { ...question, attention: 'cross', activation: 'residualPre', direction: 'noise' };
        return patchActivations(one, other, options);
      },
      /^activation: expected an activation of the cross attention, got 'residualPre'/,
    ],
    ['no direction', () => patch({ direction: 'both' }), /^direction: expected one of/],
    ['runs that do not differ', () => patch({}, clean()), /^corrupted: expected a run that differs from clean/],
    ['texts of different lengths', () => patch({}, models.gpt2.run([1, 2])), /^alignment: expected pairs/],
    [
      'weights of texts of different lengths',
      () => patch({ activation: 'weights' }, models.gpt2.run([1, 2])),
      /^activation: expected texts of the same length for 'weights'/,
    ],
    ['a pair that is none', () => patch({ alignment: [[1]] }), /^alignment\[0\]: expected \[clean, corrupted\]/],
    ['a pair beyond the text', () => patch({ alignment: [[1, 5]] }), about('alignment[0][1]')],
    [
      'a token in two pairs',
      () =>
        patch({
          alignment: [
            [1, 1],
            [1, 2],
          ],
        }),
      /^alignment\[1\]\[0\]: expected each token once, got 1 again/,
    ],
    [
      'a position in texts of different lengths',
      () => patch({ alignment: [[0, 0]], position: 1 }, models.gpt2.run([1, 2])),
      /^position: expected none, since the texts have 5 and 2 tokens/,
    ],
  ])('%s', async (_, call, message) => {
    await expect((async () => call())()).rejects.toThrow(message);
  });

  test('runs of the default model', async () => {
    const model = await engine.loadModel();
    await expect(knockOut(model.run('The cat sat'), { token: 4, kind: 'zero' })).rejects.toThrow(
      /^run: expected a run of a model of engine\.loadPretrained or of a trainer, got one of the default model/,
    );
    model.dispose();
  });
});
