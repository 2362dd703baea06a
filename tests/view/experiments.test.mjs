// Interventions in the element's panel “Experiment” (the lab) and in the course: the displayed weights with an
// intervention follow from the numbers that are displayed without it.
import { numbersTable } from '../../web/element/panels/lazy/numbers-table.js';
import { lazyTextsIn, messagesIn } from './locales/texts.mjs';
import { initialState } from '../../web/element/state/properties.js';
import { openingState, readPlace } from '../../web/course/place.js';
import { indexOfWord, SENTENCES } from '../../web/course/words.js';
import { languages } from './course/states.mjs';
import { sourceOf, viewModelOf } from './view-models.mjs';

/** Text of a Lit template, including its tags. */
function written(value) {
  if (Array.isArray(value)) return value.map(written).join('');
  if (value?.strings) return value.strings.map((part, at) => part + written(value.values[at] ?? '')).join('');
  if (value?._$litDirective$) return written(value.values.at(-1));
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const number = (text) => Number(text.replace('−', '-').replace('∞', 'Infinity'));

/**
 * Numbers of a stage as the table view displays them: without the intervention (`before`) and with it (`now`),
 * [queries][keys].
 */
function shownAt(stage, { text, ...state }) {
  const viewModel = viewModelOf(text, { ...state, moment: { stage, progress: 1 } });
  const table = written(numbersTable({ ...messagesIn.en, ...lazyTextsIn.en }, viewModel, () => undefined));
  const rows = [...table.matchAll(/<tr aria-current.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<td>(?:<span class="was">([^ ]+) → <\/span>)?([^<]+)<\/td>/g)].map(([, before, now]) => ({
      before: number(before ?? now),
      now: number(now),
    })),
  );
  expect(rows).toHaveLength(viewModel.queryTokens.length);
  return {
    before: rows.map((row) => row.map(({ before }) => before)),
    now: rows.map((row) => row.map(({ now }) => now)),
  };
}

const divided = (row) => {
  const sum = row.reduce((total, each) => total + each, 0);
  return row.map((each) => (sum === 0 ? 0 : each / sum));
};

/** Expected weights if an intervention masks keys: their weights are distributed among the other keys in proportion. */
const sharedBy = (stays) => (state) =>
  shownAt('softmax', state).before.map((row, query) =>
    divided(row.map((weight, key) => (stays(query, key, row.length) ? weight : 0))),
  );

/**
 * Expected weights: softmax of the numbers that are displayed without the intervention, divided by `divisor`; 0 for
 * masked pairs.
 */
const softmaxOf = (stage, divisor) => (state) => {
  const masked = shownAt('mask', state).before;
  return shownAt(stage, state).before.map((row, query) => {
    const stays = row.map((_, key) => masked[query][key] !== -Infinity);
    const largest = Math.max(...row.filter((_, key) => stays[key]));
    return divided(row.map((score, key) => (stays[key] ? Math.exp((score - largest) / divisor) : 0)));
  });
};

const CAUSAL = [{ causal: true }, sharedBy((query, key) => key <= query)];
const padding = (count) => [{ padding: count }, sharedBy((_, key, keys) => key < keys - count)];
const temperature = (value) => [{ temperature: value }, softmaxOf('scale', value)];
const UNSCALED = [{ scaling: false }, softmaxOf('score', 1)];
const masked = (query, key) => [{ mask: [[query, key]] }, sharedBy((row, column) => row !== query || column !== key)];
const withoutToken = (token) => [{ ablate: [token] }, sharedBy((_, key) => key !== token)];
const LAB = [
  CAUSAL,
  padding(1),
  padding(2),
  temperature(10.99),
  temperature(0.5),
  UNSCALED,
  masked(4, 4),
  withoutToken(1),
];

const TIRED = SENTENCES.tired.en;
const at = (attention, layer, head, model = 'default') => ({ text: TIRED, model, attention, layer, head });
const isOfScores = ([experiment]) => 'temperature' in experiment || 'scaling' in experiment;
const isOfKeys = (each) => isOfScores(each) || 'padding' in each[0] || 'ablate' in each[0];
const labelOf = (state) => JSON.stringify({ ...state, text: undefined });

/** Cases: interventions that the panel “Experiment” offers, in every kind of head to which they apply. */
const inLab = ['head', 'layer'].flatMap((scope) => [
  ...[at('encoder', 0, 1), at('encoder', 2, 1), at('encoder', 3, 0), at('encoder', 1, 2, 'untrained')].flatMap(
    (place) => LAB.map(([experiment, byHand]) => [{ ...place, ...experiment, scope }, byHand]),
  ),
  ...[at('cross', 0, 2), at('cross', 1, 1)].flatMap((place) =>
    LAB.filter(isOfKeys).map(([experiment, byHand]) => [{ ...place, ...experiment, scope }, byHand]),
  ),
  ...[at('decoder', 1, 1), at('decoder', 2, 3, 'stories')].flatMap((place) =>
    LAB.filter(isOfScores).map(([experiment, byHand]) => [{ ...place, ...experiment, scope }, byHand]),
  ),
]);

/** Cases: interventions in the opening states of course steps, in both languages. */
const STEPS = {
  'softmax.2': () => temperature(2),
  'softmax.3': () => UNSCALED,
  'masks.1': () => CAUSAL,
  'masks.3': () => padding(1),
  'masks.4': (tokens) => masked(indexOfWord(tokens, 'it'), indexOfWord(tokens, 'cat')),
};
const inCourse = languages.flatMap((lang) =>
  Object.entries(STEPS).map(([place, experimentOn]) => {
    const opened = { ...initialState(), ...openingState(readPlace(place), lang), model: 'default' };
    const tokens = sourceOf(opened.text, opened).tokens.query.map(({ text }) => text);
    const [experiment, byHand] = experimentOn(tokens);
    return [{ ...opened, ...experiment }, byHand];
  }),
);

/** Largest error of a weight that the rounding of the displayed numbers may cause. */
const TOLERANCE = 0.0015;

test.each([...inLab, ...inCourse].map(([state, byHand]) => [labelOf(state), state, byHand]))(
  'the weights with the intervention follow from the displayed numbers without it: %s',
  (_, state, byHand) => {
    const { before, now } = shownAt('softmax', state);
    const expected = byHand(state);
    const differences = now.flatMap((row, query) => row.map((weight, key) => Math.abs(weight - expected[query][key])));
    expect(Math.max(...differences)).toBeLessThan(TOLERANCE);
    expect(now).not.toEqual(before);
  },
);

test('all course steps with an intervention, except those that ablate a head, are tested here', () => {
  const offered = Object.keys(STEPS).map((place) => openingState(readPlace(place), 'en').controls);
  expect(offered.every((controls) => controls.split(',').includes('scope'))).toBe(true);
});
