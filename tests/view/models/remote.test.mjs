// The element's attention source (the object that gives the numbers to show) with an asynchronous model: it shows the
// same content as with a synchronous one, and shows available results immediately.
import fc from 'fast-check';
import { allHeadsOf } from '../../../web/element/source/all-heads.js';
import { ModelAttentionSource } from '../../../web/element/source/model-attention-source.js';
import { consequenceOf, effectOf } from '../../../web/element/source/consequence.js';
import { andThen, PendingAnswer, read, whenArrived } from '../../../web/element/source/answer.js';
import { initialState } from '../../../web/element/state/properties.js';
import { originsOf } from '../../../web/element/source/origins/origins.js';
import { messagesIn } from '../locales/texts.mjs';
import { palettes } from '../../../web/view/marks/palette.js';
import { buildViewModel } from '../../../web/element/view-model/build-view-model.js';
import { headPanels } from '../../../web/element/view-model/head-grid.js';
import { models, viewNamed } from '../view-models.mjs';
import { remoteModel, withoutRuns } from './remote.mjs';

const SENTENCE = 'The cat sat on the mat because it was tired';
const surface = {
  width: 900,
  height: 560,
  fonts: 'sans-serif',
  measure: (word, size) => Array.from(word).length * size,
};
const cachedColors = (_owner, _key, compute) => compute();

/** All values of an attention source that the element reads, and the scene of its view. */
function everythingOf(source, state) {
  const context = { state, hovered: null, theme: 'dark', palette: palettes.dark, texts: messagesIn.en, headPanels };
  const viewModel = buildViewModel(source, context);
  const { steps, selection } = viewModel;
  const { originOf } = originsOf(source);
  return structuredClone({
    scene: viewNamed(state.view).draw({ ...viewModel, ...surface, cachedColors }),
    headRef: source.headRef,
    trace: steps.trace,
    row: selection.row,
    baseline: source.baseline,
    isIncomparable: source.isIncomparable,
    mostAffected: source.mostAffectedHead,
    layers: allHeadsOf(source.layerWeights).layers,
    weight: steps.linear('query').weight,
    origin: originOf('embedding', 0, 3),
    next: source.nextTokenCandidates(selection.row),
    effect: effectOf(source, selection.row),
    consequence: consequenceOf(source, selection.row),
    continuation: source.continuation?.next ?? null,
  });
}

const states = fc.record({
  text: fc.constantFrom(SENTENCE, 'I love Beijing', '猫坐在垫子上，因为它累了'),
  view: fc.constantFrom('sentence', 'ledger', 'steps', 'matrix', 'heads'),
  attention: fc.constantFrom('auto', 'encoder', 'decoder', 'cross'),
  layer: fc.nat(1),
  head: fc.constantFrom('auto', 0, 3),
  scope: fc.constantFrom('head', 'layer', 'model'),
  temperature: fc.constantFrom(1, 4),
  ablate: fc.constantFrom([], [1], [{ attention: 'encoder', layer: 0, head: 1 }]),
});

test.each(['default', 'stories', 'untrained'])('a remote model shows what the %s one shows at once', async (name) => {
  await fc.assert(
    fc.asyncProperty(states, async (some) => {
      const state = { ...initialState(), ...some };
      const atOnce = everythingOf(new ModelAttentionSource(withoutRuns(models[name]), state), state);
      const remote = new ModelAttentionSource(remoteModel(models[name]), state);
      expect(() => everythingOf(remote, state)).toThrow(PendingAnswer);
      expect(await whenArrived(() => everythingOf(remote, state))).toEqual(atOnce);
    }),
    { numRuns: process.env.FULL ? 6 : 2 },
  );
});

test('another head asks for its own steps, and not for the text or the run again', async () => {
  const asked = [];
  const state = { ...initialState(), text: SENTENCE, attention: 'encoder', head: 0 };
  const source = new ModelAttentionSource(
    remoteModel(models.default, (name) => asked.push(name)),
    state,
  );
  await whenArrived(() => source.steps);
  expect(asked).toEqual(expect.arrayContaining(['tokenize', 'run', 'trace']));
  asked.length = 0;
  await whenArrived(() => source.withHead({ attention: 'encoder', layer: 0, head: 1 }).steps);
  expect(asked).toEqual(['trace']);
});

test('the grid of heads shows the layers that have arrived', async () => {
  const state = { ...initialState(), text: SENTENCE, attention: 'encoder', head: 0 };
  const source = new ModelAttentionSource(remoteModel(models.default), state);
  const allHeads = allHeadsOf(await whenArrived(() => source.layerWeights));
  expect([allHeads.advance(Infinity), allHeads.head(0, 0)]).toEqual([false, null]);
  for (let turns = 0; !allHeads.head(0, 0); turns++) {
    expect(turns).toBeLessThan(20);
    await new Promise((resolve) => setTimeout(resolve));
    allHeads.advance(Infinity);
  }
  expect(allHeads.head(3, 0)).toBeNull();
  const atOnce = allHeadsOf(new ModelAttentionSource(models.default, state).layerWeights).layers;
  expect(await whenArrived(() => allHeads.layers)).toEqual(atOnce);
});

test('a remote storyteller draws the tokens that the one in this thread draws', async () => {
  const state = { ...initialState(), text: 'Once upon a time', model: 'stories' };
  const sampling = { temperature: 0.8, topP: 0.9, seed: 3 };
  const here = new ModelAttentionSource(models.stories, state).continuation;
  const source = new ModelAttentionSource(remoteModel(models.stories), state);
  const remote = await whenArrived(() => source.continuation);
  expect(here.draw(sampling)).toMatch(/\S/); // `draw` returns its result synchronously
  expect(await remote.draw(sampling)).toBe(here.draw(sampling));
  expect(await remote.drawSentence(sampling)).toBe(here.drawSentence(sampling));
});

test('an answer at hand is read and gone on with at once; what it was rejected with is thrown', async () => {
  expect(read(3)).toBe(3);
  expect(andThen(3, (value) => value + 1)).toBe(4);
  const answer = Promise.reject(new Error('the worker has ended'));
  expect(() => read(answer)).toThrow(PendingAnswer);
  await expect(whenArrived(() => read(answer))).rejects.toThrow('the worker has ended');
});
