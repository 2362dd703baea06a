// The view 'ledger': each stage of attention adds a column, the numbers equal those of the head, and the weights fill
// one bar.
import { cellAt } from '../../web/view/scene.js';
import { marksOf, marksWith, viewModelOf, viewNamed } from './view-models.mjs';

const { draw } = viewNamed('ledger');
const TIRED = 'The cat sat on the mat because it was tired';
const query = { row: 7, cell: null };
const at = (stage, progress = 1, more = {}) =>
  viewModelOf(TIRED, {
    model: 'default',
    layer: 3,
    head: 0,
    width: 1000,
    height: 560,
    selection: query,
    moment: { stage, progress },
    ...more,
  });
const textsOf = (scene) => marksOf(scene).flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
const numbersOf = (scene) => marksWith(scene, 'number').flatMap(({ opacity, text }) => (opacity === 1 ? [text] : []));

test('each stage adds its column, in the order of the formula', () => {
  const headers = ['qᵢ × kᵢ', 'q · k', '÷ √24', 'eˣ ÷ Σ', '× v'];
  const shown = (stage) => textsOf(draw(at(stage))).filter((text) => headers.includes(text));
  expect(textsOf(draw(at('project'))).filter((text) => ['k', 'v'].includes(text))).toEqual(['k', 'v']);
  expect(shown('project')).toEqual([]);
  expect(shown('score')).toEqual(headers.slice(0, 2));
  expect(shown('scale')).toEqual(headers.slice(0, 3));
  expect(shown('mask')).toEqual(headers.slice(0, 3));
  expect(shown('softmax')).toEqual(headers.slice(0, 4));
  expect(shown('sum')).toEqual(headers);
});

test.each([560, 420])('with an intervention, the baseline is next to each changed number, %i px high', (height) => {
  const more = { height, temperature: 4, scope: 'head' };
  const plain = numbersOf(draw(at('softmax', 1, { height })));
  const scene = draw(at('softmax', 1, more));
  const baselines = marksWith(scene, 'baseline');
  expect(baselines).toHaveLength(20); // scaled scores and weights of ten keys; the unscaled scores do not change
  for (const before of baselines) {
    expect(plain).toContain(before.text.replace(' →', ''));
    const now = marksWith(scene, 'number').find(
      ({ x, y }) => x >= before.x && x - before.x < 50 && y - before.y < 25 && y >= before.y,
    );
    expect(now.x > before.x || now.y > before.y).toBe(true);
  }
});

test('the query vector is labeled q, above the headers of the keys, and the row of the sum has no legend', () => {
  const texts = (scene) => marksOf(scene).filter(({ kind }) => kind === 'text');
  for (const stage of ['project', 'score', 'sum']) {
    const scene = draw(at(stage));
    const find = (wanted) => texts(scene).find(({ text }) => text === wanted);
    const strips = marksWith(scene, 'vector');
    const query = strips.reduce((highest, each) => (each.y < highest.y ? each : highest));
    const q = find('q');
    expect(q.y).toBeCloseTo(query.y + query.height / 2, 3);
    expect(query.x - q.x).toBeGreaterThan(0);
    expect(query.x - q.x).toBeLessThan(20);
    expect(find(stage === 'project' ? 'k' : 'qᵢ × kᵢ').y).toBeGreaterThan(query.y + query.height);
    const lastKey = Math.max(...scene.regions.map(({ y, height }) => y + height));
    const legends = marksWith(scene, 'legend');
    expect(legends.length).toBeGreaterThan(0);
    for (const { y } of legends) expect(y).toBeLessThan(scene.regions[0].y);
    expect(lastKey).toBeGreaterThan(scene.regions[0].y);
  }
});

test('a sentence on two lines has as much space for arcs as the opening has', () => {
  const long = `${TIRED} and ${TIRED} and ${TIRED} again`;
  const { requiredHeight } = viewNamed('ledger');
  const viewModel = viewModelOf(long, {
    model: 'default',
    layer: 3,
    head: 0,
    width: 940,
    selection: { row: 28, cell: null },
  });
  const scene = draw({ ...viewModel, height: requiredHeight(viewModel) });
  const [first, second] = [...new Set(scene.tokens.map(({ y }) => y))];
  const [{ size }] = marksWith(scene, 'token');
  expect(second - first - scene.tokens[0].height).toBeGreaterThan(1.6 * size);
  const ys = marksWith(scene, 'arc').flatMap(({ from, curves }) => [
    from.y,
    ...curves.flatMap(({ c1, c2 }) => [c1.y, c2.y]),
  ]);
  expect(Math.min(...ys)).toBeGreaterThanOrEqual(0);
  for (const { y, height } of scene.tokens) expect(y + height).toBeLessThan(scene.regions[0].y);
});

test('the token that the query token attends to most is in view where the width does not suffice for all', () => {
  const tokens = textsOf(draw(at('output', 1, { width: 360, height: 300 })));
  expect(tokens).toContain('… cat');
  expect(tokens).not.toContain('tired …');
});

test('in cross-attention, the keys that are in view stay when the weights appear', () => {
  const keysAt = (stage) => {
    const more = { attention: 'cross', layer: 1, width: 360, height: 300, selection: { row: 2, cell: null } };
    return marksWith(draw(at(stage, 1, more)), 'token').map(({ text }) => text);
  };
  expect(keysAt('tokens').some((text) => text.includes('…'))).toBe(true);
  expect(keysAt('output')).toEqual(keysAt('tokens'));
});

test('the mask has a column if there is one', () => {
  expect(textsOf(draw(at('mask')))).not.toContain('+ M');
  const masked = draw(at('mask', 1, { causal: true }));
  expect(textsOf(masked)).toContain('+ M');
  expect(numbersOf(masked).filter((text) => text === '−∞')).toHaveLength(2);
});

test('scores and weights equal those of the head', () => {
  const viewModel = at('softmax');
  const numbers = numbersOf(draw(viewModel));
  const row = ({ data }) => [...data.subarray(70, 80)];
  const written = (value) => `${value < 0 ? '−' : ''}${Math.abs(value).toFixed(2)}`;
  for (const name of ['scores', 'scaled'])
    expect(numbers).toEqual(expect.arrayContaining(row(viewModel.steps.trace[name]).map(written)));
  const percentages = viewModel.percentsOf(row(viewModel.weights));
  expect(numbers.filter((text) => text.endsWith('%'))).toEqual([...percentages, '100%']);
});

test('the largest score has the longest bar, and the weights together fill one bar', () => {
  const viewModel = at('softmax');
  const scene = draw(viewModel);
  const scores = [...viewModel.steps.trace.scores.data.subarray(70, 80)].map(Math.abs);
  const widths = marksWith(scene, 'score-bar').map(({ width }) => width);
  expect(widths).toHaveLength(10);
  expect(widths.indexOf(Math.max(...widths))).toBe(scores.indexOf(Math.max(...scores)));
  expect(Math.min(...widths) / Math.max(...widths)).toBeCloseTo(Math.min(...scores) / Math.max(...scores), 4);
  const [total] = marksWith(scene, 'total');
  const parts = marksWith(scene, 'weight-bar');
  expect(parts).toHaveLength(10);
  expect(parts.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(total.width, 3);
});

test('the bars of the scores use the full width, whatever their signs', () => {
  for (const sign of [1, -1, 0]) {
    const viewModel = at('score');
    const scores = viewModel.steps.trace.scores.data.subarray(70, 80);
    scores.forEach((score, key) => (scores[key] = sign === 0 ? (key % 2 ? 4 : -2) : sign * (1 + Math.abs(score))));
    const bars = marksWith(draw(viewModel), 'score-bar');
    const left = Math.min(...bars.map(({ x }) => x));
    const right = Math.max(...bars.map(({ x, width }) => x + width));
    const longest = Math.max(...bars.map(({ width }) => width));
    expect((right - left) / longest).toBeCloseTo(sign === 0 ? 1.5 : 1, 3);
    const [number] = marksWith(draw(viewModel), 'number');
    expect(number.x - right).toBeGreaterThan(50); // the margin has space for the number
    expect(right - left).toBeGreaterThan(60);
  }
});

test('values slide together into their sum', () => {
  const strips = (progress) => marksWith(draw(at('sum', progress)), 'vector');
  const places = (progress) =>
    strips(progress)
      .slice(11)
      .map(({ y }) => y);
  const spread = (ys) => Math.max(...ys) - Math.min(...ys);
  expect(spread(places(0.8).slice(0, 10))).toBeLessThan(spread(places(0.62).slice(0, 10)) / 2);
  expect(places(1)).toHaveLength(11);
});

test('on a large screen everything grows, and no number leaves its column', () => {
  const textsAt = (width, height) =>
    marksOf(draw(at('softmax', 1, { width, height })))
      .filter(({ kind }) => kind === 'text')
      .filter(({ text }) => text !== '…');
  const number = (texts) => texts.find(({ text, mono }) => mono && text.endsWith('%'));
  expect(number(textsAt(940, 420)).size).toBe(13);
  const large = textsAt(1400, 700);
  expect(number(large).size).toBeGreaterThan(16);
  const labels = large.filter(({ text }) => TIRED.split(' ').includes(text) && !text.includes('·'));
  for (const { text, size } of labels) expect([text, size > 16]).toEqual([text, true]);
  const boxes = large
    .filter(({ mono }) => mono)
    .map(({ text, x, y, size, align }) => ({
      y,
      left: align === 'right' ? x - text.length * size * 0.6 : x,
      right: x,
    }));
  for (const one of boxes)
    for (const other of boxes)
      if (one.y === other.y && one.right < other.right) expect(other.left).toBeGreaterThan(one.right);
});

test('each row maps to the cell of its key', () => {
  const scene = draw(at('softmax'));
  scene.regions.forEach(({ x, y, width, height }, column) => {
    const point = { x: x + width / 2, y: y + height / 2 };
    expect(cellAt(scene, point)).toEqual({ matrix: 'attention', row: 7, column });
  });
});

test('on a phone only the column of the current stage is shown, with the numbers that it reads', () => {
  const headers = (stage) => textsOf(draw(at(stage, 1, { width: 360 }))).filter((text) => /[·∘÷×]/.test(text));
  expect(headers('score')).toEqual(['qᵢ × kᵢ', 'q · k']);
  expect(headers('scale')).toEqual(['q · k', '÷ √24']);
  expect(headers('softmax')).toEqual(['÷ √24', 'eˣ ÷ Σ']);
  expect(headers('sum')).toEqual(['× v', '·']);
});

test('the sum names its words in descending order of weight', () => {
  const words = (more) => textsOf(draw(at('sum', 1, more))).join(' ');
  expect(words()).toMatch(/output = 0\.\d\d · v\(cat\) \+ 0\.\d\d · v\(mat\) \+ …$/);
  const viewModel = at('sum');
  const [cat, mat] = [1, 5].map((key) => viewModel.weights.data[70 + key].toFixed(2));
  expect(words()).toContain(`${cat} · v(cat) + ${mat} · v(mat)`);
  expect(words({ ablate: [{ attention: 'encoder', layer: 3, head: 0 }] })).toMatch(/output = 0$/);
});

describe('the end: the ledger folds into its row of the matrix', () => {
  const cellsOf = (scene) => marksOf(scene).filter(({ kind, columns }) => kind === 'cells' && columns > 9);
  const regionOf = (scene, name) => scene.regions.find(({ matrix }) => matrix === name);

  test('the weights fly from their rows to their cells', () => {
    const flying = (progress) => marksWith(draw(at('output', progress)), 'weight');
    const spread = (marks) => Math.max(...marks.map(({ y }) => y)) - Math.min(...marks.map(({ y }) => y));
    const [first, later] = [0.05, 0.3].map(flying);
    expect(first).toHaveLength(10);
    expect(spread(later)).toBeLessThan(spread(first) / 4);
    expect(flying(0.36)).toEqual([]);
  });

  test('the other queries follow, then all heads and their product with W_O', () => {
    const alphas = (progress) => {
      const { colors, columns } = cellsOf(draw(at('output', progress))).find(({ rows, columns: n }) => rows === n);
      return Array.from({ length: columns }, (_, row) => colors[row * columns * 4 + 3]);
    };
    expect(alphas(0.36).map((alpha) => alpha > 200)).toEqual(Array.from({ length: 10 }, (_, row) => row === 7));
    expect(alphas(1).every((alpha) => alpha === 255)).toBe(true);
    expect(regionOf(draw(at('output', 0.5)), 'concat')).toBeUndefined();
    const scene = draw(at('output'));
    for (const name of ['concat', 'projected']) expect(regionOf(scene, name)).toMatchObject({ rows: 10, columns: 96 });
  });

  test('the result stays in place: the sum, and the sum in words', () => {
    const result = (stage, progress) => {
      const scene = draw(at(stage, progress));
      const words = marksOf(scene).filter(({ kind, text }) => kind === 'text' && /^(v\(|Σ$|.*output =)/.test(text));
      const lowest = marksWith(scene, 'vector').reduce((one, other) => (other.y > one.y ? other : one));
      return {
        words: words.map(({ text, x, y, opacity = 1 }) => ({ text, x, y, opacity })),
        strip: [lowest.x, lowest.y],
      };
    };
    const before = result('sum', 1);
    expect(before.words.map(({ text }) => text)).toEqual(expect.arrayContaining(['Σ', 'v(cat)', 'v(mat)']));
    for (const progress of [0.1, 0.3, 0.5, 1]) expect(result('output', progress)).toEqual(before);
  });

  test('the matrix is at least half as high as the canvas, and its cells can be hovered', () => {
    const scene = draw(at('output', 1, { width: 1200, height: 560 }));
    const { x, y, width, height } = regionOf(scene, 'attention');
    expect(height).toBeGreaterThanOrEqual(280);
    const point = { x: x + width * 0.15, y: y + height * 0.75 };
    expect(cellAt(scene, point)).toEqual({ matrix: 'attention', row: 7, column: 1 });
  });
});

test.each([
  [1000, 420],
  [1400, 900],
  [360, 400],
])('everything is on the canvas (%i × %i)', (width, height) => {
  for (const { x, y } of marksOf(draw(at('output', 1, { width, height })))) {
    if (x === undefined) continue;
    expect(x >= 0 && x <= width && y >= 0 && y <= height).toBe(true);
  }
});

test('external attention shows the weights', () => {
  const scene = draw({ ...at('softmax'), steps: null });
  expect(textsOf(scene)).toContain('eˣ ÷ Σ');
  expect(textsOf(scene)).not.toContain('q · k');
});
