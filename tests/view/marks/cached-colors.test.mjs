// Colors of heat maps, which are cached between frames: after any change of state, they equal newly computed ones.
import { ColorCache } from '../../../web/element/render/color-cache.js';
import { drawnView, marksOf, viewModelOf, viewNamed } from '../view-models.mjs';

const TEXT = { untrained: 'the cat sat on the mat', stories: 'Once upon a time there was a cat' };
const STAGES = ['embed', 'project', 'rotate', 'score', 'scale', 'mask', 'softmax', 'sum', 'output'];
const VALUES = {
  stage: STAGES,
  progress: [0.4, 0.7, 1],
  row: [2, 4],
  theme: ['dark', 'light'],
  isCompared: [false, true],
};
const STATES = STAGES.flatMap((stage) =>
  VALUES.progress.map((progress) => ({ stage, progress, row: 2, theme: 'dark', isCompared: false })),
);

/**
 * States that differ from a given state in a single property, one for each property, which has the next of its values.
 */
const neighborsOf = (state) =>
  Object.keys(VALUES).map((name) => {
    const values = VALUES[name];
    return { ...state, [name]: values[(values.indexOf(state[name]) + 1) % values.length] };
  });

const colorsIn = (scene) =>
  marksOf(scene)
    .filter(({ kind }) => kind === 'cells')
    .map(({ colors }) => Buffer.from(colors).toString('base64'));

const matrices = await drawnView({ view: 'steps', matrices: true });

describe.each(Object.keys(TEXT))('model %s', (model) => {
  const attention = model === 'stories' ? 'decoder' : 'encoder';
  const shown = viewModelOf(TEXT[model], { model, attention });
  const baseline = { ...shown.weights, data: shown.weights.data.map((weight) => weight / 2) };
  const themes = Object.fromEntries(
    VALUES.theme.map((theme) => [theme, viewModelOf(TEXT[model], { model, attention, theme }).palette]),
  );
  const viewModelAt = ({ stage, progress, row, theme, isCompared }, cachedColors) => ({
    ...shown,
    moment: { stage, progress },
    selection: { row, cell: null },
    palette: themes[theme],
    baseline: isCompared ? baseline : null,
    cachedColors,
  });

  test.each([viewNamed('steps'), viewNamed('ledger'), viewNamed('matrix'), { ...matrices, name: 'matrices' }])(
    'view $name',
    ({ draw }) => {
      for (const before of STATES) {
        for (const after of neighborsOf(before)) {
          const { get } = new ColorCache();
          draw(viewModelAt(before, get));
          const cached = colorsIn(draw(viewModelAt(after, get)));
          const computed = colorsIn(draw(viewModelAt(after, (_owner, _key, compute) => compute())));
          expect({ before, after, colors: cached }).toEqual({ before, after, colors: computed });
        }
      }
    },
  );
});
