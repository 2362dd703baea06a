// Generators of arbitrary states of the element, for property tests.
import fc from 'fast-check';
import { HEAD_ROLES } from '../../web/engine/transformer/model-config.js';
import { ATTENTION_TYPES } from '../../web/engine/transformer/run.js';
import { MATRIX_NAMES } from '../../web/view/scene.js';
import { HEAD_ORDERS } from '../../web/view/head-order.js';
import { VIEW_NAMES } from '../../web/view/views/index.js';
import { STAGE_NAMES } from '../../web/view/stages.js';
import { SCOPES } from '../../web/view/scope.js';
import { MODEL_NAMES } from '../../web/view/model-names.js';
import { CONTROLS } from '../../web/element/state/properties.js';
import { LANGUAGES } from '../../web/locales/index.js';
import { PLACES, writePlace } from '../../web/course/place.js';

export const states = fc.record({
  text: fc.string({ unit: 'grapheme' }),
  model: fc.constantFrom(...MODEL_NAMES),
  sampling: fc
    .record({ temperature: fc.nat(2000), topP: fc.integer({ min: 10, max: 1000 }), seed: fc.nat(9999) })
    .map(({ temperature, topP, seed }) => ({ temperature: temperature / 1000, topP: topP / 1000, seed })),
  attention: fc.constantFrom('auto', ...ATTENTION_TYPES),
  layer: fc.nat(63),
  head: fc.oneof(fc.nat(63), fc.constantFrom('auto', ...HEAD_ROLES)),
  causal: fc.boolean(),
  scaling: fc.boolean(),
  temperature: fc.integer({ min: 50, max: 20_000 }).map((thousandths) => thousandths / 1000),
  padding: fc.nat(1023),
  mask: fc.array(fc.tuple(fc.nat(999), fc.nat(999)), { maxLength: 5 }),
  ablate: fc.array(
    fc.oneof(
      fc.nat(999),
      fc.record({ attention: fc.constantFrom(...ATTENTION_TYPES), layer: fc.nat(63), head: fc.nat(63) }),
    ),
    { maxLength: 5 },
  ),
  scope: fc.constantFrom(...SCOPES),
  compare: fc.boolean(),
  view: fc.constantFrom(...VIEW_NAMES),
  matrices: fc.boolean(),
  zoom: fc
    .record({ factor: fc.integer({ min: 1000, max: 100_000 }), x: fc.nat(1000), y: fc.nat(1000) })
    .map(({ factor, x, y }) => ({ factor: factor / 1000, x: x / 1000, y: y / 1000 })),
  sort: fc.constantFrom(...HEAD_ORDERS),
  pin: fc.option(fc.record({ attention: fc.constantFrom(...ATTENTION_TYPES), layer: fc.nat(63), head: fc.nat(63) })),
  chapter: fc.constantFrom('', ...PLACES.map(writePlace)),
  stage: fc.constantFrom(...STAGE_NAMES),
  progress: fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000),
  speed: fc.integer({ min: 250, max: 4000 }).map((thousandths) => thousandths / 1000),
  query: fc.integer({ min: -1, max: 5000 }),
  cell: fc.option(fc.record({ matrix: fc.constantFrom(...MATRIX_NAMES), row: fc.nat(999), column: fc.nat(999) })),
  lang: fc.constantFrom('auto', ...LANGUAGES),
  theme: fc.constantFrom('auto', 'light', 'dark'),
  controls: fc.oneof(
    fc.constantFrom('all', 'none'),
    fc.subarray([...CONTROLS], { minLength: 1 }).map((some) => some.join(',')),
  ),
});
