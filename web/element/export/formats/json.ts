// The export format 'json': all numbers of a head's computation, and its inputs.
import { always, COUNTING_NOTE, textFile, type ExportFormat } from './format.js';
import { factsOf, type ModelFacts } from '../model-facts.js';
import { factorOf } from '../../../view/scaling.js';
import { rowsOf } from './rows.js';
import { tensorsOf } from './head-tensors.js';
import type { Snapshot } from '../snapshot.js';
import type { Tensor } from '../../../engine/core/tensor.js';

const ABOUT = `Rows are queries, columns are keys; null in "masked" is minus infinity. ${COUNTING_NOTE}`;
const ABOUT_EXTERNAL = `Rows are queries, columns are keys. The weights were computed elsewhere. ${COUNTING_NOTE}`;

function jsonOf({ viewModel, state, title, captions, interventions }: Snapshot, model: ModelFacts | null): string {
  const { attention, layer, head, scope } = state;
  const { queryTokens, keyTokens, weights, steps } = viewModel;
  const matrices = (tensors: Readonly<Record<string, Tensor>>) =>
    Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [name, rowsOf(tensor)]));
  const content = steps
    ? {
        about: ABOUT,
        model,
        text: title,
        attention,
        layer,
        head,
        interventions,
        queryIndex: viewModel.selection.row,
        captions,
        queryTokens,
        keyTokens,
        scope,
        ...steps.scaling,
        scale: factorOf(steps.scaling),
        isAblated: steps.isAblated,
        ...matrices(tensorsOf(steps)),
      }
    : { about: ABOUT_EXTERNAL, layer, head, captions, queryTokens, keyTokens, ...matrices({ weights }) };
  return JSON.stringify(content, null, 1);
}

/** The attention weights of all heads, by layer and head, as JSON. */
function jsonOfAll(
  { viewModel, state, title, captionsOfAll, interventions }: Snapshot,
  layers: readonly Tensor[],
  model: ModelFacts | null,
): string {
  const { queryTokens, keyTokens, steps } = viewModel;
  const headsOf = ({ data, shape: [heads, queries, keys] }: Tensor) =>
    Array.from({ length: heads! }, (_, head) => {
      const size = queries! * keys!;
      return rowsOf({ data: data.subarray(head * size, (head + 1) * size), shape: [queries!, keys!] });
    });
  const { attention } = state;
  const about = steps ? { about: ABOUT, model, text: title, attention, interventions } : { about: ABOUT_EXTERNAL };
  return JSON.stringify(
    { ...about, captions: captionsOfAll, queryTokens, keyTokens, weights: layers.map(headsOf) },
    null,
    1,
  );
}

export const json = {
  name: 'json',
  isSupported: always,
  export: async (snapshot, job) => {
    const { allHeads } = snapshot;
    const model = snapshot.model && (await factsOf(snapshot.model, job));
    const content = job.heads === 'all' && allHeads ? jsonOfAll(snapshot, allHeads, model) : jsonOf(snapshot, model);
    return textFile('json', 'application/json', content);
  },
} as const satisfies ExportFormat;
