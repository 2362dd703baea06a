// Analyses of runs, such as the logit lens: interventions apply, invalid arguments are rejected, and long analyses
// report their progress and can be aborted.
import { contributions, logitAttribution, logitLens, scoreAttribution } from '../../../web/analysis/index.js';
import { engines } from '../engines.mjs';
import { casesOf, filesOf } from '../models/tiny-models.mjs';
import { about } from '../../about.mjs';

const engine = engines.simd;
const VOCABULARY = 23;
const models = {};
let run;
let encoderRun;
beforeAll(async () => {
  for (const name of ['gpt2', 'bert', 't5']) models[name] = await engine.loadPretrained(filesOf(name));
  run = models.gpt2.run(casesOf('gpt2')[0].ids);
  encoderRun = models.bert.run(casesOf('bert')[0].ids);
});
afterAll(() => Object.values(models).forEach((model) => model.dispose()));

const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

describe('the default model', () => {
  let translation;
  beforeAll(async () => {
    models.translator = await engine.loadModel();
    translation = models.translator.run('The cat sat on the mat', { target: '猫坐在垫子上' });
  });

  test('the lens is over the tokens of its translation', async () => {
    const { places, tokens, rank } = await logitLens(translation, { token: 5 });
    expect(tokens.length).toBe(translation.decode().tokens.length);
    expect(rank.shape).toEqual([places.length, tokens.length]);
  });

  test('its shares add up', () => {
    const { total, residual, heads } = logitAttribution(translation, { token: 5, against: 6 });
    expect(Object.keys(heads).sort()).toEqual(['cross', 'decoder']);
    expect(Math.abs(residual)).toBeLessThanOrEqual(1e-5 * Math.max(1, Math.abs(total)));
    for (const attention of /** @type {const} */ (['encoder', 'decoder', 'cross'])) {
      const { score, residual: left } = scoreAttribution(translation, attention, 1, 0, 2, 1);
      expect(Math.abs(left)).toBeLessThanOrEqual(1e-5 * Math.max(1, Math.abs(score)));
    }
  });
});

describe('interventions', () => {
  test('an ablated head has no share, and the sum closes', () => {
    const ablated = run.intervene({ ablateHeads: [{ attention: 'decoder', layer: 0, head: 1 }] });
    const { heads, total, residual } = logitAttribution(ablated, { token: 1 });
    expect(heads.decoder.data[1]).toBe(0);
    expect(heads.decoder.data[0]).not.toBe(0);
    expect(total).not.toBe(logitAttribution(run, { token: 1 }).total);
    expect(Math.abs(residual)).toBeLessThan(1e-5);
    expect(sum(contributions(ablated, 'decoder', 0).share.data.slice(81, 162))).toBe(0);
  });

  test('a stream that is replaced is in no part, but in what is left', () => {
    const replaced = run.intervene({ replace: [{ activation: 'decoder.1.residualPre', tokens: [8], with: 'zero' }] });
    const { residual, embedding, total } = logitAttribution(replaced, { token: 1, against: 2 });
    expect(Math.abs(residual)).toBeGreaterThan(1e-3);
    expect(Number.isFinite(embedding + total)).toBe(true);
  });

  test('the last row of the lens is the logits of the run with them', async () => {
    const sharper = run.intervene({ temperature: 0.1 });
    const { logProbability } = await logitLens(sharper, { token: 1, tokens: [8] });
    const vocabulary = sharper.logits.shape[1];
    const logits = [...sharper.logits.data.slice(8 * vocabulary)];
    expect(logProbability.data.at(-1)).toBeCloseTo(logits[1] - Math.log(sum(logits.map(Math.exp))), 5);
    expect(logProbability.data.at(-1)).not.toBe(
      (await logitLens(run, { token: 1, tokens: [8] })).logProbability.data.at(-1),
    );
  });

  test('the scale and the mask of a score are those of the run', () => {
    const changed = run.intervene({ useScaling: false, blockedPairs: [[8, 3]] });
    const { score, values } = scoreAttribution(changed, 'decoder', 1, 0, 8, 2);
    expect(score).toBe(changed.trace('decoder', 1, 0).scores.data[8 * 9 + 2]);
    expect(sum(values.data)).toBeCloseTo(score, 4);
    expect(() => scoreAttribution(changed, 'decoder', 1, 0, 8, 3)).toThrow(
      'key: expected one that query 8 may attend to, got 3, which is masked out',
    );
  });

  test('a step after the layers is replaced at its token, whichever tokens are read', () => {
    const replaced = run.intervene({ replace: [{ activation: 'decoder.finalNorm', tokens: [5], with: 'zero' }] });
    const logits = (tokens) => [...replaced.activation('decoder.logits', { tokens }).data];
    const whole = [...replaced.activation('decoder.logits').data];
    const rows = (tokens) => tokens.flatMap((token) => whole.slice(token * VOCABULARY, (token + 1) * VOCABULARY));
    expect(whole.length).toBe(9 * VOCABULARY);
    for (const tokens of [[5], [4], [4, 6], [2, 5, 8]]) expect(logits(tokens)).toEqual(rows(tokens));
    expect(logits([5]).every((each) => each === 0)).toBe(true);
    expect(logits([4]).some((each) => each !== 0)).toBe(true);
  });
});

describe('interventions after the layers', () => {
  const lensOf = (of) => logitLens(of, { token: 3 });
  const rowsOf = ({ logProbability: { data, shape } }) => [...data.slice(0, -shape[1])];

  test('in the last stream change the last place of the lens, once, and no other', async () => {
    const size = run.model.embedDim;
    const add = { data: Float32Array.from({ length: size }, (_, at) => at % 3), shape: [size] };
    const changed = run.intervene({ replace: [{ activation: 'decoder.finalResidual', with: { add } }] });
    const [found, own] = [await lensOf(changed), await lensOf(run)];
    expect(rowsOf(found)).toEqual(rowsOf(own));
    const { data, shape } = changed.activation('decoder.logits');
    const last = [...found.logProbability.data.slice(-shape[0])];
    last.forEach((each, token) => {
      const row = [...data.slice(token * shape[1], (token + 1) * shape[1])];
      const logSum = Math.log(row.reduce((sum, logit) => sum + Math.exp(logit), 0));
      expect(each).toBeCloseTo(row[3] - logSum, 5);
    });
    expect(last).not.toEqual([...own.logProbability.data.slice(-shape[0])]);
  });
});

describe('long work', () => {
  test('progress grows to 1', async () => {
    const seen = [];
    await logitLens(run, { onProgress: (done) => seen.push(done) });
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.length).toBe(9);
    expect(seen.at(-1)).toBe(1);
  });

  test('an aborted lens computes no further', async () => {
    const controller = new AbortController();
    const seen = [];
    const lens = logitLens(run, {
      signal: controller.signal,
      onProgress: (done) => {
        seen.push(done);
        controller.abort(new Error('enough'));
      },
    });
    await expect(lens).rejects.toThrow('enough');
    expect(seen.length).toBe(1);
  });
});

describe('what is refused', () => {
  test('by the lens', async () => {
    const lens = (options) => logitLens(run, options);
    await expect(lens({ token: VOCABULARY })).rejects.toThrow(about('token', 23));
    await expect(lens({ tokens: [] })).rejects.toThrow('tokens: expected at least one position, got none');
    await expect(lens({ tokens: [2, 1] })).rejects.toThrow('tokens: expected ascending numbers, got 1 after 2');
    await expect(lens({ tokens: [9] })).rejects.toThrow(about('tokens[0]', 9));
    await expect(lens({ top: 0 })).rejects.toThrow(about('top', 0));
    await expect(lens({ layers: 2 })).rejects.toThrow("options: unknown option 'layers'");
    await expect(lens({ signal: 1 })).rejects.toThrow(about('signal', 1));
    await expect(logitLens(encoderRun)).rejects.toThrow('run: expected a run of a model with logits');
    await expect(logitLens(undefined)).rejects.toThrow(about('run', undefined));
  });

  test('by the attribution of a logit', () => {
    expect(() => logitAttribution(run, /** @type {any} */ ({ token: 1, head: 2 }))).toThrow(
      "question: unknown option 'head'",
    );
    expect(() => logitAttribution(run, undefined)).toThrow(about('question.token', undefined));
    expect(() => logitAttribution(encoderRun, { token: 1 })).toThrow('run: expected a run of a model with logits');
  });

  test('by contributions and the attribution of a score', () => {
    expect(() => contributions(run, 'encoder', 0)).toThrow(about('attention', 'encoder'));
    expect(() => contributions(run, 'decoder', 2)).toThrow(about('layer', 2));
    const score = (attention, layer, head, query, key) => () =>
      scoreAttribution(run, attention, layer, head, query, key);
    expect(score('cross', 0, 0, 0, 0)).toThrow(about('attention'));
    expect(score('decoder', -1, 0, 0, 0)).toThrow(about('layer', -1));
    expect(score('decoder', 0, 3, 0, 0)).toThrow(about('head', 3));
    expect(score('decoder', 0, 0, 9, 0)).toThrow(about('query', 9));
    expect(score('decoder', 0, 0, 3, undefined)).toThrow(about('key', undefined));
    expect(score('decoder', 0, 0, 3, 4)).toThrow('key: expected one that query 3 may attend to, got 4');
    const untrained = engine.createUntrainedModel().run('a b');
    expect(() => contributions(untrained, 'encoder', 0)).toThrow('run: expected a run of a model with layers');
  });

  test('residual streams that do not fit', () => {
    const residual = run.activation('decoder.finalResidual');
    expect(() => run.logitsFrom({ ...residual, shape: [1, residual.data.length] })).toThrow(
      'residual.shape: expected [9, ',
    );
    expect(() => run.logitsFrom({ ...residual, data: residual.data.map(() => NaN) })).toThrow(
      about('residual[0, 0]', NaN),
    );
    expect(() => run.logitsFrom(residual, { tokens: [9] })).toThrow('selection.tokens[0]');
    expect(() => run.logitsFrom(residual, { heads: [0] })).toThrow("selection: unknown option 'heads'");
    const { data, shape } = encoderRun.activation('encoder.finalResidual');
    expect(() => encoderRun.logitsFrom({ data, shape })).toThrow('logitsFrom: expected a model with logits');
  });
});
