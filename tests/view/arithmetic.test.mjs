// Wording and notes of the arithmetic that the element displays for a cell; arithmetic-property.test.mjs tests that the
// numbers are correct.
import { arithmeticOf } from '../../web/view/arithmetic/index.js';
import { element as en } from '../../web/locales/en/element.js';
import { stepPanel } from '../../web/element/panels/step-panel.js';
import { formulaOf } from '../../web/view/stages.js';
import { viewModelOf } from './view-models.mjs';

const SENTENCE = 'The cat sat on the mat';
const cell = { matrix: 'attention', row: 3, column: 1 };
const trained = { model: 'default', layer: 1, head: 2 };

function arithmetic(stage, at, options, all = false) {
  const { lines, notes, leftOut } = arithmeticOf(
    viewModelOf(SENTENCE, { moment: { stage, progress: 1 }, ...options }),
    at,
    all,
  );
  const text = (line) => line.map((part) => part.text + (part.count === undefined ? '' : ` [${part.count}]`)).join('');
  return { lines: lines.map(text), notes, leftOut };
}

test('a score with few products is written out; a longer one shows its largest products and the sum of the rest', () => {
  const few = arithmetic('score', cell);
  expect(few.lines).toEqual([expect.stringMatching(/^q\(on\) · k\(cat\) = /)]);
  expect(few.leftOut).toBe(0);
  expect(few.lines[0].split('×')).toHaveLength(1 + 8);
  const many = arithmetic('score', cell, trained);
  expect(many.leftOut).toBe(24 - 6);
  expect(many.lines[0]).toMatch(/ \+ \(?−?[\d.]+\)? \[18\] = /);
  const all = arithmetic('score', cell, trained, true);
  expect(all).toMatchObject({ leftOut: 0 });
  expect(all.lines[0].split('×')).toHaveLength(1 + 24);
});

test.each([
  [{}, /^−?[\d.]+ ÷ √8 = −?[\d.]+$/, [], 'Q·Kᵀ / √d'],
  [{ temperature: 2 }, /^−?[\d.]+ ÷ √8 ÷ 2 = −?[\d.]+$/, [], 'Q·Kᵀ / (√d·T)'],
  [{ scaling: false, temperature: 2 }, /^−?[\d.]+ ÷ 2 = −?[\d.]+$/, [], 'Q·Kᵀ / T'],
  [{ scaling: false }, /^(−?[\d.]+) = \1$/, ['notScaled'], 'Q·Kᵀ'],
])('scaling shows the actual divisor: %j', (interventions, line, notes, formula) => {
  expect(arithmetic('scale', cell, interventions)).toEqual({
    lines: [expect.stringMatching(line)],
    notes,
    leftOut: 0,
  });
  const { steps } = viewModelOf(SENTENCE, interventions);
  expect(formulaOf('scale', steps)).toBe(formula);
  expect(formulaOf('softmax', steps)).toBe(`softmax(${formula})`);
  const { steps: masked } = viewModelOf(SENTENCE, { ...interventions, causal: true });
  expect(formulaOf('softmax', masked)).toBe(`softmax(${formula} + M)`);
});

test('the mask adds 0, or −∞ for later keys', () => {
  expect(arithmetic('mask', cell, { causal: true }).lines[0]).toMatch(/ \+ 0 = /);
  const later = { matrix: 'attention', row: 1, column: 3 };
  expect(arithmetic('mask', later, { causal: true }).lines[0]).toMatch(/ \+ \(−∞\) = −∞$/);
});

test('the softmax explains Σ and the subtraction of the largest score', () => {
  const { lines, notes } = arithmetic('softmax', cell);
  expect(lines[0]).toMatch(/^e\^\(−?[\d.]+ − \(?−?[\d.]+\)?\) ÷ Σ = [\d.]+ ÷ [\d.]+ = [\d.]+$/);
  expect(lines[1]).toMatch(/^Σ = [\d.]+ \+ /);
  expect(notes).toEqual(['whyMaximum']);
});

test('an ablated head multiplies by 0 and has a note; a row without keys is called masked', () => {
  const ablated = { ...trained, ablate: [{ attention: 'encoder', layer: 1, head: 2 }] };
  expect(arithmetic('softmax', cell, ablated)).toMatchObject({
    lines: [expect.stringMatching(/ ÷ Σ × 0 = [\d.]+ ÷ [\d.]+ × 0 = 0\.000$/), expect.any(String)],
    notes: ['switchedOff', 'whyMaximum'],
  });
  const masked = { ...trained, mask: [0, 1, 2, 3, 4, 5].map((key) => [3, key]) };
  expect(arithmetic('softmax', cell, masked)).toEqual({ lines: ['0.000'], notes: ['allMasked'], leftOut: 0 });
  const untrained = { ablate: [{ attention: 'encoder', layer: 0, head: 0 }] };
  expect(arithmetic('softmax', cell, untrained).notes).toEqual(['switchedOff']);
});

test('X, Q, K, V, the concatenation and the output show their products', () => {
  const at = (matrix, row, column) => arithmetic('output', { matrix, row, column }, trained);
  expect(at('query', 3, 5)).toMatchObject({ lines: [expect.stringMatching(/^q\(on\)\[5\] = .*×/)], leftOut: 90 });
  expect(at('key', 5, 3).lines[0]).toMatch(/^k\(on\)\[5\] = .*×/);
  expect(at('value', 5, 3).lines[0]).toMatch(/^v\(on\)\[5\] = .*×/);
  // Column 30 of the concatenation is dimension 6 (from 0) of the second head: each head has 24 dimensions.
  expect(at('concat', 3, 30).lines[0]).toMatch(/^A₂V₂\(on\)\[6\] = .*×/);
  expect(at('projected', 3, 5)).toMatchObject({
    lines: [expect.stringMatching(/^y\(on\)\[5\] = .*×/)],
    notes: ['bias', 'counting'],
  });
  expect(at('embedding', 3, 5)).toMatchObject({
    lines: [expect.stringMatching(/^X\(on\)\[5\] = \(.* − .*\) ÷ .* × .* \+ .* = /), expect.stringMatching(/^x = /)],
    notes: ['layerNorm', 'residual', 'counting'],
  });
  const first = arithmetic('output', { matrix: 'embedding', row: 3, column: 5 }, { ...trained, layer: 0 });
  expect(first.notes).toEqual(['layerNorm', 'table', 'counting']);
  expect(arithmetic('output', { matrix: 'embedding', row: 3, column: 5 }).notes).toEqual(['embedding', 'counting']);
});

test('external attention shows the weight alone', () => {
  const viewModel = { ...viewModelOf(SENTENCE), steps: null };
  const { lines } = arithmeticOf(viewModel, cell);
  expect(lines).toEqual([[{ text: viewModel.weights.data[3 * 6 + 1].toFixed(4), role: 'weight' }]]);
});

test('a formula includes exactly the biases that the model has', () => {
  const { steps } = viewModelOf(SENTENCE, trained);
  expect(formulaOf('project', steps)).toBe('[Q K V] = X·[W_Q W_K W_V] + b');
  expect(formulaOf('output', steps)).toBe('[A₁V₁ … AₕVₕ]·W_O + b');
  const llama = viewModelOf('Once upon a time', { model: 'stories', attention: 'decoder' }).steps;
  expect(formulaOf('project', llama)).toBe('Q = X·W_Q\u2003K = X·W_K\u2003V = X·W_V');
  expect(formulaOf('output', llama)).toBe('[A₁V₁ … AₕVₕ]·W_O');
});

test('the panel explains large scores between unrelated tokens', () => {
  const scoresOf = (layer, head) => {
    const viewModel = viewModelOf('The cat sat on the mat because it was tired', {
      model: 'default',
      layer,
      head,
      moment: { stage: 'score', progress: 1 },
      selection: { row: 7, cell: null },
    });
    const props = {
      next: null,
      consequence: null,
      baseline: null,
      stages: ['score'],
      doubt: '',
      architecture: null,
      parts: { use: () => null, useLater: () => null },
      language: 'en',
    };
    const row = viewModel.steps.trace.scores.data.subarray(70, 80);
    return {
      row,
      said: JSON.stringify(
        stepPanel(en, viewModel, { ...props, view: { load: null }, pinned: false, allTerms: false }),
      ),
    };
  };
  const pronouns = scoresOf(3, 0);
  const [lowest, highest] = [Math.min(...pronouns.row), Math.max(...pronouns.row)].map((score) => score.toFixed(1));
  expect(Number(lowest)).toBeGreaterThan(25); // q·k is 30 or more for tokens that are unrelated to “it”.
  expect(pronouns.said).toContain(en.sharedScore(lowest, highest));
  expect(scoresOf(2, 0).said).not.toContain('Here all scores of the row');
});
