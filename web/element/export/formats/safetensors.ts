// Export of tensors as a safetensors file, which Python reads with safetensors.numpy.load_file: every step of one head,
// or the weights of all heads.
import { safetensorsHeader } from '../../../engine/weights/write-safetensors.js';
import { factsOf, type ModelFacts } from '../model-facts.js';
import { tensorsOf } from './head-tensors.js';
import { always, COUNTING_NOTE, type ExportFormat, type ExportJob } from './format.js';
import type { Snapshot } from '../snapshot.js';
import type { Tensor } from '../../../engine/core/tensor.js';

/** Stacks the layers' attention weights into one tensor [layers, heads, queries, keys]. */
export function stacked(layers: readonly Tensor[]): Tensor {
  const { shape, data } = layers[0]!;
  const all = new Float32Array(layers.length * data.length);
  layers.forEach((layer, index) => all.set(layer.data, index * data.length));
  return { data: all, shape: [layers.length, ...shape] };
}

function exportedTensors(
  { viewModel: { steps, weights }, allHeads }: Snapshot,
  { heads }: ExportJob,
): [string, Tensor][] {
  if (heads === 'all' && allHeads) return [['weights', stacked(allHeads)]];
  return steps ? Object.entries(tensorsOf(steps)) : [['weights', weights]];
}

function safetensorsOf(snapshot: Snapshot, job: ExportJob, model: ModelFacts | null): Blob {
  const { viewModel, title, state, interventions } = snapshot;
  const { attention, layer, head } = state;
  const captions = job.heads === 'all' ? snapshot.captionsOfAll : snapshot.captions;
  const tensors = exportedTensors(snapshot, job);
  const header = safetensorsHeader(tensors, {
    about: COUNTING_NOTE,
    ...(model && { model: typeof model === 'string' ? model : JSON.stringify(model) }),
    text: title,
    captions: captions.join('\n'),
    attention,
    interventions: JSON.stringify(interventions),
    ...(job.heads === 'all' ? {} : { layer: String(layer), head: String(head) }),
    query_tokens: JSON.stringify(viewModel.queryTokens),
    key_tokens: JSON.stringify(viewModel.keyTokens),
  });
  // The data are copied, because a Blob does not accept the engine's shared memory.
  return new Blob([header, ...tensors.map(([, { data }]) => Float32Array.from(data))]);
}

export const safetensors = {
  name: 'safetensors',
  isSupported: always,
  export: async (snapshot, job) => {
    const model = snapshot.model && (await factsOf(snapshot.model, job));
    return { extension: 'safetensors', file: safetensorsOf(snapshot, job, model) };
  },
} as const satisfies ExportFormat;
