// The panels of the view 'heads': every head, the mean of each layer, and the rollout.
import { headColor, type Palette } from '../../view/marks/palette.js';
import { byRank, rankedBy, roleRank, writeRank } from './head-rank.js';
import { namedMeasures } from '../claims/head-claim.js';
import { orderOf } from './head-order.js';
import { shareOf } from '../claims/claim-text.js';
import { allHeadsOf, type AllHeads } from '../source/all-heads.js';
import type { AttentionSource, LayerWeights } from '../source/attention-source.js';
import type { Comparison, ComputedPanel, HeadGrid, Panel } from '../../view/view-model.js';
import type { HeadOrder } from '../../view/head-order.js';
import type { HeadRef } from '../../engine/transformer/run.js';
import type { Messages } from '../../locales/index.js';
import type { Tensor } from '../../engine/core/tensor.js';

/**
 * Multiplications for computing panels in one frame: enough for all heads of a short text, or for about one layer of a
 * long text.
 */
const WORK_PER_FRAME = 2 ** 23;

/**
 * Note below a head's panel: the head's role, and its accuracy if it was measured; or that the head is switched off.
 */
function noteOf(texts: Messages, source: AttentionSource, head: HeadRef): Pick<Panel, 'note' | 'share'> {
  const description = source.descriptionOf(head);
  if (source.isAblated(head)) return { note: texts.switchedOff, share: '' };
  if (!description) return { note: '', share: '' };
  const language = source.queryLanguage;
  const [measure] = namedMeasures(description, language);
  const { role } = description;
  const note = role ? texts.roles[role].name : measure ? texts.measures[measure.measure].what : texts.noPattern;
  return { note, share: shareOf(texts, description, language) };
}

export interface HeadPanelsProps {
  source: AttentionSource;
  weights: LayerWeights;
  /** True if the panels show differences from the weights without the interventions. */
  compare: boolean;
  order: HeadOrder;
  /** The pinned head, with which the selected head is compared; null if none is pinned. */
  pin: HeadRef | null;
  theme: 'light' | 'dark';
  palette: Palette;
}

export function headPanels(
  texts: Messages,
  { source, weights: shown, compare, order: wanted, pin, theme, palette }: HeadPanelsProps,
): HeadGrid {
  const { headRef: selected, layerWeightsBaseline } = source;
  const { attention } = selected;
  const { numHeads } = source.shape;
  const allHeads = allHeadsOf(shown);
  const without = layerWeightsBaseline && (compare || pin) ? allHeadsOf(layerWeightsBaseline) : null;
  const baseline = compare ? without : null;
  const all = without ? [allHeads, without] : [allHeads];
  const advance = () => all.filter((each) => !each.advance(WORK_PER_FRAME)).length === 0;
  const countComputed = () => all.reduce((sum, { computed }) => sum + computed, 0);
  const isPartial = !advance();
  const computed = countComputed();
  const hasMore = () => advance() || countComputed() > computed;
  const order = orderOf(wanted, attention, source.heads);
  const single = (layer: number, head: number): Panel => {
    const headRef = { attention, layer, head };
    const weights = allHeads.head(layer, head);
    const rank = weights && rankedBy(order, source, headRef, weights);
    const { note, share } = noteOf(texts, source, headRef);
    return {
      title: texts.headName(layer, head),
      shortTitle: texts.headName(layer, head),
      note,
      share: rank === null ? share : writeRank(texts, order, rank),
      weights,
      baseline: baseline && baseline.head(layer, head),
      color: headColor(head, numHeads, theme),
      selected: layer === selected.layer && head === selected.head,
      head: headRef,
      isOff: source.isAblated(headRef),
    };
  };
  const aggregate = (
    [title, shortTitle]: readonly [string, string],
    note: string,
    weights: Tensor | null,
    before: Tensor | null,
  ): Panel => ({
    title,
    shortTitle,
    note,
    share: '',
    weights,
    baseline: before,
    color: palette.line,
    selected: false,
    head: null,
    isOff: false,
  });
  const layers = Array.from({ length: source.shape.layers[attention] }, (_, layer) => layer);
  const heads = layers.map((layer) => Array.from({ length: numHeads }, (_head, head) => single(layer, head)));
  const aggregates = layers.map((layer) => [
    aggregate(
      [texts.meanName(layer), texts.mean],
      texts.meanNote,
      allHeads.mean(layer),
      baseline && baseline.mean(layer),
    ),
    ...(allHeads.hasRollout
      ? [
          aggregate(
            [texts.rolloutName(layer), texts.rollout],
            texts.rolloutNote(layer),
            allHeads.rollout(layer),
            baseline && baseline.rollout(layer),
          ),
        ]
      : []),
  ]);
  const grid = {
    across: numHeads + aggregates[0]!.length,
    comparison: comparisonOf(),
    isSmall: compare,
    hasMore: isPartial ? hasMore : null,
  };
  if (order === 'layer')
    return { ...grid, byLayer: true, panels: heads.flatMap((ofLayer, layer) => [...ofLayer, ...aggregates[layer]!]) };
  const ranked = heads
    .flat()
    .map((panel) => ({
      panel,
      role: roleRank(source, panel.head!),
      value: (panel.weights && rankedBy(order, source, panel.head!, panel.weights)) ?? -Infinity,
    }))
    .sort((one, other) => (order === 'role' ? byRank(one.role, other.role) : other.value - one.value))
    .map(({ panel }) => panel);
  return { ...grid, byLayer: false, panels: [...ranked, ...aggregates.flat()] };

  /**
   * Panels of the pinned and the selected head, side by side; null if no head is pinned. If they are the same head, the
   * panels show its weights without and with the interventions.
   */
  function comparisonOf(): Comparison | null {
    const panelOf = (of: AllHeads, { layer, head }: HeadRef, note?: string): ComputedPanel | null => {
      const weights = of.head(layer, head);
      const panel = { ...single(layer, head), baseline: null, selected: false, share: '' };
      return weights && { ...panel, weights, ...(note === undefined ? {} : { note }) };
    };
    if (pin?.attention !== attention || pin.layer >= layers.length || pin.head >= numHeads) return null;
    const isSame = pin.layer === selected.layer && pin.head === selected.head;
    if (isSame && !without) return null;
    const [one, other] = isSame
      ? [panelOf(without!, pin, texts.withoutInterventions), panelOf(allHeads, pin, texts.withInterventions)]
      : [panelOf(allHeads, pin), panelOf(allHeads, selected)];
    if (!one || !other) return null;
    const names = isSame
      ? ([texts.withoutInterventions, texts.withInterventions] as const)
      : ([one.title, other.title] as const);
    return { panels: [one, other], names };
  }
}
