// Knock-outs and patches compared with transformers in double precision (tests/fixtures/make_causal.py).
import { readFileSync } from 'node:fs';
import { knockOut, meanActivations, patchActivations } from 'attention-spotlight/analysis';
import { stories } from 'attention-spotlight/stories';
import { tensor } from '../../../web/engine/node.js';
import { engines } from '../engines.mjs';
import { filesOf } from '../models/tiny-models.mjs';

const reference = JSON.parse(readFileSync(new URL('../../fixtures/causal.json', import.meta.url), 'utf8'));
const MOST = 1e-3;

/** Largest difference between a tensor and nested lists of expected numbers, in which null stands for NaN. */
function difference({ data }, expected) {
  const numbers = expected.flat();
  expect(data).toHaveLength(numbers.length);
  return numbers.reduce((largest, number, at) => {
    const same = number === null ? Number.isNaN(data[at]) : Math.abs(data[at] - number);
    return Math.max(largest, same === true ? 0 : same === false ? Infinity : same);
  }, 0);
}

const inputOf = ({ ids, pixels }) =>
  ids ?? tensor(Float32Array.from(pixels.flat(2)), [pixels.length, pixels[0].length, pixels[0][0].length]);

const optionsOf = ({ target }) => (target ? { target: target.slice(1) } : {}); // the start token is left out

describe.each(Object.entries(reference))(
  '%s',
  (name, { clean, corrupted, texts, question, alignment, ...expected }) => {
    let model;
    let runs;
    beforeAll(async () => {
      model = await engines.simd.loadPretrained(name === 'stories' ? stories : filesOf(name));
      const runOf = (input) => model.run(inputOf(input), optionsOf(input));
      runs = { clean: runOf(clean), corrupted: runOf(corrupted) };
    });
    afterAll(() => model.dispose());

    test.each(Object.entries(expected.knockOut))('knock-out by %s', async (kind, effects) => {
      const ofTexts = texts.map((text) =>
        text.target ? { text: text.ids, target: text.target.slice(1) } : inputOf(text),
      );
      const found = await knockOut(runs.clean, {
        ...question,
        kind,
        ...(kind === 'mean' && { means: await meanActivations(model, { texts: ofTexts }) }),
        ...(kind === 'resample' && { other: runs.corrupted }),
      });
      expect(Math.abs(found.original.logProbability - expected.logProbability)).toBeLessThan(MOST);
      expect(Math.abs(found.original.logitDifference - expected.value.clean)).toBeLessThan(MOST);
      for (const [effect, { heads, feedForward }] of Object.entries(effects)) {
        expect(Object.keys(found[effect].heads).sort()).toEqual(Object.keys(heads).sort());
        expect(Object.keys(found[effect].feedForward).sort()).toEqual(Object.keys(feedForward).sort());
        for (const [attention, numbers] of Object.entries(heads)) {
          expect(found[effect].heads[attention].shape).toEqual([numbers.length, numbers[0].length]);
          expect([effect, attention, difference(found[effect].heads[attention], numbers) < MOST]).toEqual([
            effect,
            attention,
            true,
          ]);
        }
        for (const [stack, numbers] of Object.entries(feedForward)) {
          expect([effect, stack, difference(found[effect].feedForward[stack], numbers) < MOST]).toEqual([
            effect,
            stack,
            true,
          ]);
        }
      }
    });

    const named = (patch) => [`${patch.direction} ${patch.attention} ${patch.activation}`, patch];
    test.each(expected.patches.map(named))('%s', async (_, { recovery, ...options }) => {
      const {
        clean: ofClean,
        corrupted: ofCorrupted,
        ...found
      } = await patchActivations(runs.clean, runs.corrupted, {
        ...question,
        ...options,
        ...(alignment && { alignment }),
      });
      expect(Math.abs(ofClean - expected.value.clean)).toBeLessThan(MOST);
      expect(Math.abs(ofCorrupted - expected.value.corrupted)).toBeLessThan(MOST);
      expect(found.recovery.shape).toEqual([recovery.length, recovery[0].length]);
      const scale = Math.abs(expected.value.clean - expected.value.corrupted);
      expect(difference(found.recovery, recovery) * scale).toBeLessThan(MOST);
    });
  },
);
