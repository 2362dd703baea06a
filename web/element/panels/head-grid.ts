// The panels of the view 'heads': every head, the mean of each layer, and the rollout.
import { headColor, type Palette } from '../../view/marks/palette.js';
import { byRank, orderOf, rankedBy, roleRank, writeRank } from './head-order.js';
import { patternOf } from '../model/head-pattern.js';
import type { AllHeads, AttentionSource } from '../model/attention-source.js';
import type { Comparison, HeadGrid, Panel } from '../../view/view-model.js';
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
  const { role, measures } = description;
  const language = source.queryLanguage;
  const measure = role ? measures.find((each) => each.language === language) : patternOf(description, language);
  const note = role ? texts.roles[role].name : measure ? texts.measures[measure.measure].what : texts.noPattern;
  return { note, share: measure ? texts.percent(measure.score, 0) : '' };
}

export interface HeadPanelsProps {
  allHeads: AllHeads;
  /** The same without the interventions, to compare with; null: no comparison. */
  baseline: AllHeads | null;
  source: AttentionSource;
  selected: HeadRef;
  order: HeadOrder;
  /** The head that is compared with the selected one; null: none. */
  pin: HeadRef | null;
  /** All heads without the user's interventions, whether or not differences are shown; null: there are none. */
  without: AllHeads | null;
  theme: 'light' | 'dark';
  palette: Palette;
}

export function headPanels(
  texts: Messages,
  { allHeads, baseline, source, selected, order: wanted, pin, without, theme, palette }: HeadPanelsProps,
): HeadGrid {
  const { layers, means, rollout } = allHeads;
  const { attention } = selected;
  const numHeads = layers[0]!.shape[0]!;
  const order = orderOf(wanted, attention, source.heads);
  const single = (layer: number, head: number): Panel => {
    const headRef = { attention, layer, head };
    const weights = weightsOf(layers[layer]!, head);
    const rank = rankedBy(order, source, headRef, weights);
    const { note, share } = noteOf(texts, source, headRef);
    return {
      title: texts.headName(layer, head),
      ...{ note, share: rank === null ? share : writeRank(texts, order, rank) },
      weights,
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
  const grid = { across: numHeads + aggregates[0]!.length, comparison: comparisonOf() };
  if (order === 'layer')
    return { ...grid, byLayer: true, panels: heads.flatMap((ofLayer, layer) => [...ofLayer, ...aggregates[layer]!]) };
  const ranked = heads
    .flat()
    .map((panel) => ({
      ...{ panel, role: roleRank(source, panel.head!) },
      value: rankedBy(order, source, panel.head!, panel.weights) ?? -Infinity,
    }))
    .sort((one, other) => (order === 'role' ? byRank(one.role, other.role) : other.value - one.value))
    .map(({ panel }) => panel);
  return { ...grid, byLayer: false, panels: [...ranked, ...aggregates.flat()] };

  /** The pinned head beside the selected one; where they are the same, without the interventions beside with them. */
  function comparisonOf(): Comparison | null {
    const panelOf = (of: AllHeads, { layer, head }: HeadRef, note?: string): Panel => {
      const panel = { ...single(layer, head), weights: weightsOf(of.layers[layer]!, head), baseline: null };
      return { ...panel, selected: false, share: '', ...(note === undefined ? {} : { note }) };
    };
    if (pin?.attention !== attention || !layers[pin.layer] || pin.head >= numHeads) return null;
    const isSame = pin.layer === selected.layer && pin.head === selected.head;
    if (isSame && !without) return null;
    const panels = isSame
      ? ([panelOf(without!, pin, texts.withoutInterventions), panelOf(allHeads, pin, texts.withInterventions)] as const)
      : ([panelOf(allHeads, pin), panelOf(allHeads, selected)] as const);
    const names = isSame
      ? ([texts.withoutInterventions, texts.withInterventions] as const)
      : ([panels[0].title, panels[1].title] as const);
    return { panels, names };
  }
}
