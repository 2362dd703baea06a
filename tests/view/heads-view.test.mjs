// The view of all heads: alignment of the layers, orders of the heads, and comparison of two heads.
import fc from 'fast-check';
import { buildViewModel } from '../../web/element/view-model/build-view-model.js';
import { AllHeads } from '../../web/element/source/all-heads.js';
import { attentionRollout, meanOfHeads } from '../../web/engine/analysis/rollout.js';
import { headPanels } from '../../web/element/view-model/head-grid.js';
import { HEAD_ORDERS } from '../../web/view/head-order.js';
import { initialState } from '../../web/element/state/properties.js';
import { measureOf } from '../../web/element/source/head-measures.js';
import { messagesIn } from './locales/texts.mjs';
import { columnLabels, rowLabels } from '../../web/view/marks/axis-labels.js';
import { palettes } from '../../web/view/marks/palette.js';
import { marksOf, models, sourceOf, viewNamed } from './view-models.mjs';

const SENTENCE = 'The cat sat on the mat because it was tired';
const view = viewNamed('heads');

function viewModelOf(width, state = {}) {
  const whole = {
    ...initialState(),
    model: 'default',
    view: 'heads',
    attention: 'encoder',
    layer: 3,
    head: 0,
    ...state,
  };
  const source = sourceOf(SENTENCE, whole);
  const surface = {
    width,
    measure: (word, size) => Array.from(word).length * size * 0.6,
    cachedColors: (_o, _k, f) => f(),
  };
  const context = {
    state: whole,
    hovered: null,
    theme: 'dark',
    palette: palettes.dark,
    texts: messagesIn.en,
    headPanels,
  };
  const viewModel = { ...buildViewModel(source, context), ...surface };
  return { ...viewModel, height: view.requiredHeight(viewModel) };
}

test.each([320, 360, 480, 560, 640, 900, 1800])('at %d px the same heads of all layers are in one column', (width) => {
  for (const attention of ['encoder', 'cross']) {
    const viewModel = viewModelOf(width, { attention, layer: 0 });
    const { panels } = view.draw(viewModel);
    const { across } = viewModel.headGrid();
    expect(across).toBe(attention === 'cross' ? 5 : 6);
    panels.forEach(({ x, y }, index) => {
      expect(x).toBeCloseTo(panels[index % across].x, 6);
      if (index >= across) expect(y).toBeGreaterThan(panels[index - across].y);
      // Each layer's first panel is below all panels of the previous layers.
      if (index % across === 0) for (const before of panels.slice(0, index)) expect(before.y).toBeLessThan(y);
    });
  }
});

test('a title that has no room gives way to a short one, in every layer alike', () => {
  const titlesAt = (width) => {
    const viewModel = viewModelOf(width, { layer: 0, head: 3, ablate: [], compare: true });
    const titles = marksOf(view.draw(viewModel)).filter(({ kind, bold, x }) => kind === 'text' && bold && x > 0);
    return titles.map(({ text }) => text).filter((text) => /mean|roll/i.test(text));
  };
  expect(titlesAt(1200)).toEqual([1, 2, 3, 4].flatMap((layer) => [`Layer ${layer}, mean`, `Rollout 1–${layer}`]));
  expect(titlesAt(520)).toEqual(Array(4).fill(['Mean', 'Rollout']).flat());
});

test('where the height is given, as in a presentation, all heads are drawn within it', () => {
  const whole = viewModelOf(890);
  const { panels } = view.draw({ ...whole, height: 500 });
  expect(whole.height).toBeGreaterThan(500);
  for (const { y, height } of panels) expect(y + height).toBeLessThanOrEqual(500);
  expect(Math.min(...panels.map(({ height }) => height))).toBeGreaterThan(80);
});

test('measures of known weights are correct', () => {
  const even = { data: new Float32Array(16).fill(0.25), shape: [4, 4] };
  const previous = { data: Float32Array.from([1, 0, 0, 1, 0, 0, 0, 1, 0]), shape: [3, 3] };
  expect(measureOf('entropy', even)).toBeCloseTo(2, 6);
  expect(measureOf('distance', even)).toBeCloseTo((6 + 4 + 4 + 6) / 16, 6);
  expect(measureOf('first', even)).toBeCloseTo(0.25, 6);
  expect(measureOf('entropy', previous)).toBe(0);
  expect(measureOf('previous', previous)).toBe(1); // the first token has no previous token and does not count
  expect(measureOf('itself', previous)).toBeCloseTo(1 / 3, 6);
  expect(measureOf('next', previous)).toBe(0);
});

/**
 * Random attention weights [queries, keys] as integers, before the rows are normalized. A row of zeros is that of a
 * query whose keys are all masked.
 */
const weightsOf = (tokens) =>
  fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: tokens, maxLength: tokens }), {
    minLength: tokens,
    maxLength: tokens,
  });

test('a measure counts only the queries that it applies to', () => {
  const offsets = { previous: -1, itself: 0, next: 1 };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 }).chain(weightsOf), (rows) => {
      const sums = rows.map((row) => row.reduce((sum, each) => sum + each, 0));
      const shares = rows.map((row, query) => row.map((each) => each / (sums[query] || 1)));
      const weights = { data: Float32Array.from(shares.flat()), shape: [rows.length, rows.length] };
      const means = Object.entries({
        ...Object.fromEntries(
          Object.entries(offsets).map(([name, offset]) => [name, (row, query) => row[query + offset]]),
        ),
        first: ([first]) => first,
        entropy: (row) => row.reduce((sum, each) => sum - (each > 0 ? each * Math.log2(each) : 0), 0),
        distance: (row, query) => row.reduce((sum, each, key) => sum + each * Math.abs(key - query), 0),
      }).map(([name, of]) => {
        const counted = shares.flatMap((row, query) => (sums[query] > 0 ? [of(row, query)] : []));
        const values = counted.filter((value) => value !== undefined);
        return [name, values.length > 0 ? values.reduce((sum, each) => sum + each, 0) / values.length : null];
      });
      for (const [name, mean] of means) {
        if (mean === null) expect(measureOf(name, weights)).toBeNull();
        else expect(measureOf(name, weights)).toBeCloseTo(mean, 5);
      }
    }),
  );
});

test('a head that always attends to the previous or next token scores 100%', () => {
  for (let tokens = 2; tokens < 9; ++tokens) {
    for (const [name, offset] of [
      ['previous', -1],
      ['next', 1],
    ]) {
      const data = new Float32Array(tokens ** 2);
      for (let query = 0; query < tokens; ++query) {
        const key = query + offset >= 0 && query + offset < tokens ? query + offset : query;
        data[query * tokens + key] = 1;
      }
      expect(measureOf(name, { data, shape: [tokens, tokens] })).toBe(1);
    }
  }
  expect(measureOf('previous', { data: Float32Array.of(1), shape: [1, 1] })).toBeNull();
});

test('an ablated head has no measure', () => {
  const off = { attention: 'encoder', layer: 0, head: 3 };
  const { panels } = viewModelOf(1200, { sort: 'previous', ablate: [off] }).headGrid();
  const panel = panels.find(({ title }) => title === '1.4');
  expect(panel).toMatchObject({ note: 'switched off', share: '' });
  expect(panels.indexOf(panel)).toBe(15);
});

test.each(HEAD_ORDERS.filter((order) => order !== 'layer' && order !== 'role'))('heads sorted by %s', (sort) => {
  const { panels } = viewModelOf(1200, { sort }).headGrid();
  const heads = panels.filter(({ head }) => head);
  expect(heads).toHaveLength(16);
  const { heads: described } = models.default;
  const values = heads.map(({ head, weights }) => {
    if (sort !== 'worth') return measureOf(sort, weights);
    const { en, zh } = described.find((each) =>
      ['attention', 'layer', 'head'].every((name) => each[name] === head[name]),
    ).ablation;
    return (en + zh) / 2;
  });
  expect(values).toEqual([...values].sort((one, other) => other - one));
  expect(new Set(values).size).toBeGreaterThan(1);
  heads.forEach(({ share }) => expect(share).toMatch(/\d/));
  if (sort === 'previous') expect(heads[0].title).toBe('1.4'); // the first head is supervised for the pattern
});

test('a measure that does not apply to cross-attention leaves its heads in layer order', () => {
  const cross = { attention: 'cross', layer: 1, head: 0 };
  expect(viewModelOf(1200, { ...cross, sort: 'distance' }).headGrid().byLayer).toBe(true);
  expect(viewModelOf(1200, { ...cross, sort: 'entropy' }).headGrid().byLayer).toBe(false);
});

test.each([1200, 340])('the pinned head, the selected one and their difference are side by side at %d px', (width) => {
  const viewModel = viewModelOf(width, { pin: { attention: 'encoder', layer: 0, head: 3 } });
  const { panels, names } = viewModel.headGrid().comparison;
  expect(names).toEqual(['1.4', '4.1']);
  const scene = view.draw(viewModel);
  const [one, other, difference] = scene.regions;
  expect(new Set([one.y, other.y, difference.y]).size).toBe(1);
  expect(one.x + one.width).toBeLessThan(other.x);
  expect(other.x + other.width).toBeLessThan(difference.x);
  expect(difference.x + difference.width).toBeLessThanOrEqual(width);
  for (const panel of scene.panels) expect(panel.y).toBeGreaterThan(one.y + one.height);
  expect(marksOf(scene).some(({ text }) => text === '4.1 − 1.4')).toBe(true);
  // The panels of the comparison of two heads are not among the panels of the grid.
  expect(scene.panels).toHaveLength(24);
  const cell = { matrix: 'attention', row: 7, column: 1 };
  const texts = marksOf(view.draw({ ...viewModel, selection: { row: 7, cell } })).map(({ text }) => text);
  const at = 7 * 10 + 1;
  const change = panels[1].weights.data[at] - panels[0].weights.data[at];
  expect(texts).toContain(`+${change.toFixed(2)}`);
});

test('the selected head itself is compared with its baseline', () => {
  const pin = { attention: 'encoder', layer: 3, head: 0 };
  expect(viewModelOf(1200, { pin }).headGrid().comparison).toBeNull();
  const { panels, names } = viewModelOf(1200, { pin, temperature: 4 }).headGrid().comparison;
  expect(names).toEqual(['without', 'with your interventions']);
  const plain = viewModelOf(1200).weights.data;
  expect([...panels[0].weights.data]).toEqual([...plain]);
  expect([...panels[1].weights.data]).not.toEqual([...plain]);
});

test.each([
  ['of another attention type', { attention: 'cross', layer: 0, head: 0 }],
  ['that the model does not have', { attention: 'encoder', layer: 40, head: 0 }],
  ['that the layer does not have', { attention: 'encoder', layer: 0, head: 40 }],
])('a pinned head %s is not compared', (_, pin) => {
  expect(viewModelOf(1200, { pin }).headGrid().comparison).toBeNull();
});

/** Random causal attention weights whose rows sum to 1. */
function layersOf(count, heads, tokens) {
  return Array.from({ length: count }, (_, layer) => {
    const data = new Float32Array(heads * tokens * tokens);
    for (let row = 0; row < heads * tokens; ++row) {
      const own = row % tokens;
      const raw = Array.from({ length: own + 1 }, (_key, key) => 1 + ((7 * row + 3 * key + layer) % 5));
      const sum = raw.reduce((one, other) => one + other, 0);
      raw.forEach((value, key) => (data[row * tokens + key] = value / sum));
    }
    return { data, shape: [heads, tokens, tokens] };
  });
}

test('all heads computed in parts equal all heads computed at once', () => {
  const layers = layersOf(3, 2, 150);
  const all = new AllHeads({ layers: 3, weightsOf: (layer) => layers[layer], isSelfAttention: true });
  let parts = 1;
  while (!all.advance(1)) ++parts;
  expect(parts).toBeGreaterThan(6);
  attentionRollout(layers).forEach((rollout, layer) => expect(all.rollout(layer).data).toEqual(rollout.data));
  layers.forEach((weights, layer) => {
    expect(all.mean(layer).data).toEqual(meanOfHeads(weights).data);
    expect(all.head(layer, 1).data).toEqual(weights.data.subarray(150 * 150));
    expect(all.head(layer, 1)).toBe(all.head(layer, 1)); // the result is cached
  });
  expect(all.layers).toEqual(layers);
});

test('one frame computes all heads of a short text, but only some of a long one', () => {
  const layers = layersOf(4, 4, 512);
  const all = new AllHeads({ layers: 4, weightsOf: (layer) => layers[layer], isSelfAttention: true });
  let computed = 0;
  const count = () => [0, 1, 2, 3].filter((layer) => all.head(layer, 0)).length;
  for (let frame = 0; frame < 4; ++frame) {
    all.advance(2 ** 23);
    expect(count() - computed).toBeLessThanOrEqual(1); // at most one layer per frame
    computed = count();
  }
  expect(computed).toBeGreaterThan(1);
  expect(all.rollout(0)).toBeNull();
  const grid = viewModelOf(1000).headGrid();
  expect(grid.hasMore).toBeNull();
  expect(grid.panels.every(({ weights }) => weights)).toBe(true);
});

test('a partial grid is drawn again only when it has more panels', () => {
  const layers = layersOf(4, 4, 512);
  const weights = { layers: 4, weightsOf: (layer) => layers[layer], isSelfAttention: true };
  const source = sourceOf(SENTENCE, { model: 'default' });
  const props = { source, weights, compare: false, order: 'layer', pin: null, theme: 'dark', palette: palettes.dark };
  const gridNow = () => headPanels(messagesIn.en, props);
  const count = ({ panels }) => panels.filter((panel) => panel.weights).length;
  let [frames, drawn] = [0, 1];
  let grid = gridNow();
  for (; grid.hasMore; ++frames) {
    if (!grid.hasMore()) continue;
    const next = gridNow();
    if (next.hasMore) expect(count(next)).toBeGreaterThan(count(grid));
    grid = next;
    ++drawn;
  }
  expect(count(grid)).toBe(4 * 6);
  expect(frames).toBeGreaterThan(2 * drawn);
});

test('the error of a model that has no weights is thrown by every frame', async () => {
  const failure = Promise.reject(new RangeError('out of memory'));
  const all = new AllHeads({ layers: 1, weightsOf: () => failure, isSelfAttention: true });
  expect(all.advance(1)).toBe(false);
  await expect(failure).rejects.toThrow();
  for (let frame = 0; frame < 2; ++frame) expect(() => all.advance(1)).toThrow('out of memory');
});

test('tokens label every row of panels and the space below the selected panel, if legible', () => {
  for (const width of [360, 1000]) {
    const viewModel = viewModelOf(width);
    const scene = view.draw(viewModel);
    const texts = marksOf(scene).filter(({ kind }) => kind === 'text');
    const rows = new Set(scene.panels.map(({ y }) => y)).size;
    expect(texts.filter(({ turn }) => turn).length).toBeGreaterThanOrEqual(4 * (rows + 1));
    for (const token of ['tired', 'mat']) {
      const named = texts.filter(({ text }) => text === token);
      expect(named.filter(({ turn }) => !turn)).toHaveLength(rows);
      named.forEach(({ size, x }) => {
        expect(size).toBeGreaterThanOrEqual(11);
        expect(x).toBeGreaterThan(0);
      });
    }
  }
});

test('a selected cell labels its key below every panel', () => {
  const viewModel = viewModelOf(1000);
  const cell = { matrix: 'attention', row: 7, column: 1 };
  const scene = view.draw({ ...viewModel, selection: { row: 7, cell } });
  const keys = marksOf(scene).filter(({ turn, bold }) => turn && bold);
  expect(keys).toHaveLength(scene.panels.length);
  expect(new Set(keys.map(({ text }) => text))).toEqual(new Set(['cat']));
});

test.each([
  [1000, 0, 0],
  [1000, 7, 1],
  [340, 9, 9],
])('at %d px a selected cell shows its weight, and the frequency of the role stays visible', (width, row, column) => {
  const viewModel = viewModelOf(width);
  const cell = { matrix: 'attention', row, column };
  const plain = view.draw(viewModel);
  const scene = view.draw({ ...viewModel, selection: { row, cell } });
  const texts = marksOf(scene).filter(({ kind }) => kind === 'text');
  viewModel.headGrid().panels.forEach(({ share, weights }, index) => {
    const { x, y, width: wide } = scene.panels[index];
    const cells = scene.regions[index];
    const isInHeader = (mark) => mark.y < cells.y && mark.y >= y && mark.x >= x && mark.x <= x + wide + 1;
    const header = (marks) => marks.filter((mark) => mark.kind === 'text' && isInHeader(mark));
    expect(header(texts)).toEqual(header(marksOf(plain)));
    if (share !== '') expect(header(texts)).toContainEqual(expect.objectContaining({ text: share, bold: false }));
    const [across, down] = [cells.width / 10, cells.height / 10];
    const weight = texts.filter(
      (mark) =>
        mark.halo &&
        mark.text === viewModel.percentsOf(weights.data.subarray(10 * row, 10 * row + 10))[column] &&
        mark.x > x &&
        mark.x < x + wide,
    );
    const own = weight.filter((mark) => mark.y > cells.y && mark.y < cells.y + cells.height + down);
    expect(own).toHaveLength(1);
    expect(Math.abs(own[0].y - (cells.y + (row + 0.5) * down))).toBeLessThan(down / 2 + 14);
    expect(Math.abs(own[0].x - (cells.x + (column + 0.5) * across))).toBeLessThan(across / 2 + 16);
  });
});

test('a label at the size at which it fits is not truncated, whatever the font rounds', () => {
  // Measure of a text's width in which, as in some fonts, every letter is rounded up to whole pixels.
  const measure = (text, size) => Array.from(text).length * Math.ceil(size * 0.55);
  const keyTokens = ['I', 'love', 'Beijing'];
  const viewModel = { ...viewModelOf(1000), keyTokens, measure };
  const textsOf = (marks) => marks.map(({ text }) => text);
  for (let room = 50; room < 90; room += 0.7) {
    const box = { x: 100, y: 100, width: 90, height: 90 };
    expect(textsOf(rowLabels(viewModel, keyTokens, 2, box, room, 1))).toEqual(keyTokens);
    expect(textsOf(columnLabels(viewModel, box, room, 1))).toEqual(keyTokens);
  }
});

test.each([
  [346, 460],
  [525, 560],
  [1000, 720],
])('at %d px, thumbnails of every head that is compared are at most %d px high together', (width, most) => {
  const viewModel = viewModelOf(width, { compare: true, layer: 0, head: 3 });
  expect(viewModel.height).toBeLessThanOrEqual(most);
  const { panels } = view.draw(viewModel);
  for (const { width: wide, height } of panels) {
    expect(wide).toBeGreaterThanOrEqual(36);
    expect(height).toBeGreaterThan(36);
  }
});

test('the colors of changes reach to the largest change of a head that is still on', () => {
  const off = { attention: 'encoder', layer: 0, head: 3 };
  const viewModel = viewModelOf(1000, { compare: true, ...off, ablate: [off] });
  const { panels } = viewModel.headGrid();
  const changeOf = ({ weights, baseline }) =>
    Math.max(...weights.data.map((weight, index) => Math.abs(weight - baseline.data[index])));
  const largest = Math.max(...panels.filter(({ head, isOff }) => head && !isOff).map(changeOf));
  expect(largest).toBeGreaterThan(0.1);
  expect(largest).toBeLessThan(0.9); // the weights of the head that is off change by 1
  const texts = marksOf(view.draw(viewModel)).map(({ text }) => text);
  expect(texts).toContain(`+${largest.toFixed(1)}`);
});
