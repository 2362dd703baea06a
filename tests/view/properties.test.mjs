import fc from 'fast-check';
import {
  acceptProperty,
  fromQuery,
  initialState,
  PROPERTIES,
  toQuery,
  writeProperty,
} from '../../web/element/state/properties.js';
import { states } from './states.mjs';

test('every state survives a round trip through the URL, whatever the other browser’s language', () => {
  fc.assert(
    fc.property(states, fc.constantFrom('en', 'zh'), (state, browser) => {
      const read = fromQuery(toQuery(state));
      const opened = { ...initialState(read.lang ?? browser), ...read };
      expect(opened).toEqual(state);
    }),
  );
});

test('the generated states cover every property of the table', () => {
  expect(Object.keys(fc.sample(states, 1)[0]).sort()).toEqual(Object.keys(PROPERTIES).sort());
});

test('the default text is in the language of the interface', () => {
  expect(initialState('en').text).toBe('The cat sat on the mat because it was tired');
  expect(initialState('zh').text).toBe('猫坐在椅子上，因为它累了');
});

test('the initial state of a language has a query string with the language alone', () => {
  expect(toQuery({ ...initialState('zh'), lang: 'zh' })).toBe('lang=zh');
  expect(toQuery({ ...initialState('en'), lang: 'en' })).toBe('lang=en');
});

test('the text is written if the language is the browser’s, since another browser may differ', () => {
  const { text } = initialState('en');
  expect(Object.fromEntries(new URLSearchParams(toQuery(initialState('en'))))).toEqual({ text });
});

test.each([
  'head=x',
  'head=-1',
  'head=1.5',
  'progress=2',
  'progress=',
  'stage=nowhere',
  'cell=attention:1',
  'cell=evil:1:1',
  'theme=pink',
  'lang=fr',
  'lang=zhuang',
  'lang=auto-CN',
  'controls=all,me',
  'causal=maybe',
  'temperature=0',
  'mask=1',
  'mask=1.2,x',
  'ablate=encoder.1',
  'ablate=-1',
  'ablate=evil.1.1',
  'view=upside-down',
  'zoom=2:0.5',
  'zoom=0.5:0:0',
  'nothing=1',
])('an invalid value in the URL is ignored: %s', (query) => {
  expect(fromQuery(query)).toEqual({});
});

test('every property accepts its value and its attribute text', () => {
  fc.assert(
    fc.property(states, (state) => {
      for (const name of Object.keys(PROPERTIES)) {
        expect(acceptProperty(name, state[name])).toBe(state[name] ?? PROPERTIES[name].default);
        expect(acceptProperty(name, writeProperty(name, state[name]))).toEqual(state[name]);
      }
    }),
  );
});

test('null and undefined reset a property to its default', () => {
  for (const name of Object.keys(PROPERTIES)) {
    expect(acceptProperty(name, null)).toBe(PROPERTIES[name].default);
    expect(acceptProperty(name, undefined)).toBe(PROPERTIES[name].default);
  }
});

test.each([
  ['text', 42, 'text: expected text, got 42'],
  ['stage', 'nowhere', /^stage: expected one of tokens, .*, output, got the string 'nowhere'$/],
  ['layer', 1.5, 'layer: expected a whole number from 0 to 63, got 1.5'],
  ['head', -1, /^head: expected a whole number from 0 to 63, or one of auto, .*, got -1$/],
  ['head', 'x', /got the string 'x'$/],
  ['causal', 1, 'causal: expected true or false, as text on or off, got 1'],
  ['causal', 'maybe', /got the string 'maybe'$/],
  ['temperature', Number.NaN, 'temperature: expected a number from 0.05 to 20, got NaN'],
  ['temperature', [1], /got an array of 1$/],
  ['mask', [1, 2], /^mask: expected an array of pairs .*, got an array of 2$/],
  ['mask', [[0, 1.5]], /got an array of 1$/],
  ['mask', new Array(2 ** 32 - 1), /at most 262144, got an array of 4294967295$/],
  ['ablate', new Array(2 ** 32 - 1), /at most 262144, got an array of 4294967295$/],
  ['ablate', [{}], /^ablate: expected .* attention is one of encoder, .*, got an array of 1$/],
  [
    'cell',
    { matrix: 'evil', row: 0, column: 0 },
    /^cell: expected .* matrix is one of .*, got an object with matrix, /,
  ],
  ['cell', 7, /got 7$/],
  [
    'zoom',
    { factor: 0.5, x: 0, y: 0 },
    /^zoom: expected factor, a number from 1 to .*, got an object with factor, x, y$/,
  ],
  ['controls', 'text,me', /^controls: expected all, none, or some of text, .*, got the string 'text,me'$/],
  ['lang', Symbol('zh'), 'lang: expected one of auto, en, zh, got a symbol'],
])('an invalid value is rejected with a message that names the property: %s', (name, value, message) => {
  expect(() => acceptProperty(name, value)).toThrow(RangeError);
  expect(() => acceptProperty(name, value)).toThrow(message);
});

test.each([
  ['zh-Hans-CN', 'zh'],
  ['ZH', 'zh'],
  ['en-GB', 'en'],
  ['auto', 'auto'],
])('a language tag selects the language: %s', (tag, language) => {
  expect(fromQuery(`lang=${tag}`)).toEqual({ lang: language });
});
