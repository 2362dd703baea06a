// The view of a head's matrices: learned matrices equal the model's parameters, and products follow the formulas.
import { cellAt } from '../../web/view/scene.js';
import { arithmeticOf } from '../../web/view/arithmetic/index.js';
import { parameterOf } from '../../web/view/marks/parameters.js';
import { largestColumn } from '../../web/view/view-model.js';
import { rgb, weightScale } from '../../web/view/marks/palette.js';
import { drawnView, marksOf, marksWith, viewModelOf } from './view-models.mjs';

const SENTENCE = 'The cat sat on the mat because it was tired';
const TRAINED = { model: 'default', layer: 3, head: 1 };
const matrices = await drawnView({ view: 'ledger', matrices: true });

/** Matrix product a·b, [rows, columns]. */
function product(a, b) {
  const [rows, inner] = a.shape;
  const columns = b.shape[1];
  const data = new Float64Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      for (let k = 0; k < inner; k++)
        data[row * columns + column] += a.data[row * inner + k] * b.data[k * columns + column];
    }
  }
  return data;
}

test.each(['query', 'key', 'value'])('X times the learned matrix, plus the bias, is the %s', (name) => {
  const { steps } = viewModelOf(SENTENCE, TRAINED);
  const weight = parameterOf(steps, `${name}Weight`);
  expect(weight.shape).toEqual([96, 24]);
  const { bias } = steps.linear(name);
  const projected = product(steps.queryInput, weight);
  const expected = steps.trace[name].data;
  projected.forEach((value, at) => expect(value + bias.data[steps.head * 24 + (at % 24)]).toBeCloseTo(expected[at], 3));
});

test('the heads’ outputs times their rows of W_O, plus the bias, add up to Y', () => {
  const { steps } = viewModelOf(SENTENCE, TRAINED);
  const sum = new Float64Array(steps.output.data.length);
  for (let head = 0; head < steps.numHeads; head++) {
    const weight = parameterOf({ ...steps, head }, 'outputWeight');
    expect(weight.shape).toEqual([24, 96]);
    product(steps.headValues(head).output, weight).forEach((value, at) => (sum[at] += value));
  }
  const { bias } = steps.linear('output');
  sum.forEach((value, at) => expect(value + bias.data[at % 96]).toBeCloseTo(steps.output.data[at], 3));
});

test.each([
  [1000, 500],
  [340, 900],
])('at %d × %d every matrix has its numbers and a legend, without overlaps', (width, height) => {
  for (const attention of ['encoder', 'cross']) {
    const viewModel = viewModelOf(SENTENCE, { ...TRAINED, attention, layer: 1, width, height });
    const scene = matrices.draw(viewModel);
    const names = scene.regions.map(({ matrix }) => matrix);
    expect(names).toEqual(expect.arrayContaining(['queryWeight', 'keyWeight', 'valueWeight', 'outputWeight', 'key']));
    expect(names.includes('encoderOutput')).toBe(attention === 'cross');
    const cells = marksOf(scene).filter(({ kind }) => kind === 'cells');
    expect(cells).toHaveLength(2 * names.length); // a matrix and a legend for each name
    for (const region of scene.regions) {
      expect(cells).toContainEqual(
        expect.objectContaining({ x: region.x, rows: region.rows, columns: region.columns }),
      );
      expect(region.x).toBeGreaterThanOrEqual(0);
      expect(region.x + region.width).toBeLessThanOrEqual(width);
      expect(region.y + region.height).toBeLessThanOrEqual(height);
      for (const other of scene.regions) {
        const apart =
          other.x >= region.x + region.width ||
          region.x >= other.x + other.width ||
          other.y >= region.y + region.height ||
          region.y >= other.y + other.height;
        expect(other === region || apart).toBe(true);
      }
    }
  }
});

test('a point in a matrix maps to the cell drawn there, and the card shows its number', () => {
  const viewModel = viewModelOf(SENTENCE, TRAINED);
  const scene = matrices.draw(viewModel);
  const at = (matrix, down, right) => {
    const box = scene.regions.find((each) => each.matrix === matrix);
    const cell = cellAt(scene, {
      x: box.x + ((right + 0.5) * box.width) / box.columns,
      y: box.y + ((down + 0.5) * box.height) / box.rows,
    });
    return [
      cell,
      arithmeticOf(viewModel, cell)
        .lines[0].map(({ text }) => text)
        .join(''),
    ];
  };
  const [cell, line] = at('keyWeight', 5, 7);
  expect(cell).toEqual({ matrix: 'keyWeight', row: 5, column: 7 });
  const { data } = parameterOf(viewModel.steps, 'keyWeight');
  expect(line).toBe(`W_K[5, 7] = ${data[5 * 24 + 7].toFixed(4).replace('-', '−')}`);
  // In the view of the matrices, keys are rows: row 3, column 7 is dimension 7 of token 3. The selected cell is stated
  // as in other views, where keys are columns.
  const [key, arithmetic] = at('key', 3, 7);
  expect(key).toEqual({ matrix: 'key', row: 7, column: 3 });
  expect(arithmetic).toMatch(/^k\(on\)\[7\] = /);
});

/** Titles of the matrices in a scene, which are its bold texts. */
const titlesOf = (scene) =>
  marksOf(scene)
    .filter(({ kind, bold }) => kind === 'text' && bold)
    .map(({ text }) => text);

test('scores and weights A between Q, K and A·V equal those of the engine', () => {
  const viewModel = viewModelOf(SENTENCE, {
    ...TRAINED,
    moment: { stage: 'softmax', progress: 1 },
    selection: { row: 7, cell: null },
  });
  const scene = matrices.draw(viewModel);
  const [scores, weights] = scene.regions.filter(({ matrix }) => matrix === 'attention');
  const key = scene.regions.find(({ matrix }) => matrix === 'key');
  expect(key.x + key.width).toBeLessThan(scores.x);
  expect(scores.x + scores.width).toBeLessThan(weights.x);
  expect(titlesOf(scene)).toEqual(expect.arrayContaining(['Q·Kᵀ / √d', 'A', 'A·V']));
  const rows = marksWith(scene, 'query-outline');
  for (const { x, y, height } of [scores, weights])
    expect(rows.find((row) => row.x === x).y).toBeCloseTo(y + (7 / 10) * height);
  const colors = marksOf(scene).find((mark) => mark.kind === 'cells' && mark.x === weights.x).colors;
  const brightest = largestColumn(viewModel.weights, 7);
  const expected = weightScale(viewModel.palette).color(viewModel.weights.data[70 + brightest]);
  expect([...colors.slice(4 * (70 + brightest), 4 * (70 + brightest) + 3)]).toEqual(expected.map(Math.round));
});

test.each([
  ['tokens', 1, ['queryWeight', 'keyWeight', 'valueWeight', 'outputWeight']],
  ['project', 0.5, ['embedding', 'query', 'key', 'value']],
  ['score', 0, []],
  ['score', 0.5, ['attention']],
  ['softmax', 0.5, ['attention']],
  ['sum', 0.5, ['output']],
  ['output', 0.5, ['projected']],
])('at %s %d it fills in %j, and later matrices are empty frames', (stage, progress, added) => {
  const stages = ['tokens', 'project', 'score', 'softmax', 'sum', 'output'];
  const at = (moment) => matrices.draw(viewModelOf(SENTENCE, { ...TRAINED, moment }));
  const names = ({ regions }) => regions.map(({ matrix }) => matrix).sort();
  const scene = at({ stage, progress });
  const before = stage === 'tokens' ? [] : names(at({ stage: stages[stages.indexOf(stage) - 1], progress: 1 }));
  expect(names(scene)).toEqual([...before, ...added].sort());
  const frames = marksWith(scene, 'placeholder');
  expect(marksOf(scene).filter(({ kind }) => kind === 'cells')).toHaveLength(2 * scene.regions.length);
  expect(scene.regions.length + frames.length).toBe(12);
});

test('a masked pair is gray in the scores and in the weights', () => {
  const viewModel = viewModelOf(SENTENCE, { ...TRAINED, causal: true });
  const scene = matrices.draw(viewModel);
  expect(titlesOf(scene)).toContain('Q·Kᵀ / √d + M');
  for (const { x } of scene.regions.filter(({ matrix }) => matrix === 'attention')) {
    const { colors } = marksOf(scene).find((mark) => mark.kind === 'cells' && mark.x === x);
    expect([...colors.slice(36, 39)]).toEqual([...rgb(viewModel.palette.masked)].map(Math.round));
  }
});

test('the matrices of the stage stand out, and at the end all do', () => {
  const opacityOf = (moment, matrix) => {
    const scene = matrices.draw(viewModelOf(SENTENCE, { moment }));
    const box = scene.regions.find((each) => each.matrix === matrix);
    return marksOf(scene).find((mark) => mark.kind === 'cells' && mark.x === box.x && mark.y === box.y).opacity;
  };
  const project = { stage: 'project', progress: 0.5 };
  expect(opacityOf(project, 'valueWeight')).toBe(1);
  expect(opacityOf(project, 'outputWeight')).toBeLessThan(0.5);
  expect(opacityOf({ stage: 'output', progress: 0.5 }, 'outputWeight')).toBe(1);
  expect(opacityOf({ stage: 'output', progress: 1 }, 'valueWeight')).toBe(1);
});

test('external attention, which has no known matrices, looks as without the option', async () => {
  const viewModel = { ...viewModelOf(SENTENCE), steps: null };
  const [shown, plain] = [true, false].map((matrices) => drawnView({ view: 'ledger', matrices }, false));
  expect((await shown).draw(viewModel)).toEqual((await plain).draw(viewModel));
});
