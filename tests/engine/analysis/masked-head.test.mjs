// Encoders that predict masked tokens, compared with transformers (tests/fixtures/make_masked.py).
import { contributions, logitAttribution, logitLens } from 'attention-spotlight/analysis';
import { BUILDS, engines } from '../engines.mjs';
import { casesOf, difference, file, filesOf } from '../models/tiny-models.mjs';

const NAMES = ['bert-masked', 'roberta-masked', 'albert-masked', 'distilbert-masked'];

describe.each(BUILDS)('%s build', (build) => {
  const engine = engines[build];

  test.each(NAMES)('%s: logits, and their lens', async (name) => {
    const model = await engine.loadPretrained(filesOf(name));
    const [{ ids, hidden, logits, lens }] = casesOf(name);
    const run = model.run(ids);
    expect(difference(run.output, hidden)).toBeLessThanOrEqual(1e-4);
    expect(difference(run.logits, logits)).toBeLessThanOrEqual(1e-4);
    expect(run.activation('encoder.logits')).toEqual(run.logits);
    expect(difference(run.logitsFrom(run.activation('encoder.0.residualPre')), lens)).toBeLessThanOrEqual(1e-4);
    const { places, logProbability } = await logitLens(run, { token: 3 });
    expect(places).toEqual(['encoder.0.residualPre', 'encoder.finalResidual']);
    [lens, logits].flat().forEach((row, at) => {
      const normalizer = Math.log(row.reduce((sum, each) => sum + Math.exp(each), 0));
      expect(Math.abs(logProbability.data[at] - (row[3] - normalizer))).toBeLessThanOrEqual(1e-4);
    });
    model.dispose();
  });

  test('candidates in the place of a token, and analyses that need no logit', async () => {
    const model = await engine.loadPretrained(filesOf('bert-masked'));
    const [{ ids, logits }] = casesOf('bert-masked');
    const run = model.run(ids);
    expect(run.candidates(2, 1)[0].id).toBe(logits[2].indexOf(Math.max(...logits[2])));
    expect(run.decode()).toBeNull();
    expect(contributions(run, 'encoder', 0).weights).toEqual(run.attention('encoder', 0));
    const transformed = run.activation('encoder.outputTransform');
    expect(transformed.shape).toEqual([ids.length, 12]);
    const { data } = model.parameter('output.weight', [4]);
    const [bias] = model.parameter('output.bias', [4]).data;
    const product = data.reduce((sum, each, at) => sum + each * transformed.data[at], bias);
    expect(product).toBeCloseTo(run.logits.data[4], 4);
    model.dispose();
  });

  test('a logit through the head is not attributed', async () => {
    const model = await engine.loadPretrained(filesOf('bert-masked'));
    const run = model.run(casesOf('bert-masked')[0].ids);
    expect(() => logitAttribution(run, { token: 1, position: 2 })).toThrow(
      'run: expected a model whose logits are linear in the residual stream, got one with a head for masked tokens',
    );
    expect(() => logitAttribution(run, { token: 1 })).toThrow(
      'question.position: expected one: no token of the text is [MASK] or <mask>',
    );
    model.dispose();
  });

  test('of a part there are no logits', async () => {
    const [{ ids, hidden }] = casesOf('albert-masked');
    const model = await engine.loadPretrained(filesOf('albert-masked'), { text: ids });
    const run = model.run(ids);
    expect(difference(run.output, hidden)).toBeLessThanOrEqual(1e-4);
    expect(() => run.logits).toThrow(/loaded in part/);
    expect(model.parameters.some(({ name }) => name.startsWith('output'))).toBe(false);
    model.dispose();
  });

  test('an activation that the layers do not have leaves RoBERTa without its head', async () => {
    const config = JSON.parse(String(file('roberta-masked', 'config.json')));
    const files = filesOf('roberta-masked');
    const model = await engine.loadPretrained({
      ...files,
      config: new Blob([JSON.stringify({ ...config, hidden_act: 'relu' })]),
    });
    expect(() => model.run(casesOf('roberta-masked')[0].ids).logits).toThrow('encoder only, which has no logits');
    model.dispose();
  });
});
