import fc from 'fast-check';
import { fromAddress, linkTo, INITIAL, MEASURES, SHOWN_ROLES, SORTS, toAddress } from '../../../web/inside/state.js';
import { VIEW_NAMES } from '../../../web/inside/views.js';
import { PATCHED } from '../../../web/analysis/patched-activation.js';

const id = fc.option(fc.nat(200_000));
const place = { attention: fc.constantFrom('encoder', 'decoder', 'cross'), layer: fc.nat(60) };
const token = fc.record({ layer: fc.nat(60), position: fc.nat(2000) });
const head = fc.record({ ...place, head: fc.nat(60) });
const feedForward = fc.record({
  attention: fc.constantFrom('encoder', 'decoder'),
  layer: fc.nat(60),
  head: fc.constant(null),
});
const interventions = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom('off', 'mean'), at: fc.oneof(head, feedForward) }),
    fc.record({
      kind: fc.constant('patched'),
      activation: fc.constantFrom(...PATCHED),
      at: fc.record(place),
      place: fc.nat(2000),
    }),
    fc.record({ kind: fc.constant('blocked'), at: head, query: fc.nat(2000), key: fc.nat(2000) }),
  ),
);
const states = fc.record({
  view: fc.constantFrom(...VIEW_NAMES),
  model: fc.string(),
  sha: fc.oneof(fc.constant(''), fc.stringMatching(/^[\da-f]{16}$/)),
  precision: fc.constantFrom('', 'float32', 'stored', 'int8'),
  text: fc.string(),
  second: fc.string(),
  recipe: fc.constantFrom('', 'induction', 'chinese'),
  position: id,
  token: id,
  against: id,
  interventions,
  head: fc.option(head),
  kind: fc.constantFrom('mean', 'zero', 'resample'),
  sort: fc.constantFrom(...SORTS),
  role: fc.constantFrom(...SHOWN_ROLES),
  pair: fc.option(fc.tuple(fc.nat(2000), fc.nat(2000))),
  carry: fc.option(fc.record({ from: token, to: fc.option(token) })),
  measure: fc.constantFrom(...MEASURES),
  other: fc.string(),
  direction: fc.constantFrom('denoise', 'noise'),
  activation: fc.constantFrom(...PATCHED),
  threshold: fc.integer({ min: 1, max: 100 }),
});

test('every state survives a round trip through the URL', () => {
  fc.assert(
    fc.property(states, (state) => {
      expect(fromAddress(`?${toAddress(state)}`)).toEqual(state);
    }),
  );
});

test('the URL of another section opens none, and the shortest one the first view', () => {
  expect(fromAddress('?view=matrix&text=a')).toBeNull();
  expect(fromAddress('?inside')).toEqual(INITIAL);
  expect(toAddress(INITIAL).toString()).toBe('inside=lens');
});

test('links from when interventions were called edits open as before, and are written anew', () => {
  const state = fromAddress('?inside=lens&edits=off.decoder.4.4');
  expect(state.interventions).toEqual([{ kind: 'off', at: { attention: 'decoder', layer: 4, head: 4 } }]);
  expect(linkTo(state, 'https://example.org/?inside=lens&lang=zh&edits=off.decoder.1.1')).toBe(
    'https://example.org/?inside=lens&interventions=off.decoder.4.4&lang=zh',
  );
});

test.each([
  ['made', 'attribution'],
  ['effects', 'knockOut'],
  ['pair', 'patching'],
])('a link to the view %s opens it under the name %s', (formerly, name) => {
  const state = fromAddress(`?inside=${formerly}`);
  expect(state.view).toBe(name);
  expect(toAddress(state).toString()).toBe(`inside=${name}`);
});

test('values that are none are those of the initial state', () => {
  const wrong =
    'interventions=off.decoder_off.other.1_mean.cross.1_residualPre.decoder.1_query.decoder.1.2.3_blocked.decoder.1.2.3_off.decoder.1.2.3.4&kind=other&sha256=XYZ&precision=int4&recipe=none&pair=1&carry=1.2.3&activation=x&sort=none';
  expect(fromAddress(`?inside=nothing&token=-1&position=1.5&head=decoder.x.1&${wrong}`)).toEqual(INITIAL);
});

test('a text that is too long for a server is left out, with its question', () => {
  const state = { ...INITIAL, model: 'stories', text: 'a'.repeat(1001), position: 3, token: 5 };
  expect(fromAddress(`?${toAddress(state)}`)).toEqual({ ...INITIAL, model: 'stories' });
  const short = { ...state, text: 'a'.repeat(1000) };
  expect(fromAddress(`?${toAddress(short)}`)).toEqual(short);
  // The query string has no room for two texts of this length: both are left out, with the question.
  expect(fromAddress(`?${toAddress({ ...short, other: 'b' })}`)).toEqual({ ...INITIAL, model: 'stories' });
});
