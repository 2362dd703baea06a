// The view 'sentence': arcs between tokens show weights and never run behind a token, and no token moves when the query
// changes.
import fc from 'fast-check';
import { marksWith, viewModelOf, viewNamed } from './view-models.mjs';

const { draw, requiredHeight } = viewNamed('sentence');
const TIRED = { en: 'The cat sat on the mat because it was tired', zh: '猫坐在垫子上，因为它累了' };
const PRONOUNS = { model: 'default', layer: 3, head: 0 };

const sized = (viewModel) => ({ ...viewModel, height: requiredHeight(viewModel) });
const sceneOf = (viewModel) => draw(sized(viewModel));
const percentages = (scene) => marksWith(scene, 'weight');
const words = (scene) => marksWith(scene, 'token');

/** Random view models of the view: tokens with random weights, at any width. */
const viewModels = fc
  .record({
    queries: fc.array(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 60 }),
    keys: fc.option(fc.array(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 30 })),
    width: fc.integer({ min: 280, max: 1500 }),
    row: fc.nat(59),
    seed: fc.nat(1000),
  })
  .map(({ queries, keys, width, row, seed }) => {
    const size = queries.length * (keys ?? queries).length;
    const data = Float32Array.from({ length: size }, (_, index) => ((index * 7919 + seed * 104_729) % 100) / 100);
    return sized({
      ...viewModelOf('a', { width, selection: { row: row % queries.length, cell: null } }),
      queryTokens: queries,
      keyTokens: keys ?? queries,
      isCross: keys !== null,
      weights: { data, shape: [queries.length, (keys ?? queries).length] },
      steps: null,
    });
  });

const pointAt = (from, { c1, c2, to }, t) => {
  const of = (name) =>
    (1 - t) ** 3 * from[name] + 3 * (1 - t) ** 2 * t * c1[name] + 3 * (1 - t) * t ** 2 * c2[name] + t ** 3 * to[name];
  return { x: of('x'), y: of('y') };
};

const pointsOf = ({ from, curves }) =>
  curves.flatMap((curve, index) => {
    const start = index === 0 ? from : curves[index - 1].to;
    return Array.from({ length: 21 }, (_, step) => pointAt(start, curve, step / 20));
  });

const isInside = ({ x, y }, box) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;

test('no arc runs behind a token or leaves the canvas', () => {
  fc.assert(
    fc.property(viewModels, (viewModel) => {
      const scene = draw(viewModel);
      const texts = words(scene).map(({ text, x, y, size }) => {
        const width = viewModel.measure(text, size);
        return { x: x - width / 2, y: y - 0.5 * size, width, height: size };
      });
      const points = marksWith(scene, 'arc').flatMap(pointsOf);
      const isOnCanvas = ({ x, y }) => x >= 0 && x <= scene.width && y >= 0 && y <= scene.height;
      expect(points.filter((point) => !isOnCanvas(point))).toEqual([]);
      expect(points.filter((point) => texts.some((box) => isInside(point, box)))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('a token moved down with a punctuation mark leaves room for arcs in the margin', () => {
  const tokens = [' ', '      ', '!          ', ' '];
  const viewModel = sized({
    ...viewModelOf('a', { width: 280, selection: { row: 0, cell: null } }),
    queryTokens: tokens,
    keyTokens: tokens,
    steps: null,
    weights: { data: new Float32Array(16).fill(0.25), shape: [4, 4] },
  });
  for (const { x, text, size } of words(draw(viewModel))) {
    expect(x - viewModel.measure(text, size) / 2).toBeGreaterThanOrEqual(12);
  }
});

test.each(['steps', 'ledger'])('no arc runs behind a token of the sentence above the view %s', (name) => {
  for (let width = 300; width <= 1000; width += 70) {
    for (const attention of ['encoder', 'cross']) {
      for (let row = 0; row < 10; row++) {
        const viewModel = viewModelOf(TIRED.en, {
          model: 'default',
          attention,
          layer: attention === 'cross' ? 1 : 3,
          head: 1,
          width,
          selection: { row, cell: null },
        });
        const scene = viewNamed(name).draw(viewModel);
        const arcs = marksWith(scene, 'arc');
        expect(arcs.length).toBeGreaterThan(0);
        const chips = marksWith(scene, 'token-box');
        const points = arcs.flatMap(pointsOf);
        expect(points.filter((point) => chips.some((box) => isInside(point, box)))).toEqual([]);
      }
    }
  }
});

test('every token is on the canvas, and none overlaps another', () => {
  fc.assert(
    fc.property(viewModels, (viewModel) => {
      const scene = draw(viewModel);
      expect(scene.tokens.map(({ token }) => token)).toEqual(viewModel.queryTokens.map((_, token) => token));
      for (const [index, { x, y, width, height }] of scene.tokens.entries()) {
        expect(x >= 0 && y >= 0 && x + width <= scene.width && y + height <= scene.height).toBe(true);
        const next = scene.tokens[index + 1];
        if (next) expect(next.x >= x + width || next.y >= y + height).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
});

test.each(['sentence', 'steps'])('bold letters stay inside of their token (%s)', (name) => {
  const text = 'Internationalization neurosurgeon because counterrevolutionaries';
  const measure = (word, size, bold = false) => Array.from(word).length * size * (bold ? 0.66 : 0.55);
  for (const row of [0, 1, 3]) {
    const viewModel = { ...viewModelOf(text, { ...PRONOUNS, width: 1200, selection: { row, cell: null } }), measure };
    const scene = viewNamed(name).draw(name === 'sentence' ? sized(viewModel) : viewModel);
    const bold = words(scene).filter((mark) => mark.bold);
    expect(bold.length).toBeGreaterThan(0);
    for (const mark of bold) {
      const half = measure(mark.text, mark.size, true) / 2;
      const box = scene.tokens.find(({ x, y, width, height }) => isInside(mark, { x, y, width, height }));
      expect(mark.x - half).toBeGreaterThanOrEqual(box.x);
      expect(mark.x + half).toBeLessThanOrEqual(box.x + box.width);
    }
  }
});

test('nothing moves when another token becomes the query', () => {
  fc.assert(
    fc.property(viewModels, fc.nat(59), (viewModel, row) => {
      const selection = { row: row % viewModel.queryTokens.length, cell: null };
      expect(draw({ ...viewModel, selection }).tokens).toEqual(draw(viewModel).tokens);
    }),
    { numRuns: 20 },
  );
});

test.each(Object.entries(TIRED))('the opening sentence is large on a desktop (%s)', (_, text) => {
  const scene = sceneOf(viewModelOf(text, { ...PRONOUNS, width: 1200 }));
  const sizes = words(scene).map(({ size }) => size);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(36);
  expect(scene.height).toBeLessThanOrEqual(340);
});

test('no line begins with a comma or a full stop', () => {
  for (let width = 280; width < 900; width += 20) {
    const viewModel = viewModelOf('猫坐在垫子上，因为它累了。我爱北京，她也爱北京。', { width });
    const { tokens } = sceneOf(viewModel);
    const first = tokens.filter(({ y }, index) => index === 0 || y > tokens[index - 1].y);
    expect(first.filter(({ token }) => '，。'.includes(viewModel.queryTokens[token]))).toEqual([]);
  }
});

test('an arc is as wide and opaque as its weight, and the largest weights are labeled', () => {
  const viewModel = viewModelOf(TIRED.en, { ...PRONOUNS, width: 1200, selection: { row: 7, cell: null } });
  const scene = sceneOf(viewModel);
  const row = [...viewModel.weights.data.subarray(70, 80)];
  const strong = row.filter((weight) => weight >= 0.01).sort((a, b) => a - b);
  const arcs = marksWith(scene, 'arc');
  expect(arcs).toHaveLength(strong.length);
  arcs.forEach(({ lineWidth, opacity }, index) => {
    expect((lineWidth - 1.2) / (0.27 * 44)).toBeCloseTo(strong[index], 4);
    expect((opacity - 0.25) / 0.7).toBeCloseTo(strong[index], 4);
  });
  const written = percentages(scene);
  const [second, first] = strong.slice(-2).map((weight) => `${Math.round(100 * weight)}%`);
  expect(written.map(({ text }) => text)).toEqual([first, second]);
  const [cat] = words(scene).filter(({ bold, fill }) => bold && fill === viewModel.palette.key);
  expect(cat.text).toBe('cat');
  expect(written[0].x).toBeCloseTo(cat.x, 5);
});

test('if all weights are small, the largest is labeled; a row without weights shows none', () => {
  const even = (weight) => ({
    ...viewModelOf('one two three four five six', { width: 900 }),
    weights: { data: new Float32Array(36).fill(weight), shape: [6, 6] },
  });
  expect(percentages(sceneOf(even(0.04)))).toHaveLength(1);
  expect(percentages(sceneOf(even(0)))).toEqual([]);
  expect(marksWith(sceneOf(even(0)), 'arc')).toEqual([]);
});

test('arcs grow from the query token, and swing from the previous weights', () => {
  const at = (transition) =>
    sceneOf(viewModelOf(TIRED.en, { ...PRONOUNS, width: 1200, selection: { row: 7, cell: null }, transition }));
  const end = at(null);
  const ends = (scene) => marksWith(scene, 'arc').map(({ curves }) => curves.at(-1).to);
  const begun = at({ share: 0, from: null });
  marksWith(begun, 'arc').forEach(({ from, curves }) => expect(curves.at(-1).to).toEqual(from));
  expect(ends(at({ share: 1, from: null }))).toEqual(ends(end));
  // After a change of the query, the arc to “mat” is still there and becomes thinner, while the arc to “cat” grows.
  const from = new Array(10).fill(0).with(5, 0.9);
  const swinging = marksWith(at({ share: 0.2, from }), 'arc');
  const mat = swinging.find(({ curves }) => ends(end).some(({ x }) => x === curves.at(-1).to.x));
  expect(mat.lineWidth).toBeGreaterThan(marksWith(end, 'arc')[0].lineWidth);
  expect(ends(at({ share: 1, from }))).toEqual(ends(end));
});
