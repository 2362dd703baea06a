import fc from 'fast-check';
import { cellAt, tokenAt } from '../../web/view/scene.js';
import { drawPipelineView } from '../../web/view/views/pipeline/pipeline-view.js';
import { STAGE_NAMES } from '../../web/view/stages.js';
import { marksOf, marksWith, viewModelOf } from './view-models.mjs';

const SENTENCE = 'The cat sat on the mat because it was tired';
const end = (stage) => ({ stage, progress: 1 });

const region = (scene, matrix) => scene.regions.find((each) => each.matrix === matrix);
const texts = (scene) => marksOf(scene).filter(({ kind }) => kind === 'text');

test('tokens label the rows and the columns of the attention matrix', () => {
  const scene = drawPipelineView(viewModelOf(SENTENCE, { moment: end('softmax') }));
  const box = region(scene, 'attention');
  const words = SENTENCE.split(' ');
  // Labels at the left edge of the attention matrix, selected by their position, since other matrices have row labels,
  // too.
  const left = marksWith(scene, 'row-label').filter(({ x }) => x < box.x && x > box.x - 12);
  expect(left.map(({ text }) => text)).toEqual(words);
  left.forEach(({ y }, row) => expect(y).toBeCloseTo(box.y + ((row + 0.5) * box.height) / 10, 6));
  const top = marksWith(scene, 'column-label');
  expect(top.map(({ text }) => text)).toEqual(words);
  top.forEach(({ x }, column) => expect(x).toBeCloseTo(box.x + ((column + 0.5) * box.width) / 10, 6));
});

test('the displayed weights of a row sum to 1, up to rounding', () => {
  const scene = drawPipelineView(viewModelOf('我 爱 北京', { moment: end('softmax'), width: 1200, height: 700 }));
  const box = region(scene, 'attention');
  const numbers = marksWith(scene, 'number').filter(
    ({ x, y }) => x > box.x && x < box.x + box.width && y < box.y + box.height && y > box.y,
  );
  expect(numbers).toHaveLength(9);
  for (let row = 0; row < 3; row++) {
    const sum = numbers.slice(row * 3, row * 3 + 3).reduce((total, { text }) => total + Number(text), 0);
    expect(Math.abs(sum - 1)).toBeLessThanOrEqual(0.015);
  }
});

test('masked cells are flat gray from the mask stage on, not before', () => {
  const cells = (stage) => {
    const viewModel = viewModelOf('a b c d', { moment: end(stage), causal: true });
    const { colors } = marksOf(drawPipelineView(viewModel)).find(
      ({ kind, rows, columns }) => kind === 'cells' && rows === 4 && columns === 4,
    );
    return colors;
  };
  const gray = [0x4a, 0x53, 0x69];
  for (const stage of ['mask', 'softmax', 'output']) {
    expect([...cells(stage).slice(4, 7)]).toEqual(gray);
    expect([...cells(stage).slice(0, 3)]).not.toEqual(gray);
  }
  expect([...cells('scale').slice(4, 7)]).not.toEqual(gray);
});

test('a stage reveals the row of the query token first, then all rows', () => {
  const filled = (progress) => {
    const viewModel = viewModelOf('a b c d', {
      moment: { stage: 'score', progress },
      selection: { row: 2, cell: null },
    });
    const { colors } = marksOf(drawPipelineView(viewModel)).find(
      ({ kind, rows, columns }) => kind === 'cells' && rows === 4 && columns === 4,
    );
    return Array.from({ length: 16 }, (_, at) => (colors[at * 4 + 3] === 255 ? 1 : 0));
  };
  expect(filled(0.55)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0]);
  expect(filled(0.1)).toEqual(Array(16).fill(0));
  expect(filled(1)).toEqual(Array(16).fill(1));
});

test('the canvas edge cuts no title and no label at the end of any stage', () => {
  for (const [width, height] of [
    [680, 390],
    [938, 420],
    [390, 378],
  ])
    for (const stage of STAGE_NAMES) {
      const viewModel = viewModelOf(SENTENCE, { width, height, moment: end(stage) });
      for (const { text, x, size, align, turn } of texts(drawPipelineView(viewModel))) {
        if (turn) continue;
        const own = viewModel.measure(text, size);
        const left = x - { left: 0, center: own / 2, right: own }[align];
        expect([stage, text, left >= 0 && left + own <= width]).toEqual([stage, text, true]);
      }
    }
});

test('equal run, selection and moment give equal scenes', () => {
  const moment = { stage: 'sum', progress: 0.37 };
  expect(drawPipelineView(viewModelOf(SENTENCE, { moment }))).toEqual(
    drawPipelineView(viewModelOf(SENTENCE, { moment })),
  );
});

test('cellAt finds the cell at every point of a matrix', () => {
  const scene = drawPipelineView(viewModelOf(SENTENCE));
  for (const { matrix, x, y, width, height, rows, columns } of scene.regions) {
    const point = { x: x + (width * (columns - 0.5)) / columns, y: y + height / rows / 2 };
    expect(cellAt(scene, point)).toEqual({ matrix, row: 0, column: columns - 1 });
  }
  expect(cellAt(scene, { x: 1, y: 1 })).toBeNull();
  const [first] = scene.tokens;
  expect(tokenAt(scene, { x: first.x + 1, y: first.y + 1 })).toBe(0);
});

test('any text, size and moment gives finite marks, with tokens inside the canvas', () => {
  const arbitrary = fc.record({
    words: fc.array(fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }), { minLength: 1, maxLength: 60 }),
    stage: fc.constantFrom(...STAGE_NAMES),
    progress: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
    width: fc.integer({ min: 280, max: 2000 }),
    height: fc.integer({ min: 380, max: 1000 }),
    causal: fc.boolean(),
    scaling: fc.boolean(),
  });
  fc.assert(
    fc.property(arbitrary, ({ words, stage, progress, ...rest }) => {
      const text = `x ${words.join(' ')}`;
      const scene = drawPipelineView(viewModelOf(text, { moment: { stage, progress }, ...rest }));
      for (const mark of marksOf(scene)) {
        const numbers = Object.values(mark).filter((value) => typeof value === 'number');
        expect(numbers.every(Number.isFinite)).toBe(true);
      }
      for (const { x, width } of scene.tokens) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(rest.width);
      }
    }),
    { numRuns: 60 },
  );
});
