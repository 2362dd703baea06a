// Makes view models (the data that a view draws) for the tests: a run of a model at any stage and size.
import { createEngine } from 'attention-spotlight';
import { stories } from 'attention-spotlight/stories';
import { initialState } from '../../web/element/state/properties.js';
import { buildViewModel } from '../../web/element/view-model/build-view-model.js';
import { allHeadsOf } from '../../web/element/source/all-heads.js';
import { ModelAttentionSource } from '../../web/element/source/model-attention-source.js';
import { originsOf } from '../../web/element/source/origins/origins.js';
import { palettes } from '../../web/view/marks/palette.js';
import { messagesIn } from './locales/texts.mjs';
import { NO_ZOOM } from '../../web/view/zoom.js';
import { VIEW_NAMES, viewOf } from '../../web/view/views/index.js';

export const engine = await createEngine();
export const models = {
  untrained: engine.createUntrainedModel({ seed: 7 }),
  default: await engine.loadModel(),
  stories: await engine.loadPretrained(stories),
};

export const marksWith = (scene, role) => marksOf(scene).filter((mark) => mark.role === role);

/** Loads the view that draws a state of the element. */
export async function drawnView(state, hasSteps = true) {
  const view = viewOf(state, hasSteps);
  return { ...view, ...(await view.load()) };
}

const views = [];
// Views are loaded one after another, since Jest can link only one import at a time.
for (const view of VIEW_NAMES) views.push(await drawnView({ view, matrices: false }));
export const viewNamed = (wanted) => views.find(({ name }) => name === wanted);

/**
 * Makes the attention source (the object that gives the numbers to show) that the element creates for a text and a
 * state.
 * @param {string} text
 * @param {any} [state]
 */
export function sourceOf(text, { model = 'untrained', ...state } = {}) {
  const whole = { ...initialState(), attention: 'encoder', layer: 0, head: 0, ...state, text };
  return new ModelAttentionSource(models[model], whole);
}

/**
 * Makes the view model (the data that a view draws) for a text and a state of the element.
 * @param {string} text
 * @param {any} [state]
 * @returns {any} a ViewModel that tests may change
 */
export function viewModelOf(
  text,
  { moment, selection, width = 1000, height = 560, theme = 'dark', baseline = null, transition = null, ...state } = {},
) {
  const source = sourceOf(text, state);
  const context = { hovered: null, theme, palette: palettes[theme], texts: messagesIn.en, headPanels: null };
  return {
    ...buildViewModel(source, { ...context, state: { ...initialState(), ...state, text } }),
    steps: source.steps && { ...source.steps, ...originsOf(source) },
    baseline,
    moment: moment ?? { stage: 'output', progress: 1 },
    generatingRow: null,
    selection: selection ?? { row: 0, cell: null },
    width,
    height,
    zoom: NO_ZOOM,
    headGrid: () => ({
      panels: gridPanels(allHeadsOf(source.layerWeights).layers[0]),
      across: 2,
      byLayer: true,
      comparison: null,
      hasMore: null,
    }),
    measure: (word, size) => Array.from(word).length * size * 0.6,
    cachedColors: (_owner, _key, compute) => compute(),
    transition,
    nameOf: (matrix) => matrix,
  };
}

/**
 * Panels of a grid of heads, one per head.
 * @param weights [heads, queries, keys]
 */
function gridPanels({ data, shape }) {
  const [heads, queries, keys] = shape;
  const size = queries * keys;
  return Array.from({ length: heads }, (_, head) => ({
    title: `head ${head}`,
    shortTitle: `${head}`,
    note: '',
    share: '',
    weights: { data: data.subarray(head * size, (head + 1) * size), shape: [queries, keys] },
    baseline: null,
    color: '#808080',
    head: { attention: 'encoder', layer: 0, head },
    selected: head === 0,
  }));
}

export const marksOf = (scene) => scene.layers.flatMap(({ marks }) => marks);
