// Property test of the arithmetic that the element displays, for random texts, heads, stages and interventions: if a
// line is computed in double precision from the numbers that it displays, the result is the number that the engine has
// computed.
import fc from 'fast-check';
import { hasCell } from '../../web/element/view-model/cell-navigation.js';
import { arithmeticOf } from '../../web/view/arithmetic/index.js';
import { attentionStage, attentionTensor } from '../../web/view/marks/attention-matrix.js';
import { sizeOnCanvas, tensorAt, VECTORS, vectorsOf } from '../../web/view/marks/vectors.js';
import { shownMoment, STAGE_NAMES } from '../../web/view/stages.js';
import { checkLine, evaluate, nameOf, sidesOf, written } from './evaluate.mjs';
import { LETTER_MODELS, openLetterModel } from './models/letter-models.mjs';
import { engine, models, sourceOf, viewModelOf } from './view-models.mjs';

const numRuns = Number(process.env.PROPERTY_RUNS ?? 60);

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

const headsOf = (model) =>
  Object.entries(models[model].layers).flatMap(([attention, layers]) =>
    Array.from({ length: layers }, (_, layer) =>
      Array.from({ length: models[model].numHeads }, (_head, head) => ({ model, attention, layer, head })),
    ).flat(),
  );

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

function numberOf(viewModel, { matrix, row, column }) {
  const isScores = matrix === 'attention';
  const { data, shape } = isScores
    ? attentionTensor(viewModel, attentionStage(viewModel))
    : tensorAt(viewModel, matrix);
  const [token, dimension] = VECTORS[matrix]?.transposed ? [column, row] : [row, column];
  return data[token * shape[1] + dimension];
}

/**
 * Checks a line of arithmetic with ≈. With int8 weights, the engine also rounds the inputs of products, so that the two
 * sides may be only approximately equal.
 */
function expectAbout(side) {
  const [expression, result] = side.split(' ≈ ');
  expect(Math.abs(evaluate(expression) - evaluate(result))).toBeLessThan(0.05);
}

/**
 * Checks all lines of arithmetic that the element displays for a cell.
 * @param isExact true if no line may be approximate
 */
function expectLinesThatHold(viewModel, cell, all, isExact) {
  const { lines } = arithmeticOf(viewModel, cell, all);
  const names = Object.fromEntries(
    lines.filter((line) => nameOf(line) === 'Σ').map((line) => ['Σ', Number(sidesOf(line).at(-1))]),
  );
  for (const line of lines) {
    const { result, computed } = checkLine(line, names);
    if (isExact) expect(result).not.toContain('≈');
    else if (result.includes('≈')) expectAbout(result);
    for (const side of computed) expect(side).toBe(result);
  }
  const shown = sidesOf(lines[0]).at(-1).split(' ≈ ').at(-1);
  expect(written(numberOf(viewModel, cell), shown.split('.')[1]?.length ?? 0)).toBe(shown);
}

/**
 * Property: the lines of arithmetic for any cell are correct, in any of these heads, at any stage, with any
 * interventions.
 */
const holdsIn = (heads, texts, isExact = true) =>
  fc.property(
    texts,
    fc.constantFrom(...heads),
    interventions,
    fc.constantFrom(...STAGE_NAMES.slice(2)),
    fc.nat(),
    fc.nat(),
    fc.nat(),
    fc.boolean(),
    (sentence, place, { tokens, isAblated, ...rest }, stage, which, r, c, all) => {
      const { attention, layer } = place;
      const ablate = [...tokens, ...(isAblated ? [{ attention, layer, head: place.head }] : [])];
      const { stages } = sourceOf(sentence, place).steps;
      const moment = shownMoment({ stage, progress: 1 }, stages);
      const viewModel = viewModelOf(sentence, { ...place, ...rest, ablate, moment });
      const own = vectorsOf(viewModel.steps);
      const matrices = [...(attentionStage(viewModel) ? ['attention', 'attention'] : []), ...own];
      const matrix = matrices[which % matrices.length];
      const [rows, columns] = sizeOnCanvas(viewModel, matrix);
      expectLinesThatHold(viewModel, { matrix, row: r % rows, column: c % columns }, all, isExact);
    },
  );

test('every line of arithmetic holds and ends in the computed number', () => {
  const heads = [...headsOf('default'), ...headsOf('untrained'), ...headsOf('untrained'), ...headsOf('stories')];
  fc.assert(holdsIn(heads, text), { numRuns });
});

const letters = fc.string({ unit: fc.constantFrom(...'abcdefghij'), minLength: 4, maxLength: 12 });

test.each([
  ...LETTER_MODELS.map((name) => [name, 'float32']),
  ...['llama', 'qwen2', 'gpt2', 'bert'].map((name) => [name, 'int8']),
])('so does every line in %s, of every family, in %s', async (name, precision) => {
  models[name] = await openLetterModel(engine, name, precision);
  fc.assert(holdsIn(headsOf(name), letters, precision !== 'int8'), { numRuns: Math.ceil(numRuns / 4) });
});

test('self-attention has no cell in M', () => {
  const cell = { matrix: 'encoderOutput', row: 0, column: 0 };
  const ofHead = (attention) =>
    viewModelOf('The cat sat', { model: 'default', attention, selection: { row: 0, cell } });
  expect(['encoder', 'decoder', 'cross'].map((attention) => hasCell(ofHead(attention), cell))).toEqual([
    false,
    false,
    true,
  ]);
});
