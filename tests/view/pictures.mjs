// Pictures for the tests of the view: a run of the untrained model, at any moment and size.
import { createEngine } from 'attention-spotlight';
import { palettes } from '../../dist/view/palette.js';

const engine = await createEngine();
const model = engine.createUntrainedModel({ seed: 7 });

export function pictureOf(
  text,
  { moment, selection, width = 1000, height = 560, head = 0, theme = 'dark', ...intervene } = {},
) {
  const run = model.run(text, { intervene });
  const layer = run.layer('self', 0);
  return {
    queryWords: run.tokens.map((token) => token.text),
    keyWords: run.tokens.map((token) => token.text),
    queryInput: layer.queryInput,
    keyInput: null,
    merged: layer.merged,
    output: layer.output,
    trace: layer.head(head),
    untouched: null,
    stepsKnown: true,
    head,
    numHeads: run.numHeads,
    scale: run.scale,
    moment: moment ?? { stage: 'merge', time: 1 },
    writing: null,
    selection: selection ?? { row: 0, cell: null },
    width,
    height,
    palette: palettes[theme],
    measure: (word, size) => Array.from(word).length * size * 0.6,
    nameOf: (matrix) => matrix,
  };
}

export const marksOf = (scene) => scene.layers.flatMap(({ marks }) => marks);
