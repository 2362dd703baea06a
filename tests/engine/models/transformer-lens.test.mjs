// The names of TransformerLens's hooks for activations are those that tests/fixtures/check_transformer_lens.py has
// compared with TransformerLens.
import { readFileSync } from 'node:fs';
import { engines } from '../engines.mjs';
import { FAMILIES, file, filesOf } from './tiny-models.mjs';

const engine = engines.simd;
const checked = JSON.parse(readFileSync(new URL('../../fixtures/hooks.json', import.meta.url)));
const WITHOUT = ['distilbert', 'xlm-roberta', 'albert'];

const hooksOf = ({ activations }) =>
  Object.fromEntries(activations.map(({ name, transformerLens }) => [name, transformerLens]));

describe.each([...FAMILIES, 'vit'])('%s', (name) => {
  let hooks;
  beforeAll(async () => {
    const model = await engine.loadPretrained(filesOf(name));
    hooks = hooksOf(model);
    model.dispose();
  });

  test('each compared activation names the hook with its numbers, or none', () => {
    const recorded = Object.keys(JSON.parse(file(name, 'activations.json')));
    const named = recorded.filter((activation) => hooks[activation] !== null);
    expect(named.length > 0).toBe(!WITHOUT.includes(name));
    expect(Object.fromEntries(named.map((activation) => [activation, hooks[activation]]))).toEqual(
      checked.models[name],
    );
  });

  test('a layer has the hooks of the first of its kind', () => {
    for (const [activation, hook] of Object.entries(hooks)) {
      const [attention, layer, step] = activation.split('.');
      if (step === undefined) continue;
      const first = hooks[`${attention}.0.${step}`];
      expect([activation, hook]).toEqual([activation, first && first.replace('blocks.0.', `blocks.${layer}.`)]);
    }
  });
});

test('a text classifier has no hook for its logits, which are not those of the vocabulary', async () => {
  const model = await engine.loadPretrained(filesOf('gpt2-classifier'));
  const hooks = hooksOf(model);
  expect(hooks['decoder.logits']).toBeNull();
  expect(hooks['decoder.finalNorm']).toBe('ln_final.hook_out');
  model.dispose();
});
