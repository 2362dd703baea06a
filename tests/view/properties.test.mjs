import fc from 'fast-check';
import {
  acceptProperty,
  fromQuery,
  initialState,
  PROPERTIES,
  toQuery,
  writeProperty,
} from '../../dist/element/properties.js';
import { states } from './states.mjs';

test('every state survives the way through an address', () => {
  fc.assert(fc.property(states, (state) => expect({ ...initialState(), ...fromQuery(toQuery(state)) }).toEqual(state)));
});

test('the states of this test are those of the table', () => {
  expect(Object.keys(fc.sample(states, 1)[0]).sort()).toEqual(Object.keys(PROPERTIES).sort());
});

test('the initial state needs no words in the address', () => {
  expect(toQuery(initialState())).toBe('');
});

test.each([
  'head=x',
  'head=-1',
  'head=1.5',
  'time=2',
  'time=',
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
  'silence=self.1',
  'silence=-1',
  'silence=evil.1.1',
  'view=upside-down',
  'zoom=2:0.5',
  'zoom=0.5:0:0',
  'nothing=1',
])('what an address says wrongly is left out: %s', (query) => {
  expect(fromQuery(query)).toEqual({});
});

test('a script may give every property its value, or what an attribute would say', () => {
  fc.assert(
    fc.property(states, (state) => {
      for (const name of Object.keys(PROPERTIES)) {
        expect(acceptProperty(name, state[name])).toBe(state[name] ?? PROPERTIES[name].default);
        expect(acceptProperty(name, writeProperty(name, state[name]))).toEqual(state[name]);
      }
    }),
  );
});

test('nothing stands for the default', () => {
  for (const name of Object.keys(PROPERTIES)) {
    expect(acceptProperty(name, null)).toBe(PROPERTIES[name].default);
    expect(acceptProperty(name, undefined)).toBe(PROPERTIES[name].default);
  }
});

test.each([
  ['text', 42, 'text: expected a text, got 42'],
  ['stage', 'nowhere', /^stage: expected one of tokens, .*, merge, got the text 'nowhere'$/],
  ['layer', 1.5, 'layer: expected a whole number from 0 to 63, got 1.5'],
  ['head', -1, /^head: expected a whole number from 0 to 63, or one of auto, .*, got -1$/],
  ['head', 'x', /got the text 'x'$/],
  ['causal', 1, 'causal: expected true or false, as a text on or off, got 1'],
  ['causal', 'maybe', /got the text 'maybe'$/],
  ['temperature', Number.NaN, 'temperature: expected a number from 0.05 to 20, got NaN'],
  ['temperature', [1], /got an array of 1$/],
  ['mask', [1, 2], /^mask: expected an array of pairs .*, got an array of 2$/],
  ['mask', [[0, 1.5]], /got an array of 1$/],
  ['silence', [{}], /^silence: expected .* kind is one of self, .*, got an array of 1$/],
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
  ['controls', 'text,me', /^controls: expected all, none, or some of text, .*, got the text 'text,me'$/],
  ['lang', Symbol('zh'), 'lang: expected one of auto, en, zh, got a symbol'],
])('what a script gives wrongly is named: %s', (name, value, message) => {
  expect(() => acceptProperty(name, value)).toThrow(RangeError);
  expect(() => acceptProperty(name, value)).toThrow(message);
});

test.each([
  ['zh-Hans-CN', 'zh'],
  ['ZH', 'zh'],
  ['en-GB', 'en'],
  ['auto', 'auto'],
])('a language tag says the language: %s', (tag, language) => {
  expect(fromQuery(`lang=${tag}`)).toEqual({ lang: language });
});
