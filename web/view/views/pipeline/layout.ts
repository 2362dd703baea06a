// Layout of the pipeline: fixed positions in layout units, and a camera that shows a part of them.
//
//                    Kᵀ                 a column belongs to a key token: its key above, its value below
//      X  →   Q   scores   output  →    a row belongs to a query token
//      M             Vᵀ                 M: the encoder output, in cross-attention only
import { COMMON_STAGES, easeOut, END, stageOf, within, type Moment, type Stage, type StageName } from '../../stages.js';
import { COMPUTED_NAMES, type Box, type ComputedName, type Point } from '../../scene.js';

const SIDE = 100; // side of the attention matrix, in layout units
const HEAD_DIM = 40; // width of a head's vectors, in layout units
const EMBED_DIM = 52; // width of the model's vectors, in layout units
const ENCODER_OUTPUT_HEIGHT = 72;
export const ROW_LABELS = 32; // space for labels left of a matrix, in layout units
export const COLUMN_LABELS = 26; // space for labels above the attention matrix, in layout units
export const GAP = 12;
const CONNECTOR_WIDTH = 30;

const queryX = -ROW_LABELS - HEAD_DIM;
const embeddingX = queryX - CONNECTOR_WIDTH - EMBED_DIM;
const outputX = SIDE + GAP;
const concatX = outputX + HEAD_DIM + CONNECTOR_WIDTH;
const projectedX = concatX + EMBED_DIM + CONNECTOR_WIDTH;

export const BOXES: Readonly<Record<ComputedName, Box>> = {
  attention: { x: 0, y: 0, width: SIDE, height: SIDE },
  query: { x: queryX, y: 0, width: HEAD_DIM, height: SIDE },
  key: { x: 0, y: -COLUMN_LABELS - HEAD_DIM, width: SIDE, height: HEAD_DIM },
  value: { x: 0, y: SIDE + GAP, width: SIDE, height: HEAD_DIM },
  output: { x: outputX, y: 0, width: HEAD_DIM, height: SIDE },
  embedding: { x: embeddingX, y: 0, width: EMBED_DIM, height: SIDE },
  encoderOutput: { x: embeddingX, y: SIDE + 2 * GAP, width: EMBED_DIM, height: ENCODER_OUTPUT_HEIGHT },
  concat: { x: concatX, y: 0, width: EMBED_DIM, height: SIDE },
  projected: { x: projectedX, y: 0, width: EMBED_DIM, height: SIDE },
};

/** Margins around each matrix for its labels, title and legend, in layout units. */
const MARGINS: Readonly<Record<ComputedName, { left: number; top: number; right: number; bottom: number }>> = {
  attention: { left: ROW_LABELS, top: COLUMN_LABELS, right: 4, bottom: 10 },
  query: { left: 4, top: 12, right: 0, bottom: 4 },
  key: { left: 10, top: 12, right: 4, bottom: 0 },
  value: { left: 10, top: 0, right: 4, bottom: 10 },
  output: { left: 0, top: 12, right: 4, bottom: 4 },
  embedding: { left: ROW_LABELS, top: 12, right: 4, bottom: 4 },
  encoderOutput: { left: ROW_LABELS, top: 12, right: 4, bottom: 4 },
  concat: { left: 4, top: 12, right: 4, bottom: 4 },
  projected: { left: 4, top: 12, right: 4, bottom: 4 },
};

function withMargins(name: ComputedName): Box {
  const { x, y, width, height } = BOXES[name];
  const { left, top, right, bottom } = MARGINS[name];
  return { x: x - left, y: y - top, width: width + left + right, height: height + top + bottom };
}

function boundingBox(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

const CORE: readonly ComputedName[] = ['query', 'key', 'value', 'attention', 'output'];

const isNarrow = ({ width, height }: Box): boolean => width < 1.25 * height;

/** Bounding box of the whole layout; in a narrow frame, only of softmax(Q·Kᵀ)·V. */
const overview = (frame: Box, shown: readonly ComputedName[]): Box =>
  boundingBox((isNarrow(frame) ? CORE : shown).map(withMargins));

/** Part of the layout that the camera shows at a stage: the matrices in focus with their margins, or the overview. */
const targetOf = ({ focus }: Stage, frame: Box, shown: readonly ComputedName[]): Box =>
  focus.length > 0
    ? boundingBox(focus.filter((name) => shown.includes(name)).map(withMargins))
    : overview(frame, shown);

interface Projection {
  /** Canvas pixels per layout unit. */
  scale: number;
  /** Position of the layout's origin on the canvas, in canvas pixels. */
  origin: Point;
}

export interface Camera extends Projection {
  /**
   * Returns the opacity of a matrix: 1 if it is in focus at the current stage, less if it is not, 0 if it is left out.
   */
  opacityOf: (name: ComputedName) => number;
}

function projectionOn(box: Box, frame: Box): Projection {
  const scale = Math.min(frame.width / box.width, frame.height / box.height);
  return {
    scale,
    origin: {
      x: frame.x + frame.width / 2 - (box.x + box.width / 2) * scale,
      y: frame.y + frame.height / 2 - (box.y + box.height / 2) * scale,
    },
  };
}

const CAMERA_SECONDS = 0.8; // seconds in which the camera moves from one stage to the next
const OVERVIEW_FROM = 0.75; // progress of the last stage at which the camera starts to return to the overview

/**
 * Interpolates a property of the camera between its values for the previous and the current stage; at the end of the
 * last stage, between the values for that stage and the overview.
 */
function interpolate(
  { stage, progress }: Moment,
  stages: readonly StageName[],
  of: (stage: Stage) => number,
  atOverview: number,
): number {
  const current = stageOf(stage);
  const before = stages[stages.indexOf(stage) - 1];
  const from = before ? of(stageOf(before)) : atOverview;
  const arrived = from + (of(current) - from) * easeOut((progress * current.seconds) / CAMERA_SECONDS);
  const leaving = stage === END.stage ? easeOut(within(progress, OVERVIEW_FROM, 1)) : 0;
  return arrived + (atOverview - arrived) * leaving;
}

/**
 * Camera on the layout at a moment of the animation. It moves at the beginning of each stage and then stays in place.
 * @param shown names of the matrices that the head has
 */
export function cameraAt(
  moment: Moment,
  frame: Box,
  shown: readonly ComputedName[] = COMPUTED_NAMES,
  stages: readonly StageName[] = COMMON_STAGES,
): Camera {
  const atOverview = projectionOn(overview(frame, shown), frame);
  const along = (of: (projection: Projection) => number) =>
    interpolate(moment, stages, (stage) => of(projectionOn(targetOf(stage, frame, shown), frame)), of(atOverview));
  return {
    scale: along(({ scale }) => scale),
    origin: { x: along(({ origin }) => origin.x), y: along(({ origin }) => origin.y) },
    opacityOf: (name) => focusOpacity(name, moment, frame, stages),
  };
}

/**
 * Size of the whole layout, in layout units.
 * @param shown names of the matrices that the head has
 */
export const sizeOf = (shown: readonly ComputedName[]): Pick<Box, 'width' | 'height'> =>
  boundingBox(shown.map(withMargins));

/**
 * Camera that shows the whole layout and dims no matrix.
 * @param shown names of the matrices that the head has
 */
export const cameraOnAll = (frame: Box, shown: readonly ComputedName[]): Camera => ({
  ...projectionOn(boundingBox(shown.map(withMargins)), frame),
  opacityOf: () => 1,
});

/** Box of a matrix on the canvas, as the camera shows it. */
export function placeOf(name: ComputedName, { scale, origin }: Projection): Box {
  const { x, y, width, height } = BOXES[name];
  return { x: origin.x + x * scale, y: origin.y + y * scale, width: width * scale, height: height * scale };
}

const DIMMED = 0.3;

/**
 * Opacity of a matrix at a moment of the animation: lower if it is not in focus; 0 if the overview in a narrow frame
 * leaves it out.
 */
function focusOpacity(name: ComputedName, moment: Moment, frame: Box, stages: readonly StageName[]): number {
  const atOverview = isNarrow(frame) && !CORE.includes(name) ? 0 : 1;
  const opacityIn = ({ focus }: Stage) => (focus.length === 0 ? atOverview : focus.includes(name) ? 1 : DIMMED);
  return interpolate(moment, stages, opacityIn, atOverview);
}
