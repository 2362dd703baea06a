// Every line of arithmetic, for random texts, heads, stages and interventions: computed in double precision from the
// numbers that it shows, it gives the number that the engine computed.
import fc from 'fast-check';
import { hasCell } from '../../dist/element/input/cell-navigation.js';
import { arithmeticOf } from '../../dist/view/arithmetic/index.js';
import { sizeOnCanvas, tensorOf, VECTORS, vectorsOf } from '../../dist/view/marks/vectors.js';
import { STAGE_NAMES } from '../../dist/view/stages.js';
import { checkLine, nameOf, sidesOf, written } from './evaluate.mjs';
import { models, viewModelOf } from './view-models.mjs';

const numRuns = Number(process.env.PROPERTY_RUNS ?? 200);

const words = fc.constantFrom(
  'The',
  'cat',
  'sat',
  '=',
  '3',
  'because',
  'it',
  'tired',
  '我',
  '爱',
  '北京',
  'x²',
  '猫',
  ',',
);
const text = fc.oneof(
  fc.array(words, { minLength: 1, maxLength: 12 }).map((all) => all.join(' ')),
  fc.constantFrom('The cat sat on the mat because it was tired', '猫坐在垫子上，因为它累了'),
);

/** A head of a model: its attention, layer and index. */
const heads = (model) =>
  Object.entries(models[model].layers).flatMap(([attention, layers]) =>
    Array.from({ length: layers }, (_, layer) =>
      Array.from({ length: models[model].numHeads }, (_head, head) => ({ model, attention, layer, head })),
    ).flat(),
  );
const head = fc.constantFrom(...heads('default'), ...heads('untrained'), ...heads('untrained'), ...heads('stories'));

const interventions = fc.record({
  causal: fc.boolean(),
  scaling: fc.boolean(),
  temperature: fc.constantFrom(1, 1, 2, 0.05, 1.26, 10, 20),
  padding: fc.nat(2),
  mask: fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { maxLength: 3 }),
  tokens: fc.uniqueArray(fc.nat(3), { maxLength: 2 }),
  isAblated: fc.boolean(),
  scope: fc.constantFrom('model', 'head'),
});

const MATRICES = { scale: 'scaled', mask: 'masked', softmax: 'weights', sum: 'weights', output: 'weights' };

/** The number that a cell shows. */
function numberOf({ steps, moment }, { matrix, row, column }) {
  if (matrix === 'attention') {
    const { data, shape } = steps.trace[MATRICES[moment.stage] ?? 'scores'];
    return data[row * shape[1] + column];
  }
  const { data, shape } = tensorOf(steps, matrix);
  const [token, dimension] = VECTORS[matrix].transposed ? [column, row] : [row, column];
  return data[token * shape[1] + dimension];
}

test('every line of arithmetic holds, and ends in the number that was computed', () => {
  fc.assert(
    fc.property(
      text,
      head,
      interventions,
      fc.constantFrom(...STAGE_NAMES.slice(3)),
      fc.nat(),
      fc.nat(),
      fc.nat(),
      fc.boolean(),
      (sentence, place, { tokens, isAblated, ...rest }, stage, which, r, c, all) => {
        const { attention, layer } = place;
        const ablate = [...tokens, ...(isAblated ? [{ attention, layer, head: place.head }] : [])];
        const viewModel = viewModelOf(sentence, { ...place, ...rest, ablate, moment: { stage, progress: 1 } });
        const matrices = ['attention', 'attention', ...vectorsOf(viewModel.steps)];
        const matrix = matrices[which % matrices.length];
        const [rows, columns] = sizeOnCanvas(viewModel, matrix);
        const cell = { matrix, row: r % rows, column: c % columns };
        const { lines } = arithmeticOf(viewModel, cell, all);
        const names = Object.fromEntries(
          lines.filter((line) => nameOf(line) === 'Σ').map((line) => ['Σ', Number(sidesOf(line).at(-1))]),
        );
        for (const line of lines) {
          const { result, computed } = checkLine(line, names);
          for (const side of computed) expect(side).toBe(result);
        }
        const shown = sidesOf(lines[0]).at(-1);
        expect(written(numberOf(viewModel, cell), shown.split('.')[1]?.length ?? 0)).toBe(shown);
      },
    ),
    { numRuns },
  );
});

test('a cell of a matrix that the head does not have is none: M in self-attention', () => {
  const cell = { matrix: 'encoderOutput', row: 0, column: 0 };
  const ofHead = (attention) =>
    viewModelOf('The cat sat', { model: 'default', attention, selection: { row: 0, cell } });
  expect(['encoder', 'decoder', 'cross'].map((attention) => hasCell(ofHead(attention), cell))).toEqual([
    false,
    false,
    true,
  ]);
});
