// The defaults for config.json are those of transformers' config classes, versions 4 and 5
// (tests/fixtures/make_config_defaults.py): a config with few fields is read like the complete config of transformers.
import { readFileSync } from 'node:fs';
import { ConfigFields } from '../../../web/engine/pretrained/families/config-fields.js';

import { withClasses } from '../../../web/engine/pretrained/families/text-classifier.js';
import { FAMILIES, FAMILY_NAMES } from '../../../web/engine/pretrained/families/index.js';

const cases = JSON.parse(readFileSync(new URL('../../fixtures/config-defaults.json', import.meta.url), 'utf8'));
const names = FAMILY_NAMES.filter((name) => name !== 'spotlight');
const families = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await FAMILIES[name]()])));

const IDS = [3, 1, 0, 4, 1, 2];
const FILES = [{ has: () => false }, { has: (name) => name === 'score.weight' }];

/**
 * All values that the loader reads from a config.json: once as a language model, once as a classifier of the same
 * family.
 */
function readOf(config, defaults) {
  const family = families[config.model_type];
  const fields = new ConfigFields(config, defaults ?? family.defaults);
  return FILES.map((file) => {
    const { positionsOf, unused, ...model } = withClasses(family.read(fields, file), fields, file);
    return { ...model, unused: unused?.map(String), positions: positionsOf?.(IDS) };
  });
}

test('every family has cases, in the style of both versions', () => {
  for (const name of names) {
    const versions = cases
      .filter(({ sizes }) => sizes.model_type === name)
      .flatMap(({ written }) => Object.keys(written));
    expect(new Set(versions)).toEqual(new Set(['4', '5']));
  }
});

test.each(cases)('$sizes.model_type $more', ({ sizes, more, written }) => {
  for (const all of Object.values(written)) {
    expect(readOf({ ...sizes, ...more })).toEqual(readOf({ ...sizes, ...all }));
  }
});

/** A valid value of a config field other than the given default. */
const changed = (value) =>
  typeof value === 'boolean' ? !value : typeof value === 'number' ? (value < 1 ? value / 2 + 0.25 : 2 * value) : 'relu';

test.each(names)('%s: no other default would fit', (name) => {
  const { defaults } = families[name];
  const all = cases.filter(({ sizes }) => sizes.model_type === name).map(({ sizes, more }) => ({ ...sizes, ...more }));
  for (const [field, value] of Object.entries(defaults)) {
    const others = { ...defaults, [field]: value === 'relu' ? 'silu' : changed(value) };
    const isFelt = all.some((config) => {
      const before = JSON.stringify(readOf(config));
      try {
        return JSON.stringify(readOf(config, others)) !== before;
      } catch {
        return true;
      }
    });
    expect([field, isFelt]).toEqual([field, true]);
  }
});
