// Table of views: every view has what the element requires, such as a label and a description of its canvas.
import { element as en } from '../../web/locales/en/element.js';
import { DEFAULT_VIEW, VIEW_NAMES } from '../../web/view/views/index.js';
import { marksOf, marksWith, viewModelOf, viewNamed } from './view-models.mjs';

const viewModel = viewModelOf('The cat sat on the mat', { moment: { stage: 'softmax', progress: 1 } });

test('every view has a label and a description of its canvas', () => {
  expect(Object.keys(en.views)).toEqual([...VIEW_NAMES]);
  expect(Object.keys(en.canvas)).toEqual([...VIEW_NAMES]);
  expect(VIEW_NAMES).toContain(DEFAULT_VIEW);
});

test.each(VIEW_NAMES)('the view %s has a viewport if it is zoomable, and panels if it is sortable', (name) => {
  const { draw, zoomable = false, sortable = false } = viewNamed(name);
  const scene = draw(viewModel);
  expect(scene.viewport !== null).toBe(zoomable);
  expect(scene.panels.length > 0).toBe(sortable);
});

test.each(VIEW_NAMES)('the view %s fills the canvas at its required height', (name) => {
  const { draw, requiredHeight } = viewNamed(name);
  const height = requiredHeight?.(viewModel) ?? viewModel.height;
  const scene = draw({ ...viewModel, height });
  expect([scene.width, scene.height]).toEqual([viewModel.width, height]);
  for (const panel of scene.panels) {
    expect(panel.x + panel.width).toBeLessThanOrEqual(scene.width);
    expect(panel.y + panel.height).toBeLessThanOrEqual(scene.height);
    expect(panel.height).toBeGreaterThan(40);
  }
});

test.each(['score', 'scale', 'mask'])('at the stage %s the largest score of a row has its strongest color', (stage) => {
  for (const theme of ['light', 'dark']) {
    const viewModel = viewModelOf('The cat sat on the mat because it was tired', {
      model: 'default',
      layer: 3,
      head: 0,
      theme,
      causal: stage === 'mask',
      moment: { stage, progress: 1 },
    });
    const { colors } = marksOf(viewNamed('matrix').draw(viewModel)).find(({ kind }) => kind === 'cells');
    const scores = viewModel.steps.trace.masked.data;
    const brightness = (at) => colors[4 * at] + colors[4 * at + 1] + colors[4 * at + 2];
    for (let row = 1; row < 10; row++) {
      const cells = Array.from({ length: 10 }, (_, key) => row * 10 + key).filter((at) => scores[at] > -Infinity);
      const byScore = cells.toSorted((a, b) => scores[b] - scores[a]);
      const strength = (at) => (theme === 'dark' ? brightness(at) : -brightness(at));
      expect(strength(byScore[0])).toBe(Math.max(...cells.map(strength)));
    }
  }
});

const pixelsOf = ({ colors, rows, columns }) =>
  Array.from({ length: rows * columns }, (_, at) => [...colors.subarray(4 * at, 4 * at + 4)]);

test.each(['score', 'scale', 'mask'])('scores that are all the same, or all masked, have a color (%s)', (stage) => {
  const viewModel = viewModelOf('a b c', { moment: { stage, progress: 1 } });
  for (const value of [0, -7, -Infinity, Infinity]) {
    for (const name of ['scores', 'scaled', 'masked']) viewModel.steps.trace[name].data.fill(value);
    for (const view of ['matrix', 'steps', 'ledger']) {
      const marks = marksOf(viewNamed(view).draw(viewModel));
      const colors = marks.flatMap(({ fill = '', stroke = '' }) => [fill, stroke]);
      expect(colors.filter((color) => /NaN|undefined/.test(color))).toEqual([]);
      if (view !== 'matrix') continue;
      const [first, ...others] = pixelsOf(marks.find(({ kind }) => kind === 'cells'));
      expect(first).not.toEqual([0, 0, 0, 255]); // NaN in an array of pixels.
      for (const other of others) expect(other).toEqual(first);
    }
  }
});

test.each(['matrix', 'steps'])('the weights of an ablated head, all 0, have no color scale (%s)', (name) => {
  const { draw } = viewNamed(name);
  const legendOf = (ablate) =>
    marksWith(draw(viewModelOf('a b c', { ablate, moment: { stage: 'softmax', progress: 1 } })), 'legend');
  expect(legendOf([])).toHaveLength(1);
  expect(legendOf([{ attention: 'encoder', layer: 0, head: 0 }])).toHaveLength(0);
});

test.each(['matrix', 'steps'])('weights have the scale 0 … 1, however flat their rows are (%s)', (name) => {
  const sceneAt = (temperature) =>
    viewNamed(name).draw(
      viewModelOf('The cat sat on the mat because it was tired', {
        model: 'default',
        layer: 3,
        head: 0,
        temperature,
        moment: { stage: 'softmax', progress: 1 },
      }),
    );
  for (const temperature of [1, 20]) {
    const ends = marksWith(sceneAt(temperature), 'legend-end');
    expect(ends.map(({ text }) => text)).toEqual(['0', '1.0']);
  }
});
