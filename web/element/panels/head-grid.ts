// The panels of the view 'heads': every head, the mean of each layer, and the rollout.
import { headColor, type Palette } from '../../view/marks/palette.js';
import type { AllHeads } from '../model/attention-source.js';
import type { HeadDescription } from '../../engine/model/model-config.js';
import type { HeadGrid, Panel } from '../../view/view-model.js';
import type { HeadOrder } from '../../view/head-order.js';
import type { HeadRef } from '../../engine/model/run.js';
import type { Messages } from '../../messages/index.js';
import type { Tensor } from '../../engine/core/tensor.js';

/** The weights of one head, [queries, keys], out of those of all heads, [heads, queries, keys]. */
function weightsOf({ data, shape }: Tensor, head: number): Tensor {
  const [, queries, keys] = shape as [number, number, number];
  const size = queries * keys;
  return { data: data.subarray(head * size, (head + 1) * size), shape: [queries, keys] };
}

/** The role of a head, or where most of its weight goes and how much of it. */
function noteOf(texts: Messages, description: HeadDescription | null): Pick<Panel, 'note' | 'share'> {
  if (!description) return { note: '', share: '' };
  const { role, measures } = description;
  if (role) return { note: texts.roles[role].name, share: '' };
  const [most] = [...measures].sort((a, b) => b.score - a.score);
  if (!most) return { note: '', share: '' };
  return { note: texts.measures[most.measure].what, share: texts.percent(most.score, 0) };
}

/** Supervised heads come first, then heads with the same strongest measure together, by score. */
function rank(description: HeadDescription | null): [number, string, number] {
  if (!description) return [2, '', 0];
  if (description.role) return [0, description.role, 0];
  const [most] = [...description.measures].sort((a, b) => b.score - a.score);
  return [1, most?.measure ?? '', -(most?.score ?? 0)];
}

function byRank(one: [number, string, number], other: [number, string, number]): number {
  return one[0] - other[0] || one[1].localeCompare(other[1]) || one[2] - other[2];
}

export function headPanels(
  texts: Messages,
  { layers, means, rollout }: AllHeads,
  selected: HeadRef,
  describe: (head: HeadRef) => HeadDescription | null,
  order: HeadOrder,
  theme: 'light' | 'dark',
  palette: Palette,
): HeadGrid {
  const { attention } = selected;
  const numHeads = layers[0]!.shape[0]!;
  const single = (layer: number, head: number): Panel => {
    const headRef = { attention, layer, head };
    return {
      title: texts.headName(layer, head),
      ...noteOf(texts, describe(headRef)),
      weights: weightsOf(layers[layer]!, head),
      color: headColor(head, numHeads, theme),
      selected: layer === selected.layer && head === selected.head,
      head: headRef,
    };
  };
  const aggregate = (title: string, note: string, weights: Tensor): Panel => ({
    ...{ title, note, share: '', weights },
    color: palette.line,
    selected: false,
    head: null,
  });
  const heads = layers.map((_, layer) => Array.from({ length: numHeads }, (_head, head) => single(layer, head)));
  const aggregates = layers.map((_, layer) => [
    aggregate(texts.meanName(layer), texts.meanNote, means[layer]!),
    ...(rollout ? [aggregate(texts.rolloutName(layer), texts.rolloutNote(layer), rollout[layer]!)] : []),
  ]);
  const across = numHeads + aggregates[0]!.length;
  if (order === 'layer')
    return { panels: heads.flatMap((ofLayer, layer) => [...ofLayer, ...aggregates[layer]!]), across };
  const ranked = heads
    .flat()
    .map((panel) => ({ panel, rank: rank(panel.head && describe(panel.head)) }))
    .sort((one, other) => byRank(one.rank, other.rank))
    .map(({ panel }) => panel);
  return { panels: [...ranked, ...aggregates.flat()], across };
}
