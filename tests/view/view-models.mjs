// View models for the tests: a run of the untrained model, at any moment and size.
import { createEngine } from 'attention-spotlight';
import { palettes } from '../../dist/view/marks/palette.js';
import { NO_ZOOM } from '../../dist/view/zoom.js';

const engine = await createEngine();
const model = engine.createUntrainedModel({ seed: 7 });

export function viewModelOf(
  text,
  { moment, selection, width = 1000, height = 560, head = 0, theme = 'dark', ...intervene } = {},
) {
  const run = model.run(text, { intervene });
  const layer = run.layer('encoder', 0);
  return {
    queryTokens: run.tokens.map((token) => token.text),
    keyTokens: run.tokens.map((token) => token.text),
    queryInput: layer.queryInput,
    keyInput: null,
    concat: layer.concat,
    output: layer.output,
    trace: layer.head(head),
    baseline: null,
    stepsKnown: true,
    head,
    numHeads: run.numHeads,
    scale: run.scale,
    moment: moment ?? { stage: 'output', progress: 1 },
    generatingRow: null,
    selection: selection ?? { row: 0, cell: null },
    width,
    height,
    zoom: NO_ZOOM,
    headGrid: () => ({ panels: gridPanels(layer.weights), across: 2 }),
    palette: palettes[theme],
    measure: (word, size) => Array.from(word).length * size * 0.6,
    cachedColors: (_owner, _key, compute) => compute(),
    nameOf: (matrix) => matrix,
  };
}

/** One panel per head, of weights [heads, queries, keys]. */
function gridPanels({ data, shape }) {
  const [heads, queries, keys] = shape;
  const size = queries * keys;
  return Array.from({ length: heads }, (_, head) => ({
    title: `head ${head}`,
    note: '',
    share: '',
    weights: { data: data.subarray(head * size, (head + 1) * size), shape: [queries, keys] },
    color: '#808080',
    head: { attention: 'encoder', layer: 0, head },
    selected: head === 0,
  }));
}

export const marksOf = (scene) => scene.layers.flatMap(({ marks }) => marks);
