import fc from 'fast-check';
import { fromQuery, initialState, PROPERTIES, toQuery } from '../../dist/element/properties.js';
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
