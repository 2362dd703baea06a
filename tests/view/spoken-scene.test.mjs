// Descriptions of scenes for screen readers: sentences with the numbers that the scene shows.
import { messagesIn, lazyTextsIn } from './locales/texts.mjs';
import { spokenScene } from '../../web/element/panels/lazy/spoken-scene.js';
import { marksOf, sourceOf, viewModelOf, viewNamed } from './view-models.mjs';
import { COMMON_STAGES, END } from '../../web/view/stages.js';
import { sharesOf } from '../../web/element/panels/caption.js';
import { shownDoubt, strongestCaption } from '../../web/element/view-model/caption.js';

const SENTENCE = 'The cat sat on the mat because it was tired';
const IT = 7;
const CAT = 1;
const LANGUAGES = ['en', 'zh'];

/**
 * Description of a scene for screen readers, in a view and at a stage.
 * @param {any} [values] stage, progress, pinned cell, and other properties of the element
 */
function spokenOf(language, view, values = {}) {
  const { stage = 'output', progress = 1, cell = null, ...state } = values;
  const whole = { model: 'default', head: 'antecedent', ...state };
  const source = sourceOf(SENTENCE, whole);
  const selection = { row: IT, cell };
  const viewModel = viewModelOf(SENTENCE, { ...whole, moment: { stage, progress }, selection });
  const texts = { ...messagesIn[language], ...lazyTextsIn[language] };
  viewModel.nameOf = (matrix) => texts.matrices[matrix];
  const drawing = viewNamed(view);
  const numbers = marksOf(drawing.draw(viewModel))
    .filter(({ role }) => role === 'number')
    .map(({ text }) => text);
  const atEnd = { ...viewModel, moment: END };
  const captions = {
    strongest: strongestCaption(texts, atEnd, source.baseline),
    doubt: shownDoubt(texts, source, atEnd),
    shares: sharesOf(texts, viewModel),
  };
  return { text: spokenScene(texts, source, viewModel, drawing, captions), numbers, source };
}

const END_OF_SENTENCE = { en: /[.]$/, zh: /。$/ };
const SYMBOLS = /[→·×Σᵀ_^=]|undefined|NaN|\(\)/;

test.each(LANGUAGES)('every stage is told in whole sentences without bare symbols (%s)', (language) => {
  const told = COMMON_STAGES.map((stage) => spokenOf(language, 'ledger', { stage, progress: 0.5 }).text);
  for (const text of told) {
    expect(text).toMatch(END_OF_SENTENCE[language]);
    expect(text).not.toMatch(SYMBOLS);
  }
  expect(new Set(told).size).toBe(COMMON_STAGES.length);
});

test.each(LANGUAGES)(
  'scores, weights and the weighted sum are told with the numbers of the ledger (%s)',
  (language) => {
    for (const stage of ['score', 'scale']) {
      const { text, numbers } = spokenOf(language, 'ledger', { stage });
      const told = text.match(/−?\d+\.\d+/g);
      expect(told.length).toBeGreaterThan(0);
      for (const number of told) expect(numbers).toContain(number);
    }
    const { source } = spokenOf(language, 'ledger');
    const weight = source.weights.data[IT * source.tokens.key.length + CAT];
    const percent = `${Math.round(100 * weight)}%`;
    for (const stage of ['softmax', 'sum']) expect(spokenOf(language, 'ledger', { stage }).text).toContain(percent);
    for (const view of ['sentence', 'matrix', 'heads']) expect(spokenOf(language, view).text).toContain(percent);
  },
);

test.each(LANGUAGES)('a cell is told with its tokens and the number of its card (%s)', (language) => {
  const cell = { matrix: 'attention', row: IT, column: CAT };
  const { text, source } = spokenOf(language, 'steps', { stage: 'softmax', cell });
  const weight = source.weights.data[IT * source.tokens.key.length + CAT];
  expect(text).toContain('“it”');
  expect(text).toContain('“cat”');
  expect(text).toContain(weight.toFixed(3));
  expect(text).toMatch(END_OF_SENTENCE[language]);
  const element = spokenOf(language, 'steps', { stage: 'project', cell: { matrix: 'query', row: IT, column: 3 } });
  expect(element.text).toContain(
    source.steps.trace.query.data[IT * source.steps.trace.query.shape[1] + 3].toFixed(2).replace('-', '−'),
  );
  expect(element.text).not.toMatch(SYMBOLS);
});

test('an experiment is told with what was before it', () => {
  const causal = spokenOf('en', 'matrix', { causal: true, stage: 'softmax' });
  expect(causal.text).toMatch(/^“it” attends most to “\w+” \(\d+%\)\. Without your interventions: “cat” \(\d+%\)\.$/);
  const { text } = spokenOf('en', 'ledger', { causal: true, stage: 'mask' });
  expect(text).toBe('Mask: 2 of the 10 scores of “it” are set to minus infinity, so that their weights become 0.');
  const off = {
    ablate: [{ attention: 'encoder', layer: causal.source.headRef.layer, head: causal.source.headRef.head }],
  };
  for (const stage of ['softmax', 'sum', 'output'])
    expect(spokenOf('en', 'ledger', { ...off, stage, progress: 1 }).text).not.toMatch(/takes \.|into “it”: \./);
  expect(spokenOf('en', 'sentence', off).text).toContain('switched off');
});

test('the start token of a translation is told by a word', () => {
  const { text } = spokenOf('en', 'matrix', { attention: 'decoder', head: 0, stage: 'softmax', query: 0 });
  expect(text).not.toContain('▸');
  expect(text).toContain('“start”');
});
