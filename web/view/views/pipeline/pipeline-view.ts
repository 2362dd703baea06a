// The pipeline of one head: the sentence above, all matrices below, at one moment of the animation.
import { attentionHeatmap, attentionStage, colorScaleOf } from '../../marks/attention-matrix.js';
import { cameraAt, COLUMN_LABELS, focusOpacity, GAP, placeOf, ROW_LABELS, type Camera } from './layout.js';
import { columnLabels, rowLabels } from '../../marks/axis-labels.js';
import { drawConnectors } from './connectors.js';
import { drawHeatmap, drawLegend, drawPlaceholder } from '../../marks/heatmap.js';
import { drawHighlights } from './highlights.js';
import { drawSentence, sentenceStrip } from '../../marks/sentence.js';
import { stageProgress } from '../../stages.js';
import { tokensOf, VECTORS, vectorsHeatmap, vectorsOf, type VectorsName } from '../../marks/vectors.js';
import type { Box, Mark, ComputedName, Scene } from '../../scene.js';
import type { StepsViewModel, ViewModel } from '../../view-model.js';

const MARGIN = 10;
const TITLE_SIZE = 13;
const MIN_GAP_FOR_LEGEND = 19; // pixels between the attention matrix and the values

export function drawPipelineView(viewModel: StepsViewModel): Scene {
  const { width, height, moment } = viewModel;
  const strip = sentenceStrip(viewModel, MARGIN);
  const sentence = drawSentence(viewModel, strip);
  const top = strip.y + sentence.height + MARGIN;
  const below = { x: 0, y: top, width, height: height - top };
  const names = vectorsOf(viewModel.steps);
  const frame = { x: MARGIN, y: top, width: width - 2 * MARGIN, height: below.height - MARGIN };
  const camera = cameraAt(moment, frame, ['attention', ...names]);

  const pipeline: Pipeline = { marks: drawConnectors(viewModel, camera, frame), regions: [] };
  for (const name of names) addVectors(pipeline, viewModel, name, camera, frame);
  addAttention(pipeline, viewModel, camera, frame);
  pipeline.marks.push(...drawHighlights(viewModel, camera, frame));
  return {
    width,
    height,
    layers: [
      { clip: below, marks: pipeline.marks },
      { clip: { x: 0, y: 0, width, height: top }, marks: sentence.marks },
    ],
    regions: pipeline.regions,
    tokens: sentence.tokens,
    panels: [],
    viewport: null,
  };
}

/** The width of row labels, in pixels. */
const rowLabelRoom = ({ scale }: Camera): number => scale * ROW_LABELS - 9;

/** The marks and regions of the matrices. */
type Pipeline = Pick<Scene, 'regions'> & { marks: Mark[] };

function addRegion({ regions }: Pipeline, matrix: ComputedName, box: Box, rows: number, columns: number): void {
  regions.push({ matrix, ...box, rows, columns });
}

function addVectors(
  pipeline: Pipeline,
  viewModel: StepsViewModel,
  name: VectorsName,
  camera: Camera,
  frame: Box,
): void {
  const { palette, moment } = viewModel;
  const box = placeOf(name, camera);
  const opacity = focusOpacity(name, moment, frame);
  if (opacity === 0) return;
  const hasBegun = stageProgress(moment, VECTORS[name].stage) > 0;
  if (hasBegun) {
    const heatmap = vectorsHeatmap(viewModel, name);
    pipeline.marks.push(...drawHeatmap(heatmap, box, opacity));
    addRegion(pipeline, name, box, heatmap.rows, heatmap.columns);
  } else pipeline.marks.push(drawPlaceholder(box, palette.line, 0.7));
  pipeline.marks.push(titleOf(viewModel, name, box, hasBegun ? Math.max(0.55, opacity) : 0.45));
  if ((name === 'embedding' || name === 'encoderOutput') && hasBegun) {
    const selected = name === 'embedding' ? viewModel.selection.row : null;
    const tokens = tokensOf(viewModel, name);
    pipeline.marks.push(...rowLabels(viewModel, tokens, selected, box, rowLabelRoom(camera), opacity));
  }
}

/** Symbol and name of a matrix, or one of them where there is no room for both. */
function titleOf({ palette, nameOf, measure }: ViewModel, name: VectorsName, box: Box, opacity: number): Mark {
  const { symbol, color, transposed } = VECTORS[name];
  const room = (transposed ? box.height : box.width) + 12;
  const text =
    [`${symbol} ${nameOf(name)}`, nameOf(name), symbol].find((each) => measure(each, TITLE_SIZE) <= room) ?? symbol;
  return {
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
}

function addAttention(pipeline: Pipeline, viewModel: ViewModel, camera: Camera, frame: Box): void {
  const { palette, moment, queryTokens, selection } = viewModel;
  const box = placeOf('attention', camera);
  const opacity = focusOpacity('attention', moment, frame);
  const current = attentionStage(viewModel);
  if (!current) {
    pipeline.marks.push(drawPlaceholder(box, palette.line, 0.7));
    return;
  }
  const heatmap = attentionHeatmap(viewModel);
  pipeline.marks.push(...drawHeatmap(heatmap, box, opacity));
  addRegion(pipeline, 'attention', box, heatmap.rows, heatmap.columns);
  pipeline.marks.push(
    ...rowLabels(viewModel, queryTokens, selection.row, box, rowLabelRoom(camera), opacity),
    ...columnLabels(viewModel, box, camera.scale * COLUMN_LABELS, opacity),
  );
  if (camera.scale * GAP < MIN_GAP_FOR_LEGEND) return;
  const legend = { x: box.x + box.width * 0.3, y: box.y + box.height + 7, width: box.width * 0.4, height: 7 };
  pipeline.marks.push(...drawLegend(colorScaleOf(viewModel, current.stage), legend, palette.muted, opacity));
}
