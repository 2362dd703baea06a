// The small pictures of the view 'heads': every head, the mean of each layer, and what comes through all layers.
import { headColor, type Palette } from '../view/palette.js';
import type { AllHeads } from './looking.js';
import type { HeadDescription } from '../engine/model-config.js';
import type { HeadOrder } from '../view/views.js';
import type { HeadPlace } from './head-place.js';
import type { Messages } from '../messages/index.js';
import type { Panel } from '../view/heads-view.js';
import type { Tensor } from '../engine/tensor.js';

/** A panel, and which head a click on it opens: null where it is of several. */
export interface HeadPanel extends Panel {
  head: HeadPlace | null;
}

/** One head's weights of all heads', [queries, keys]. */
function weightsOf({ data, shape }: Tensor, head: number): Tensor {
  const [, queries, keys] = shape as [number, number, number];
  const size = queries * keys;
  return { data: data.subarray(head * size, (head + 1) * size), shape: [queries, keys] };
}

/** What a head does, in a few words, and how much of its weight is on that. */
function noteOf(texts: Messages, description: HeadDescription | null): Pick<Panel, 'note' | 'share'> {
  if (!description) return { note: '', share: '' };
  const { role, measures } = description;
  if (role) return { note: texts.roles[role].name, share: '' };
  const [most] = [...measures].sort((a, b) => b.score - a.score);
  if (!most) return { note: '', share: '' };
  return { note: texts.measures[most.measure].what, share: texts.percent(most.score, 0) };
}

/** Trained heads first, then those that do the same side by side, the surest first. */
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
  shown: HeadPlace,
  describe: (place: HeadPlace) => HeadDescription | null,
  order: HeadOrder,
  theme: 'light' | 'dark',
  palette: Palette,
): { panels: HeadPanel[]; across: number } {
  const { kind } = shown;
  const numHeads = layers[0]!.shape[0]!;
  const single = (layer: number, head: number): HeadPanel => {
    const place = { kind, layer, head };
    return {
      title: texts.headName(layer, head),
      ...noteOf(texts, describe(place)),
      weights: weightsOf(layers[layer]!, head),
      color: headColor(head, numHeads, theme),
      chosen: layer === shown.layer && head === shown.head,
      head: place,
    };
  };
  const joint = (title: string, note: string, weights: Tensor): HeadPanel => ({
    ...{ title, note, share: '', weights },
    color: palette.line,
    chosen: false,
    head: null,
  });
  const heads = layers.map((_, layer) => Array.from({ length: numHeads }, (_head, head) => single(layer, head)));
  const joints = layers.map((_, layer) => [
    joint(texts.meanName(layer), texts.meanNote, means[layer]!),
    ...(rollout ? [joint(texts.rolloutName(layer), texts.rolloutNote(layer), rollout[layer]!)] : []),
  ]);
  const across = numHeads + joints[0]!.length;
  if (order === 'layer') return { panels: heads.flatMap((some, layer) => [...some, ...joints[layer]!]), across };
  const ranked = heads
    .flat()
    .map((panel) => ({ panel, rank: rank(panel.head && describe(panel.head)) }))
    .sort((one, other) => byRank(one.rank, other.rank))
    .map(({ panel }) => panel);
  return { panels: [...ranked, ...joints.flat()], across };
}
