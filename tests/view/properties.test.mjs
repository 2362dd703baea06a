import fc from 'fast-check';
import { CONTROLS, fromQuery, initialState, MODEL_NAMES, PROPERTIES, toQuery } from '../../dist/element/properties.js';
import { HEAD_ROLES } from '../../dist/engine/model-config.js';
import { ATTENTION_KINDS } from '../../dist/engine/run.js';
import { MATRIX_NAMES } from '../../dist/view/scene.js';
import { HEAD_ORDERS, VIEW_NAMES } from '../../dist/view/views.js';
import { STAGE_NAMES } from '../../dist/view/stages.js';

const states = fc.record({
  text: fc.string({ unit: 'grapheme' }),
  model: fc.constantFrom(...MODEL_NAMES),
  kind: fc.constantFrom('auto', ...ATTENTION_KINDS),
  layer: fc.nat(63),
  head: fc.oneof(fc.nat(63), fc.constantFrom('auto', ...HEAD_ROLES)),
  causal: fc.boolean(),
  scale: fc.boolean(),
  temperature: fc.integer({ min: 50, max: 20_000 }).map((thousandths) => thousandths / 1000),
  padding: fc.nat(1023),
  mask: fc.array(fc.tuple(fc.nat(999), fc.nat(999)), { maxLength: 5 }),
  silence: fc.array(
    fc.oneof(
      fc.nat(999),
      fc.record({ kind: fc.constantFrom(...ATTENTION_KINDS), layer: fc.nat(63), head: fc.nat(63) }),
    ),
    { maxLength: 5 },
  ),
  compare: fc.boolean(),
  view: fc.constantFrom(...VIEW_NAMES),
  zoom: fc
    .record({ factor: fc.integer({ min: 1000, max: 100_000 }), x: fc.nat(1000), y: fc.nat(1000) })
    .map(({ factor, x, y }) => ({ factor: factor / 1000, x: x / 1000, y: y / 1000 })),
  order: fc.constantFrom(...HEAD_ORDERS),
  chapter: fc.constantFrom('', 'spotlight.1', 'scale.3'),
  stage: fc.constantFrom(...STAGE_NAMES),
  time: fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000),
  row: fc.integer({ min: -1, max: 5000 }),
  cell: fc.option(fc.record({ matrix: fc.constantFrom(...MATRIX_NAMES), row: fc.nat(999), column: fc.nat(999) })),
  lang: fc.constantFrom('auto', 'en', 'zh'),
  theme: fc.constantFrom('auto', 'light', 'dark'),
  controls: fc.oneof(
    fc.constantFrom('all', 'none'),
    fc.subarray([...CONTROLS], { minLength: 1 }).map((some) => some.join(',')),
  ),
});

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
