// The view 'sentence': large tokens, with an arc from the query token to each key token that it attends to. In a
// running text, colors behind the words show the weights, and a text of several lines has no arcs.
import { arcBetween, growing, type ArcRoom } from '../../marks/arcs.js';
import { contrastingText, weightScale, type Rgb } from '../../marks/palette.js';
import { sentenceLayout } from './layout.js';
import type { SentenceLayout } from './sentence-layout.js';
import { easeOut, within } from '../../stages.js';
import type { Mark, PathMark, RectMark, Scene, TextMark } from '../../scene.js';
import type { PlacedToken } from '../../marks/token-lines.js';
import type { Drawing } from '../view.js';
import type { ViewModel } from '../../view-model.js';

const MIN_WEIGHT = 0.01; // arcs for smaller weights are left out
const MIN_LABELED_WEIGHT = 0.05; // smaller weights have no label, except the largest of them
const MAX_LABELS = 4;
const LABEL_SIZE = 0.42; // size of labels as a share of the font size
const MIN_LABEL_SIZE = 12;
const MAX_LINE_WIDTH = 0.27; // width of an arc of weight 1, in font sizes

/** A key token with its current attention weight, and the share of its arc that is drawn, from 0 to 1. */
interface Attended {
  key: PlacedToken;
  weight: number;
  extent: number;
}

/** The key tokens with the query token's weights at the current moment of the transition from the previous weights. */
function attendedKeys({ weights, selection: { row }, keyTokens, transition }: ViewModel, { keys }: SentenceLayout) {
  const share = transition ? easeOut(transition.share) : 1;
  return keys.map((key): Attended => {
    const weight = weights.data[row * keyTokens.length + key.token]!;
    const before = transition?.from?.[key.token];
    if (before === undefined) return { key, weight, extent: share };
    return { key, weight: before + (weight - before) * share, extent: before >= MIN_WEIGHT ? 1 : share };
  });
}

function arcMark({ palette }: ViewModel, arcRoom: ArcRoom, query: PlacedToken, attended: Attended): PathMark {
  const { weight, key, extent } = attended;
  const { from, curves } = growing(arcBetween(query, key, arcRoom), extent);
  return {
    kind: 'path',
    role: 'arc',
    from,
    curves,
    stroke: palette.beam,
    lineWidth: 1.2 + MAX_LINE_WIDTH * arcRoom.size * weight,
    opacity: 0.25 + 0.7 * weight,
  };
}

const rgbOf = (color: Rgb): string => `rgb(${color.map(Math.round).join(',')})`;

/**
 * Color of an attention weight, faded while the weight appears. The color scale always ends at the weight 1, so that
 * texts are comparable.
 */
const colorOf = ({ palette }: ViewModel, { weight, extent }: Attended): Rgb =>
  weightScale(palette).color(weight * extent);

/** Rectangle behind a key token, whose color shows the token's weight. */
const highlight = (viewModel: ViewModel, { size }: SentenceLayout, attended: Attended): RectMark => ({
  kind: 'rect',
  ...attended.key.box,
  radius: 0.15 * size,
  fill: rgbOf(colorOf(viewModel, attended)),
});

/** Outline of the query token. It is wider in a running text, whose tokens have no padding of their own. */
const outline = ({ palette }: ViewModel, { size, isProse }: SentenceLayout, { box }: PlacedToken): RectMark => {
  const room = isProse ? 2 : 0;
  const around = { ...box, x: box.x - room, width: box.width + 2 * room };
  return { kind: 'rect', role: 'query-outline', ...around, radius: 0.22 * size, stroke: palette.query, lineWidth: 2 };
};

/**
 * Key tokens whose weights are labeled: the largest weights, except those whose label would touch the label of a larger
 * weight.
 */
function labeledKeys(attended: readonly Attended[], labelWidth: number): Attended[] {
  const [first, ...rest] = [...attended].sort((one, other) => other.weight - one.weight);
  if (!first || first.weight < MIN_WEIGHT) return [];
  const center = ({ key: { box } }: Attended) => box.x + box.width / 2;
  const touches = (one: Attended) => (other: Attended) =>
    one.key.line === other.key.line && Math.abs(center(one) - center(other)) < labelWidth;
  return rest
    .filter(({ weight }) => weight >= MIN_LABELED_WEIGHT)
    .reduce((labeled, each) => (labeled.some(touches(each)) ? labeled : [...labeled, each]), [first])
    .slice(0, MAX_LABELS);
}

/** Label with the weight of a key token, on the side opposite to its arc. */
function label(
  viewModel: ViewModel,
  layout: SentenceLayout,
  query: PlacedToken,
  { key }: Attended,
  percent: string,
): TextMark {
  const { palette, transition } = viewModel;
  const size = Math.max(MIN_LABEL_SIZE, LABEL_SIZE * layout.size);
  const { x, y, width: boxWidth, height } = key.box;
  const gap = (layout.isProse ? 0.55 : 0.72) * size; // leaves space for the outline of the query token
  const isAbove = layout.arcRoom !== null && arcBetween(query, key, layout.arcRoom).end === 'bottom';
  return {
    kind: 'text',
    role: 'weight',
    text: percent,
    x: x + boxWidth / 2,
    y: isAbove ? y - gap : y + height + gap,
    size,
    fill: palette.weight,
    align: 'center',
    bold: true,
    opacity: transition ? within(transition.share, 0.3, 1) : 1,
    halo: palette.surface,
  };
}

function tokenText(
  { palette }: ViewModel,
  { size }: SentenceLayout,
  { text, box }: PlacedToken,
  role: 'query' | 'key' | null,
  bold: boolean,
  fill = role ? palette[role] : palette.text,
): TextMark {
  return {
    kind: 'text',
    role: 'token',
    text,
    size,
    bold,
    fill,
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    align: 'center',
  };
}

/**
 * Token of a running text, on a background whose color shows its weight. It is never bold, since bold letters would
 * move other words.
 */
function proseText(viewModel: ViewModel, layout: SentenceLayout, attended: Attended, isQuery: boolean): TextMark {
  const onColor = attended.weight < MIN_WEIGHT ? undefined : contrastingText(colorOf(viewModel, attended));
  return tokenText(viewModel, layout, attended.key, isQuery ? 'query' : null, false, isQuery ? undefined : onColor);
}

export function drawSentenceView(viewModel: ViewModel): Scene {
  const { width, height, selection, isCross, percentsOf, measure } = viewModel;
  const layout = sentenceLayout(viewModel);
  const { queries, keys, size } = layout;
  const query = queries[selection.row]!;
  const attended = attendedKeys(viewModel, layout);
  const percents = percentsOf(attended.map(({ weight }) => weight));
  const visible = attended.filter(({ weight }) => weight >= MIN_WEIGHT).sort((a, b) => a.weight - b.weight);
  const labelSize = Math.max(MIN_LABEL_SIZE, LABEL_SIZE * size);
  const labeled = labeledKeys(attended, measure(percentsOf([1])[0]!, labelSize, true));
  const isLabeled = (key: PlacedToken) => labeled.some((each) => each.key === key);
  const isStrongest = (key: PlacedToken) => labeled[0]?.key === key;
  const { arcRoom, isProse } = layout;
  const texts = (isCross ? [...queries, ...keys] : queries).map((placed) => {
    if (isProse) return proseText(viewModel, layout, attended[placed.token]!, placed === query);
    if (placed === query) return tokenText(viewModel, layout, placed, 'query', true);
    const isKey = isLabeled(placed);
    return tokenText(viewModel, layout, placed, isKey ? 'key' : null, isKey && isStrongest(placed));
  });
  const marks: Mark[] = [
    ...(isProse ? visible.map((each) => highlight(viewModel, layout, each)) : []),
    ...(arcRoom ? visible.map((each) => arcMark(viewModel, arcRoom, query, each)) : []),
    outline(viewModel, layout, query),
    ...texts.filter(({ text }) => text !== ''), // a token may consist of only a space
    ...labeled.map((each) => label(viewModel, layout, query, each, percents[attended.indexOf(each)]!)),
  ];
  return {
    width,
    height,
    layers: [{ clip: { x: 0, y: 0, width, height }, marks }],
    regions: [],
    tokens: queries.map(({ token, box }) => ({ token, ...box })),
    panels: [],
    viewport: null,
  };
}

export const sentenceDrawing: Drawing = {
  draw: (viewModel) => (viewModel.picture?.draw ?? drawSentenceView)(viewModel),
  requiredHeight: (viewModel) =>
    viewModel.picture?.requiredHeight(viewModel) ?? Math.ceil(sentenceLayout(viewModel).height),
};
