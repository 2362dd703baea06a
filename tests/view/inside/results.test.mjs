// Requests that the views of “Look inside” make: their arguments, and the keys that determine when a result must be
// computed again.
import { attribution } from '../../../web/inside/views/attribution/results.js';
import { heads } from '../../../web/inside/views/heads/results.js';
import { INITIAL } from '../../../web/inside/state.js';
import { keyOf } from '../../../web/inside/computation.js';
import { knockOut } from '../../../web/inside/views/knock-out/results.js';
import { carried, patching, sentences } from '../../../web/inside/views/patching/results.js';
import { score } from '../../../web/inside/views/score/results.js';

const QUESTION = { token: 1, against: 2, position: 0 };
const HEAD = { attention: 'decoder', layer: 1, head: 2 };

/**
 * @returns {any} inputs from which a request is made: a state, a question, a model, and two sentences whose runs are
 * finished or in progress
 */
const inputs = (state, { predicts = 'next', status = 'done' } = {}) => ({
  state: { ...INITIAL, text: 'a', ...state },
  question: QUESTION,
  opened: { facts: { predicts } },
  queryAt: () => 3,
  result: () => ({ status, value: { unpatchable: null } }),
});

test('an attribution is asked for only if the output is linear', () => {
  expect(attribution.argumentOf(inputs({}))).toEqual({ question: QUESTION });
  expect(attribution.argumentOf(inputs({}, { predicts: 'masked' }))).toBeNull();
});

test('knock-outs depend on the second sentence only if they resample from it', () => {
  const argument = { question: QUESTION, kind: 'zero', other: '', second: '' };
  for (const other of ['', 'b']) expect(knockOut.argumentOf(inputs({ kind: 'zero', other }))).toEqual(argument);
  expect(knockOut.argumentOf(inputs({ kind: 'resample', other: 'b' }))).toMatchObject({ other: 'b' });
  expect(knockOut.argumentOf(inputs({ kind: 'resample' }))).toBeNull();
});

test('a score needs a head; its query is that of the state', () => {
  expect(score.argumentOf(inputs({}))).toBeNull();
  expect(score.argumentOf(inputs({ head: HEAD, pair: [3, 1] }))).toEqual({ at: HEAD, query: 3, key: 1 });
});

test('patches wait until both sentences have been run, and a carried activation for its target', () => {
  const two = { other: 'b', carry: { from: { layer: 0, position: 1 }, to: { layer: 2, position: 1 } } };
  expect(sentences.argumentOf(inputs({}))).toBeNull();
  expect(sentences.argumentOf(inputs(two, { status: 'running' }))).toEqual({
    question: QUESTION,
    other: 'b',
    second: '',
  });
  for (const each of [patching, carried]) expect(each.argumentOf(inputs(two, { status: 'running' }))).toBeNull();
  expect(patching.argumentOf(inputs(two))).toMatchObject({ activation: 'residualPre', direction: 'denoise' });
  expect(carried.argumentOf(inputs(two))).toMatchObject(two.carry);
  expect(carried.argumentOf(inputs({ ...two, carry: { ...two.carry, to: null } }))).toBeNull();
  expect(carried.argumentOf(inputs({ ...two, activation: 'weights' }))).toBeNull();
});

test('a result is computed again for another text, intervention or argument; a result of the model only for another model', () => {
  const off = { kind: 'off', at: HEAD };
  const patch = { kind: 'patched', activation: 'residualPre', at: { attention: 'decoder', layer: 0 }, place: 1 };
  const key = (state, argument = null) => keyOf(score, inputs(state), argument);
  expect(key({ view: 'lens' })).toBe(key({ view: 'heads', other: 'b' }));
  const others = [key({ text: 'c' }), key({ second: 'c' }), key({ interventions: [off] }), key({}, 1)];
  expect(others).not.toContain(key({}));
  expect(key({ interventions: [patch], other: 'b' })).not.toBe(key({ interventions: [patch], other: 'c' }));
  const ofModel = (state) => keyOf(heads, inputs(state), {});
  expect(ofModel({ text: 'c', interventions: [off] })).toBe(ofModel({}));
  expect(ofModel({ model: 'other' })).not.toBe(ofModel({}));
});
