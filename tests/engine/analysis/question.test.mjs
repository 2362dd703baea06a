// Questions to an analysis (why this token rather than that one, at which position): their defaults, and invalid
// questions.
import { checkQuestion, expectRun, logitsAt, valueOf } from '../../../web/analysis/question.js';
import { engines } from '../engines.mjs';
import { casesOf, filesOf } from '../models/tiny-models.mjs';
import { about } from '../../about.mjs';

const engine = engines.simd;
const models = [];
const loaded = async (name) => {
  const model = await engine.loadPretrained(filesOf(name));
  models.push(model);
  return { model, run: model.run(casesOf(name)[0].ids) };
};
afterAll(() => models.forEach((model) => model.dispose()));

test('a run has its model', async () => {
  const { model, run } = await loaded('gpt2');
  expect(run.model).toBe(model);
  expect(run.intervene({}).model).toBe(model);
  const untrained = engine.createUntrainedModel();
  expect(untrained.run('a').model).toBe(untrained);
});

test('the last position of a decoder, the logit of the token', async () => {
  const { run } = await loaded('gpt2');
  const question = checkQuestion('question.', { token: 3 }, run);
  expect(question).toEqual({ stack: 'decoder', token: 3, against: null, position: run.tokens.length - 1 });
  const vocabulary = run.logits.shape[1];
  const row = (position) => run.logits.data.slice(position * vocabulary, (position + 1) * vocabulary);
  expect(logitsAt(run, question)).toEqual(row(run.tokens.length - 1));
  expect(valueOf(logitsAt(run, question), question)).toBe(row(run.tokens.length - 1)[3]);
  const difference = checkQuestion('question.', { token: 3, against: 5, position: 1 }, run);
  expect(valueOf(logitsAt(run, difference), difference)).toBe(row(1)[3] - row(1)[5]);
});

test('the last position that an encoder-decoder’s decoder was given', async () => {
  const { model } = await loaded('t5');
  expect(checkQuestion('question.', { token: 1 }, model.run([3, 4, 5], { target: [6, 7] })).position).toBe(2);
});

test('what does not fit', async () => {
  const { run } = await loaded('gpt2');
  const { vocabulary } = run.model.description.decoder;
  const ask = (question) => () => checkQuestion('question.', question, run);
  expect(ask({})).toThrow(about('question.token', undefined));
  expect(ask({ token: vocabulary })).toThrow(
    `question.token: expected a whole number from 0 to ${vocabulary - 1}, got ${vocabulary}`,
  );
  expect(ask({ token: 1, against: -1 })).toThrow(about('question.against'));
  expect(ask({ token: 1, against: 1 })).toThrow('question.against: expected another token than 1, got the same');
  expect(ask({ token: 1, position: run.tokens.length })).toThrow('question.position: expected a whole number from 0');
  expect(ask({ token: 1, position: 0.5 })).toThrow(RangeError);
  const { run: encoder } = await loaded('bert');
  expect(() => checkQuestion('question.', { token: 1 }, encoder)).toThrow('run: expected a run of a model with logits');
});

test('what is no run', () => {
  expect(() => expectRun('run', null)).toThrow(about('run', null));
  expect(() => expectRun('run', {})).toThrow('run: expected a run of a model, got an object with nothing in it');
  const untrained = engine.createUntrainedModel();
  expect(() => expectRun('run', untrained.run('a'))).toThrow('run: expected a run of a model with layers');
});
