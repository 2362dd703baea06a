import fc from 'fast-check';
import { cellAt, wordAt } from '../../dist/view/scene.js';
import { drawComposition } from '../../dist/view/composition.js';
import { STAGE_NAMES } from '../../dist/view/stages.js';
import { marksOf, pictureOf } from './pictures.mjs';

const SENTENCE = 'The cat sat on the mat because it was tired';
const end = (stage) => ({ stage, time: 1 });

const region = (scene, matrix) => scene.regions.find((each) => each.matrix === matrix);
const texts = (scene) => marksOf(scene).filter(({ kind }) => kind === 'text');

test('the words stand at both edges of the attention matrix, in its rows and columns', () => {
  const scene = drawComposition(pictureOf(SENTENCE, { moment: end('softmax') }));
  const box = region(scene, 'attention');
  const words = SENTENCE.split(' ');
  const left = texts(scene).filter(({ align, x }) => align === 'right' && x < box.x && x > box.x - 12);
  expect(left.map(({ text }) => text)).toEqual(words);
  left.forEach(({ y }, row) => expect(y).toBeCloseTo(box.y + ((row + 0.5) * box.height) / 10, 6));
  const top = texts(scene).filter(({ turn, y }) => turn === -55 && y < box.y && y > box.y - 14);
  expect(top.map(({ text }) => text)).toEqual(words);
  top.forEach(({ x }, column) => expect(x).toBeCloseTo(box.x + ((column + 0.5) * box.width) / 10, 6));
});

test('the numbers shown in a row of weights sum to 1, up to their rounding', () => {
  const scene = drawComposition(pictureOf('我 爱 北京', { moment: end('softmax'), width: 1200, height: 700 }));
  const box = region(scene, 'attention');
  const numbers = texts(scene).filter(
    ({ mono, x, y }) => mono && x > box.x && x < box.x + box.width && y < box.y + box.height && y > box.y,
  );
  expect(numbers).toHaveLength(9);
  for (let row = 0; row < 3; row++) {
    const sum = numbers.slice(row * 3, row * 3 + 3).reduce((total, { text }) => total + Number(text), 0);
    expect(Math.abs(sum - 1)).toBeLessThanOrEqual(0.015);
  }
});

test('masked cells are flat grey after the mask, and are not before', () => {
  const cells = (stage) => {
    const picture = pictureOf('a b c d', { moment: end(stage), causal: true });
    const { colors } = marksOf(drawComposition(picture)).find(
      ({ kind, rows, columns }) => kind === 'cells' && rows === 4 && columns === 4,
    );
    return colors;
  };
  const grey = [0x4a, 0x53, 0x69];
  for (const stage of ['mask', 'softmax', 'merge']) {
    expect([...cells(stage).slice(4, 7)]).toEqual(grey);
    expect([...cells(stage).slice(0, 3)]).not.toEqual(grey);
  }
  expect([...cells('scale').slice(4, 7)]).not.toEqual(grey);
});

test('a stage fills one row first, the one that asks, and then all', () => {
  const filled = (time) => {
    const picture = pictureOf('a b c d', { moment: { stage: 'score', time }, selection: { row: 2, cell: null } });
    const { colors } = marksOf(drawComposition(picture)).find(
      ({ kind, rows, columns }) => kind === 'cells' && rows === 4 && columns === 4,
    );
    return Array.from({ length: 16 }, (_, at) => (colors[at * 4 + 3] === 255 ? 1 : 0));
  };
  expect(filled(0.55)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0]);
  expect(filled(0.1)).toEqual(Array(16).fill(0));
  expect(filled(1)).toEqual(Array(16).fill(1));
});

test('the same run, selection and moment give the same scene', () => {
  const moment = { stage: 'mix', time: 0.37 };
  expect(drawComposition(pictureOf(SENTENCE, { moment }))).toEqual(drawComposition(pictureOf(SENTENCE, { moment })));
});

test('every point of a matrix finds its cell', () => {
  const scene = drawComposition(pictureOf(SENTENCE));
  for (const { matrix, x, y, width, height, rows, columns } of scene.regions) {
    const point = { x: x + (width * (columns - 0.5)) / columns, y: y + height / rows / 2 };
    expect(cellAt(scene, point)).toEqual({ matrix, row: 0, column: columns - 1 });
  }
  expect(cellAt(scene, { x: 1, y: 1 })).toBeNull();
  const [first] = scene.words;
  expect(wordAt(scene, { x: first.x + 1, y: first.y + 1 })).toBe(0);
});

test('any text, size and moment gives finite marks, and words inside the canvas', () => {
  const arbitrary = fc.record({
    words: fc.array(fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }), { minLength: 1, maxLength: 60 }),
    stage: fc.constantFrom(...STAGE_NAMES),
    time: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
    width: fc.integer({ min: 280, max: 2000 }),
    height: fc.integer({ min: 380, max: 1000 }),
    causal: fc.boolean(),
    scale: fc.boolean(),
  });
  fc.assert(
    fc.property(arbitrary, ({ words, stage, time, ...rest }) => {
      const text = `x ${words.join(' ')}`;
      const scene = drawComposition(pictureOf(text, { moment: { stage, time }, ...rest }));
      for (const mark of marksOf(scene)) {
        const numbers = Object.values(mark).filter((value) => typeof value === 'number');
        expect(numbers.every(Number.isFinite)).toBe(true);
      }
      for (const { x, width } of scene.words) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(rest.width);
      }
    }),
    { numRuns: 60 },
  );
});
