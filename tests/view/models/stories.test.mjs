// The story model in the element: tokens, layers, next tokens, and claims about heads.
import { consequenceOf } from '../../../web/element/source/consequence.js';
import { architectureOf } from '../../../web/element/source/shown-model.js';
import { labeled, nextTokens } from '../../../web/element/source/token-labels.js';
import { namedModel, textFor } from '../../../web/element/source/named-models.js';
import { continuationOf } from '../../../web/element/source/continuation.js';
import { keysNamed } from '../../../web/text/word-patterns.js';
import { patternOf } from '../../../web/element/source/head-pattern.js';
import { arithmeticOf } from '../../../web/view/arithmetic/index.js';
import { models, sourceOf, viewModelOf } from '../view-models.mjs';

const BEGIN = 'Once upon a time';
const state = { model: 'stories', attention: 'auto', head: 'auto' };
const GREEDY = { temperature: 0, topP: 1, seed: 0 };
const textsOf = (tokens) => tokens.map(({ text }) => text);

test('tokens have no markers of their tokenizer, and the start of the text has one of ours', () => {
  const { query, key } = sourceOf('Once upon a time, there was\nplaying', state).tokens;
  expect(textsOf(query).slice(0, 6)).toEqual(['▸', 'Once', 'upon', 'a', 'time', ',']);
  expect(key).toBe(query);
  expect(textsOf(query)).toContain('⏎');
  expect(textsOf(query).join('')).not.toMatch(/[Ġ▁#<>]/);
});

test('the bytes of one character form one group, with a count', () => {
  expect(textsOf(sourceOf('a 你 b', state).tokens.query)).toEqual(['▸', 'a', '␣', '你₁', '你₂', '你₃', 'b']);
  const word = { text: 'ab', start: 0, end: 2 };
  expect(textsOf(labeled([word, { text: 'c', start: 2, end: 3 }]))).toEqual(['ab', '-c']);
});

test('the head shown first attends to the pattern that it was measured for', () => {
  for (const text of [...namedModel('stories').examples.en, 'The cat sat on the mat because it was tired']) {
    const source = sourceOf(text, state);
    const { measure } = patternOf(source.description, 'en');
    expect(['previousWord', 'punctuation']).toContain(measure);
    const last = source.tokens.query.length - 1;
    const row = source.weights.data.subarray(last * (last + 1), (last + 1) ** 2);
    const named = keysNamed(source.prose)(measure, last);
    expect(Math.max(...named.map((key) => row[key]))).toBe(Math.max(...row));
  }
  expect(sourceOf('', state).headRef.attention).toBe('decoder'); // there is no token by which a head could be chosen
});

test('word patterns name the rest of the word, the previous word, and punctuation', () => {
  const named = keysNamed([' ▸'.trim(), ' Tom', ',', ' he', ' w', 'ant', 'ed']);
  expect(named('word', 6)).toEqual([4, 5]);
  expect(named('word', 4)).toEqual([]);
  expect(named('previousWord', 6)).toEqual([3]);
  expect(named('previousWord', 3)).toEqual([1]); // punctuation is skipped
  expect(named('punctuation', 6)).toEqual([2]);
});

test('a text that fills the context is not continued', () => {
  const model = models.stories;
  const run = model.run(BEGIN);
  const maxTokens = run.tokens.length;
  const full = continuationOf(model, run, {}, maxTokens);
  expect(full).toMatchObject({ maxTokens, hasRoom: false });
  expect(full.draw(GREEDY)).toBe('');
  expect(continuationOf(model, run, {}, maxTokens + 1)).toMatchObject({ hasRoom: true });
});

test('attention is causal, and the query is the last token', () => {
  const source = sourceOf(BEGIN, state);
  expect(source.headRef.attention).toBe('decoder');
  expect(source.queryIndex({ query: -1 })).toBe(source.tokens.query.length - 1);
  expect(source.generatedTokens).toBe(0); // the user has typed the continuation
  const { masked } = source.steps.trace;
  const [queries, keys] = masked.shape;
  for (let row = 0; row < queries; ++row)
    for (let column = 0; column < keys; ++column)
      expect(masked.data[row * keys + column] === -Infinity).toBe(column > row);
});

test('next tokens have the model’s probabilities, and appending one gives the model that token', () => {
  const { continuation, run } = sourceOf(BEGIN, state);
  const candidates = run.candidates(run.tokens.length - 1, 5);
  expect(continuation.next.map(({ probability }) => probability)).toEqual(
    candidates.map(({ probability }) => probability),
  );
  for (const [place, { text }] of continuation.next.entries()) {
    expect(models.stories.tokenize(BEGIN + text).at(-1).id).toBe(candidates[place].id);
  }
  expect(continuation.next[0].label).toBe(',');
});

test('token by token it generates the same as at once, both greedily and sampled', () => {
  for (const sampling of [GREEDY, { temperature: 1, topP: 0.9, seed: 3 }]) {
    let text = BEGIN;
    for (let count = 0; count < 60 && !/[.!?]$/.test(text); ++count)
      text += sourceOf(text, state).continuation.draw(sampling);
    expect(BEGIN + sourceOf(BEGIN, state).continuation.drawSentence(sampling)).toBe(text);
  }
  const drawn = [1, 6, 7].map((seed) =>
    sourceOf(BEGIN, state).continuation.drawSentence({ temperature: 1, topP: 1, seed }),
  );
  expect(new Set(drawn).size).toBe(3);
  expect(BEGIN + sourceOf(BEGIN, state).continuation.drawSentence(GREEDY)).toBe(
    'Once upon a time, there was a little girl named Lily.',
  );
});

test('generation applies the interventions, even in a single head', () => {
  const hot = { ...state, attention: 'decoder', layer: 0, head: 0, temperature: 20 };
  const writtenWith = (more) => sourceOf(BEGIN, { ...hot, ...more }).continuation.drawSentence(GREEDY);
  const plain = sourceOf(BEGIN, state).continuation.drawSentence(GREEDY);
  expect(writtenWith({ scope: 'model' })).not.toBe(plain);
  const inHead = sourceOf(BEGIN, { ...hot, scope: 'head' }).continuation;
  expect(inHead.next).not.toEqual(sourceOf(BEGIN, state).continuation.next);
  expect(inHead.draw(GREEDY)).toBe(inHead.next[0].text);
});

test('an empty text begins a story', () => {
  const { continuation, tokens } = sourceOf('', state);
  expect(textsOf(tokens.query)).toEqual(['▸']);
  expect(continuation.draw(GREEDY)).toBe('Once');
  expect(continuation.next[0].text).toBe('Once');
});

test('a text that fills the context is shown, and nothing is sampled', () => {
  const { continuation, tokens, tokenCount } = sourceOf('a '.repeat(600), state);
  expect(tokens.query).toHaveLength(512);
  expect(tokenCount).toBeGreaterThan(512);
  expect(continuation.hasRoom).toBe(false);
  expect(continuation.draw(GREEDY)).toBe('');
});

test('ablating a head changes the next tokens, and the effect is described', () => {
  const head = { attention: 'decoder', layer: 4, head: 0 };
  const source = sourceOf(`${BEGIN}, there was a`, { ...state, ...head });
  const { next, similarities } = consequenceOf(source, source.tokens.query.length - 1);
  expect(similarities).toEqual([]); // no attention reads the output of the last layer
  const ablated = sourceOf(`${BEGIN}, there was a`, { ...state, ...head, ablate: [head] });
  expect(next.withHead).toEqual(source.continuation.next);
  expect(next.withoutHead).toEqual(ablated.continuation.next);
  expect(next.withoutHead[0].probability).not.toBe(next.withHead[0].probability);
  const lower = sourceOf(`${BEGIN}, there was a`, { ...state, attention: 'decoder', layer: 0, head: 1 });
  expect(consequenceOf(lower, 4).similarities.length).toBeGreaterThan(0);
});

test('the arithmetic describes a Llama: rotary positions, RMSNorm, shared keys', () => {
  expect(architectureOf(models.stories)).toEqual({ isDecoderOnly: true, norm: 'RMSNorm', addsPositions: false });
  const notesOf = (cell, place) => arithmeticOf(viewModelOf(BEGIN, { ...state, ...place }), cell).notes;
  const place = { attention: 'decoder', layer: 2, head: 5 };
  expect(notesOf({ matrix: 'query', row: 3, column: 6 }, place)).toEqual(['rotary', 'counting']);
  expect(notesOf({ matrix: 'value', row: 6, column: 3 }, place)).toEqual(['counting']);
  expect(notesOf({ matrix: 'embedding', row: 3, column: 6 }, place)).toEqual(['rmsNorm', 'residual', 'counting']);
  expect(notesOf({ matrix: 'embedding', row: 3, column: 6 }, { ...place, layer: 0 })).toEqual([
    'rmsNorm',
    'tokenTable',
    'counting',
  ]);
  expect(sourceOf(BEGIN, { ...state, ...place }).steps.keyValueHead).toBe(2);
});

test('a token inside a word has a hyphen, white space a sign; bytes and ids add nothing', () => {
  const labels = (text, ...tokens) =>
    nextTokens(
      text,
      tokens.map((each) => ({ text: each, probability: 0.1 })),
    ).map(({ label }) => label);
  expect(labels('play', 'ing', ' with', ',', '\n')).toEqual(['-ing', 'with', ',', '⏎']);
  expect(labels('play ', 'ing')).toEqual(['ing']);
  expect(nextTokens('', [{ text: ' The', probability: 1 }])[0]).toMatchObject({ label: 'The', text: 'The' });
  expect(nextTokens('', [{ text: '\\xe4', probability: 1 }])[0].text).toBe('');
  expect(nextTokens('', [{ text: '⟨50300⟩', probability: 1 }])[0]).toMatchObject({ label: '⟨50300⟩', text: '' });
});

test('another model brings a text that it can read', () => {
  expect(textFor('stories', 'The cat sat on the mat because it was tired', 'en')).toBe(BEGIN);
  expect(textFor('stories', '我的故事', 'zh')).toBe(BEGIN);
  for (const own of ['My own beginning', 'The cat sat on the mat because it was tired and old'])
    expect(textFor('stories', own, 'en')).toBe(own);
  expect(textFor('default', `${BEGIN}, there was a girl`, 'en')).toBe('The cat sat on the mat because it was tired');
  expect(textFor('default', `${BEGIN}, there was a girl`, 'zh')).toBe('猫坐在椅子上，因为它累了');
  expect(textFor('default', '我的句子', 'zh')).toBe('我的句子');
});
