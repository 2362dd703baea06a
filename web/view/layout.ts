// Where the matrices are: one composition that stays, in units of its own, and a camera that shows a part of it.
//
//                    Kᵀ                 a column: what one word answers (key above, value below)
//      X  →   Q   scores   output  →    a row: what one word asks, and what it gets
//      M             Vᵀ              M: the other text, where there is one (cross attention)
import { easeOut, indexOf, STAGES, within, type Moment, type Stage } from './stages.js';
import { MATRIX_NAMES, type Box, type MatrixName, type Point } from './scene.js';

const SIDE = 100; // of the square of scores
const DEPTH = 40; // of the vectors of one head
const MEMORY = 72; // of the height of the other text's vectors
const WIDE = 52; // of the vectors of the whole model
export const WORDS = 32; // room for words left of a matrix
export const HEADINGS = 26; // room for words above the scores
export const GAP = 12;
const RIBBON = 30; // room for what connects X with Q, K and V

const queryX = -WORDS - DEPTH;
const embeddingX = queryX - RIBBON - WIDE;
const outputX = SIDE + GAP;
const mergedX = outputX + DEPTH + RIBBON;
const projectedX = mergedX + WIDE + RIBBON;

/** The composition's boxes, in its own units. */
export const BOXES: Readonly<Record<MatrixName, Box>> = {
  attention: { x: 0, y: 0, width: SIDE, height: SIDE },
  query: { x: queryX, y: 0, width: DEPTH, height: SIDE },
  key: { x: 0, y: -HEADINGS - DEPTH, width: SIDE, height: DEPTH },
  value: { x: 0, y: SIDE + GAP, width: SIDE, height: DEPTH },
  output: { x: outputX, y: 0, width: DEPTH, height: SIDE },
  embedding: { x: embeddingX, y: 0, width: WIDE, height: SIDE },
  memory: { x: embeddingX, y: SIDE + 2 * GAP, width: WIDE, height: MEMORY },
  merged: { x: mergedX, y: 0, width: WIDE, height: SIDE },
  projected: { x: projectedX, y: 0, width: WIDE, height: SIDE },
};

/** Room that a matrix needs around it, for its words, its name and its legend. */
const ROOM: Readonly<Record<MatrixName, { left: number; top: number; right: number; bottom: number }>> = {
  attention: { left: WORDS, top: HEADINGS, right: 4, bottom: 10 },
  query: { left: 4, top: 12, right: 0, bottom: 4 },
  key: { left: 10, top: 12, right: 4, bottom: 0 },
  value: { left: 10, top: 0, right: 4, bottom: 10 },
  output: { left: 0, top: 12, right: 4, bottom: 4 },
  embedding: { left: WORDS, top: 12, right: 4, bottom: 4 },
  memory: { left: WORDS, top: 12, right: 4, bottom: 4 },
  merged: { left: 4, top: 12, right: 4, bottom: 4 },
  projected: { left: 4, top: 12, right: 4, bottom: 4 },
};

function withRoom(name: MatrixName): Box {
  const { x, y, width, height } = BOXES[name];
  const { left, top, right, bottom } = ROOM[name];
  return { x: x - left, y: y - top, width: width + left + right, height: height + top + bottom };
}

function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

const CORE: readonly MatrixName[] = ['query', 'key', 'value', 'attention', 'output'];

/** The whole composition; in a narrow frame the part of it that is softmax(Q·Kᵀ)·V. */
const overview = (frame: Box, shown: readonly MatrixName[]): Box =>
  around((frame.width < 1.25 * frame.height ? CORE : shown).map(withRoom));

/** What of the composition a stage wants to be seen. */
const wanted = ({ about }: Stage, frame: Box, shown: readonly MatrixName[]): Box =>
  about.length > 0 ? around(about.filter((name) => shown.includes(name)).map(withRoom)) : overview(frame, shown);

/** From the composition's units to the canvas. */
export interface Camera {
  /** Pixels per unit. */
  scale: number;
  /** Of the composition's origin, on the canvas. */
  origin: Point;
}

function cameraOn(box: Box, frame: Box): Camera {
  const scale = Math.min(frame.width / box.width, frame.height / box.height);
  return {
    scale,
    origin: {
      x: frame.x + frame.width / 2 - (box.x + box.width / 2) * scale,
      y: frame.y + frame.height / 2 - (box.y + box.height / 2) * scale,
    },
  };
}

const TRAVEL = 0.8; // seconds that the camera takes from one stage's view to the next
const OUTRO = 0.75; // of the last stage's time, when everything is shown together

/** From one number to another on the way from the stage before to this one, and at the very end to the overview. */
function onTheWay({ stage, time }: Moment, of: (stage: Stage) => number, ofOverview: number): number {
  const index = indexOf(stage);
  const here = STAGES[index]!;
  const before = index > 0 ? of(STAGES[index - 1]!) : ofOverview;
  const arrived = before + (of(here) - before) * easeOut((time * here.seconds) / TRAVEL);
  const isLast = index === STAGES.length - 1;
  const leaving = isLast ? easeOut(within(time, OUTRO, 1)) : 0;
  return arrived + (ofOverview - arrived) * leaving;
}

/** The camera at a moment, of the matrices that are there: it travels at the beginning of a stage, then holds still. */
export function cameraAt(moment: Moment, frame: Box, shown: readonly MatrixName[] = MATRIX_NAMES): Camera {
  const whole = cameraOn(overview(frame, shown), frame);
  const along = (of: (camera: Camera) => number) =>
    onTheWay(moment, (stage) => of(cameraOn(wanted(stage, frame, shown), frame)), of(whole));
  return {
    scale: along(({ scale }) => scale),
    origin: { x: along(({ origin }) => origin.x), y: along(({ origin }) => origin.y) },
  };
}

/** Where a matrix is on the canvas. */
export function placeOf(name: MatrixName, { scale, origin }: Camera): Box {
  const { x, y, width, height } = BOXES[name];
  return { x: origin.x + x * scale, y: origin.y + y * scale, width: width * scale, height: height * scale };
}

/** How far a matrix steps back when the stage is not about it: 1 in front, less behind. */
export const prominence = (name: MatrixName, moment: Moment): number =>
  onTheWay(moment, ({ about }) => (about.includes(name) || about.length === 0 ? 1 : 0.3), 1);
