// Connectors drawn between the matrices of the pipeline: from X to Q, K and V; from the head's output to the
// concatenation; from the concatenation to the layer's output.
import { easeOut, stageProgress, within, type StageName } from '../../stages.js';
import { placeOf, type Camera } from './layout.js';
import { drawSymbol, symbolWidth } from '../../marks/parameters.js';
import { VECTORS } from '../../marks/vectors.js';
import type { Box, Mark, ComputedName, Point } from '../../scene.js';
import type { StepsViewModel, ViewModel } from '../../view-model.js';

interface Connector {
  from: ComputedName;
  to: ComputedName;
  stage: StageName;
  /** Subscript of the weight matrix W by which the connector multiplies, such as 'Q'; '' if there is no such matrix. */
  weight: string;
}

const CONNECTORS: readonly Connector[] = [
  { from: 'embedding', to: 'query', stage: 'project', weight: 'Q' },
  { from: 'embedding', to: 'key', stage: 'project', weight: 'K' },
  { from: 'embedding', to: 'value', stage: 'project', weight: 'V' },
  { from: 'output', to: 'concat', stage: 'output', weight: '' },
  { from: 'concat', to: 'projected', stage: 'output', weight: 'O' },
];

/** Box of the selected head's columns in the concatenation. */
export function headSlice({ steps: { head, numHeads } }: StepsViewModel, camera: Camera): Box {
  const { x, y, width, height } = placeOf('concat', camera);
  return { x: x + (width * head) / numHeads, y, width: width / numHeads, height };
}

/** Filled shape that connects the right side of one matrix with the left side of another. */
function area(from: Box, to: Box, fill: string, opacity: number): Mark {
  const [left, right] = [from.x + from.width + 2, to.x - (to.height < to.width ? 22 : 3)];
  const middle = left + (Math.min(right, left + from.width) - left) * 0.5;
  const straight = (a: { x: number; y: number }, b: { x: number; y: number }) => ({ c1: a, c2: b, to: b });
  const a = { x: left, y: from.y + from.height * 0.1 };
  const b = { x: right, y: to.y + to.height * 0.1 };
  const c = { x: right, y: to.y + to.height * 0.9 };
  const d = { x: left, y: from.y + from.height * 0.9 };
  return {
    kind: 'path',
    from: a,
    curves: [
      { c1: { x: middle, y: a.y }, c2: { x: middle, y: b.y }, to: b },
      straight(b, c),
      { c1: { x: middle, y: c.y }, c2: { x: middle, y: d.y }, to: d },
    ],
    fill,
    opacity,
  };
}

export function drawConnectors(viewModel: StepsViewModel, camera: Camera): Mark[] {
  const { palette, moment, isCross } = viewModel;
  return CONNECTORS.flatMap(({ from: source, to, stage, weight }): Mark[] => {
    const from = isCross && (to === 'key' || to === 'value') ? 'encoderOutput' : source;
    const appeared = easeOut(within(stageProgress(moment, stage), 0.05, 0.5));
    if (appeared === 0) return [];
    const color = palette[VECTORS[to as keyof typeof VECTORS].color];
    const visible = Math.min(camera.opacityOf(from), camera.opacityOf(to)) > 0;
    if (!visible) return [];
    const opacity = moment.stage === stage ? 0.3 : 0.07;
    const start = placeOf(from, camera);
    const end = from === 'output' ? headSlice(viewModel, camera) : placeOf(to, camera);
    const isTall = end.height >= end.width;
    const gap = isTall ? end.x - start.x - start.width : Infinity;
    const middle = {
      x: isTall ? (start.x + start.width + end.x) / 2 : end.x - 48,
      y: end.y + end.height / 2,
    };
    return [
      area(start, end, color, appeared * opacity),
      ...(weight && moment.stage === stage ? weightLabel(viewModel, weight, middle, gap, color, appeared) : []),
    ];
  });
}

/**
 * Label of a connector, “× W” with a subscript, scaled to the gap between two matrices.
 * @param room width of the gap in pixels
 */
function weightLabel(
  viewModel: ViewModel,
  index: string,
  middle: Point,
  room: number,
  fill: string,
  opacity: number,
): Mark[] {
  const symbol = `× W_${index}`;
  const width = symbolWidth(viewModel, symbol);
  const size = Math.min(13, (room * 0.9) / width);
  const left = { x: middle.x - (width * size) / 2, y: middle.y };
  return drawSymbol(viewModel, symbol, left, { size, fill, opacity, halo: viewModel.palette.surface });
}
