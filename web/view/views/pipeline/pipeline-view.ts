// The drawing of the view 'steps', the pipeline of one head at one moment of the animation: the sentence at the top,
// all matrices below it.
import { attentionHeatmap, attentionStage, colorScaleOf } from '../../marks/attention-matrix.js';
import {
  BOXES,
  cameraAt,
  cameraOnAll,
  COLUMN_LABELS,
  GAP,
  placeOf,
  ROW_LABELS,
  sizeOf,
  type Camera,
} from './layout.js';
import { columnLabels, maxTextWidth, rowLabels } from '../../marks/axis-labels.js';
import { drawConnectors } from './connectors.js';
import { drawHeatmap, drawLegend, drawPlaceholder } from '../../marks/heatmap.js';
import { drawHighlights } from './highlights.js';
import { drawSentence, sentenceStrip } from '../../marks/sentence.js';
import { stageProgress } from '../../stages.js';
import { tokensOf, VECTORS, vectorsHeatmap, vectorsOf, type VectorsName } from '../../marks/vectors.js';
import type { Box, Mark, ComputedName, Scene } from '../../scene.js';
import type { Drawing } from '../view.js';
import type { StepsViewModel, ViewModel } from '../../view-model.js';

const MARGIN = 10;
const TITLE_SIZE = 13;
// minimum distance in pixels between the attention matrix and the matrix of values below it that leaves room for a
// legend
const MIN_GAP_FOR_LEGEND = 19;
/**
 * Limits for an exported image: minimum width, row height, font size and maximum label length in pixels, and maximum
 * scale in pixels per layout unit.
 */
const WHOLE = { width: 900, row: 15, text: 12, label: 160, scale: 12 };

type Sentence = ReturnType<typeof drawSentence>;

/** Draws the pipeline as the camera shows it at the current moment. */
export function drawPipelineView(viewModel: StepsViewModel): Scene {
  const { width, height, moment } = viewModel;
  const sentence = drawSentence(viewModel, sentenceStrip(viewModel, MARGIN));
  const frame = frameBelow(sentence, width, height);
  return drawPipeline(viewModel, sentence, cameraAt(moment, frame, matricesOf(viewModel), viewModel.steps.stages));
}

/** Draws the whole pipeline for an exported image: all matrices, none of them dimmed, at a size with legible labels. */
export function drawWholePipeline(viewModel: StepsViewModel): Scene {
  const { queryTokens, keyTokens, isCross } = viewModel;
  const names = matricesOf(viewModel);
  const size = sizeOf(names);
  const tokens = [...queryTokens, ...(isCross ? keyTokens : [])];
  const scale = Math.max(
    (Math.max(viewModel.width, WHOLE.width) - 2 * MARGIN) / size.width,
    (Math.max(queryTokens.length, keyTokens.length) * WHOLE.row) / BOXES.attention.height,
    Math.min(WHOLE.label, maxTextWidth(viewModel, tokens) * WHOLE.text) / COLUMN_LABELS,
  );
  const width = Math.round(size.width * Math.min(WHOLE.scale, scale)) + 2 * MARGIN;
  const sentence = drawSentence(viewModel, { x: MARGIN, y: MARGIN, width: width - 2 * MARGIN, height: Infinity });
  const height = Math.round(2 * MARGIN + sentence.height + ((width - 2 * MARGIN) * size.height) / size.width + MARGIN);
  const camera = cameraOnAll(frameBelow(sentence, width, height), names);
  return drawPipeline({ ...viewModel, width, height }, sentence, camera);
}

const matricesOf = ({ steps }: StepsViewModel): readonly ComputedName[] => ['attention', ...vectorsOf(steps)];

function frameBelow({ height: used }: Sentence, width: number, height: number): Box {
  const top = MARGIN + used + MARGIN;
  return { x: MARGIN, y: top, width: width - 2 * MARGIN, height: height - top - MARGIN };
}

function drawPipeline(viewModel: StepsViewModel, sentence: Sentence, camera: Camera): Scene {
  const { width, height } = viewModel;
  const top = MARGIN + sentence.height + MARGIN;
  const pipeline: Pipeline = { marks: drawConnectors(viewModel, camera), regions: [] };
  for (const name of vectorsOf(viewModel.steps)) addVectors(pipeline, viewModel, name, camera);
  addAttention(pipeline, viewModel, camera);
  pipeline.marks.push(...drawHighlights(viewModel, camera));
  return {
    width,
    height,
    layers: [
      { clip: { x: 0, y: top, width, height: height - top }, marks: pipeline.marks },
      { clip: { x: 0, y: 0, width, height: top }, marks: sentence.marks },
    ],
    regions: pipeline.regions,
    tokens: sentence.tokens,
    panels: [],
    viewport: null,
  };
}

/** Width available to the row labels of a matrix, in pixels. */
const rowLabelRoom = ({ scale }: Camera): number => scale * ROW_LABELS - 9;

type Pipeline = Pick<Scene, 'regions'> & { marks: Mark[] };

function addRegion({ regions }: Pipeline, matrix: ComputedName, box: Box, rows: number, columns: number): void {
  regions.push({ matrix, ...box, rows, columns });
}

function addVectors(pipeline: Pipeline, viewModel: StepsViewModel, name: VectorsName, camera: Camera): void {
  const { palette, moment } = viewModel;
  const box = placeOf(name, camera);
  const opacity = camera.opacityOf(name);
  if (opacity === 0) return;
  const hasBegun = stageProgress(moment, VECTORS[name].stage) > 0;
  if (hasBegun) {
    const heatmap = vectorsHeatmap(viewModel, name);
    pipeline.marks.push(...drawHeatmap(viewModel, heatmap, box, opacity));
    addRegion(pipeline, name, box, heatmap.rows, heatmap.columns);
  } else pipeline.marks.push(drawPlaceholder(box, palette.line, 0.7));
  pipeline.marks.push(...titleOf(viewModel, name, box, hasBegun ? Math.max(0.55, opacity) : 0.45));
  const hasLabels = name === 'embedding' || name === 'encoderOutput';
  // Row labels are left out if the edge of the canvas would cut them off.
  if (hasLabels && hasBegun && box.x > rowLabelRoom(camera)) {
    const selected = name === 'embedding' ? viewModel.selection.row : null;
    const tokens = tokensOf(viewModel, name);
    pipeline.marks.push(...rowLabels(viewModel, tokens, selected, box, rowLabelRoom(camera), opacity));
  }
}

/**
 * Title of a matrix: its symbol and name, or one of the two if there is no room for both; empty if the edge of the
 * canvas would cut it off.
 */
function titleOf(viewModel: ViewModel, name: VectorsName, box: Box, opacity: number): Mark[] {
  const { palette, nameOf, measure, width } = viewModel;
  const { symbol, color, transposed } = VECTORS[name];
  const center = box.x + box.width / 2;
  const visible = transposed ? Infinity : 2 * Math.min(center, width - center);
  const room = (transposed ? box.height : box.width) + 12;
  const fits = (text: string, within: number) => measure(text, TITLE_SIZE, true) <= within;
  const text =
    [`${symbol} ${nameOf(name)}`, nameOf(name), symbol].find((each) => fits(each, Math.min(room, visible))) ?? symbol;
  if (!fits(text, visible)) return [];
  const title: Mark = {
    kind: 'text',
    text,
    x: transposed ? box.x - 10 : box.x + box.width / 2,
    y: transposed ? box.y + box.height / 2 : box.y - 12,
    size: TITLE_SIZE,
    fill: palette[color],
    align: 'center',
    bold: true,
    opacity,
    ...(transposed ? { turn: -90 } : {}),
  };
  return [title];
}

function addAttention(pipeline: Pipeline, viewModel: ViewModel, camera: Camera): void {
  const { palette, queryTokens, selection } = viewModel;
  const box = placeOf('attention', camera);
  const opacity = camera.opacityOf('attention');
  const current = attentionStage(viewModel);
  if (!current) {
    pipeline.marks.push(drawPlaceholder(box, palette.line, 0.7));
    return;
  }
  const heatmap = attentionHeatmap(viewModel);
  pipeline.marks.push(...drawHeatmap(viewModel, heatmap, box, opacity));
  addRegion(pipeline, 'attention', box, heatmap.rows, heatmap.columns);
  pipeline.marks.push(
    ...rowLabels(viewModel, queryTokens, selection.row, box, rowLabelRoom(camera), opacity),
    ...columnLabels(viewModel, box, camera.scale * COLUMN_LABELS, opacity),
  );
  if (camera.scale * GAP < MIN_GAP_FOR_LEGEND) return;
  const legend = { x: box.x + box.width * 0.3, y: box.y + box.height + 7, width: box.width * 0.4, height: 7 };
  pipeline.marks.push(...drawLegend(colorScaleOf(viewModel, current.stage), legend, palette.muted, opacity));
}

export const pipelineDrawing: Drawing = {
  draw: (viewModel, isWhole) => (isWhole ? drawWholePipeline : drawPipelineView)(viewModel as StepsViewModel),
  requiredHeight: null,
};
