// The panels of the view 'heads': every head, the mean of each layer, and the rollout.
import { headColor, type Palette } from '../../view/marks/palette.js';
import { patternOf } from '../model/head-pattern.js';
import type { AllHeads, AttentionSource } from '../model/attention-source.js';
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

/** What a head does, and how often where that was measured. */
function noteOf(texts: Messages, source: AttentionSource, head: HeadRef): Pick<Panel, 'note' | 'share'> {
  const description = source.descriptionOf(head);
  if (source.isAblated(head)) return { note: texts.switchedOff, share: '' };
  if (!description) return { note: '', share: '' };
  if (description.role) return { note: texts.roles[description.role].name, share: '' };
  const pattern = patternOf(description, source.queryLanguage);
  if (!pattern) return { note: texts.noPattern, share: '' };
  return { note: texts.measures[pattern.measure].what, share: texts.percent(pattern.score, 0) };
}

type Rank = readonly [number, string, number];

/** Supervised heads come first, then heads with the same pattern together, by score, then those without a pattern. */
function rank(source: AttentionSource, head: HeadRef): Rank {
  const description = source.descriptionOf(head);
  if (description?.role) return [0, description.role, 0];
  const pattern = description && patternOf(description, source.queryLanguage);
  return pattern ? [1, pattern.measure, -pattern.score] : [2, '', 0];
}

const byRank = (one: Rank, other: Rank): number =>
  one[0] - other[0] || one[1].localeCompare(other[1]) || one[2] - other[2];

export interface HeadPanelsProps {
  allHeads: AllHeads;
  /** The same without the interventions, to compare with; null: no comparison. */
  baseline: AllHeads | null;
  source: AttentionSource;
  selected: HeadRef;
  order: HeadOrder;
  theme: 'light' | 'dark';
  palette: Palette;
}

export function headPanels(
  texts: Messages,
  { allHeads, baseline, source, selected, order, theme, palette }: HeadPanelsProps,
): HeadGrid {
  const { layers, means, rollout } = allHeads;
  const { attention } = selected;
  const numHeads = layers[0]!.shape[0]!;
  const single = (layer: number, head: number): Panel => {
    const headRef = { attention, layer, head };
    return {
      title: texts.headName(layer, head),
      ...noteOf(texts, source, headRef),
      weights: weightsOf(layers[layer]!, head),
      baseline: baseline && weightsOf(baseline.layers[layer]!, head),
      color: headColor(head, numHeads, theme),
      selected: layer === selected.layer && head === selected.head,
      head: headRef,
    };
  };
  const aggregate = (title: string, note: string, weights: Tensor, before: Tensor | null): Panel => ({
    ...{ title, note, share: '', weights, baseline: before },
    color: palette.line,
    selected: false,
    head: null,
  });
  const heads = layers.map((_, layer) => Array.from({ length: numHeads }, (_head, head) => single(layer, head)));
  const aggregates = layers.map((_, layer) => [
    aggregate(texts.meanName(layer), texts.meanNote, means[layer]!, baseline && baseline.means[layer]!),
    ...(rollout
      ? [
          aggregate(
            texts.rolloutName(layer),
            texts.rolloutNote(layer),
            rollout[layer]!,
            baseline?.rollout ? baseline.rollout[layer]! : null,
          ),
        ]
      : []),
  ]);
  const across = numHeads + aggregates[0]!.length;
  if (order === 'layer')
    return { panels: heads.flatMap((ofLayer, layer) => [...ofLayer, ...aggregates[layer]!]), across };
  const ranked = heads
    .flat()
    .map((panel) => ({ panel, rank: rank(source, panel.head!) }))
    .sort((one, other) => byRank(one.rank, other.rank))
    .map(({ panel }) => panel);
  return { panels: [...ranked, ...aggregates.flat()], across };
}
