// What the registry of views promises to the element.
import { en } from '../../dist/messages/en.js';
import { DEFAULT_VIEW, VIEW_NAMES, viewNamed } from '../../dist/view/views/index.js';
import { viewModelOf } from './view-models.mjs';

const viewModel = viewModelOf('The cat sat on the mat', { moment: { stage: 'softmax', progress: 1 } });

test('every view has a label and a description of its canvas', () => {
  expect(Object.keys(en.views)).toEqual([...VIEW_NAMES]);
  expect(Object.keys(en.canvas)).toEqual([...VIEW_NAMES]);
  expect(VIEW_NAMES).toContain(DEFAULT_VIEW);
});

test.each(VIEW_NAMES)('the view %s has a viewport if it is zoomable, and panels if it is sortable', (name) => {
  const { draw, zoomable, sortable } = viewNamed(name);
  const scene = draw(viewModel);
  expect(scene.viewport !== null).toBe(zoomable);
  expect(scene.panels.length > 0).toBe(sortable);
});

test.each(VIEW_NAMES)('the view %s fills the canvas, at the height that it requires', (name) => {
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
