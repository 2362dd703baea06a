// Creates a video of a training run: its snapshots in sequence, each with the selected head, all heads, and the loss so
// far. This module is loaded on demand.
import { headScene } from '../element/head-scene.js';
import { paint } from '../../view/output/canvas.js';
import { roundUp } from '../element/chart.js';
import { videoOfFrames } from '../../element/export/video.js';
import { HOLD_SECONDS, type Frames } from '../../element/export/frames.js';
import type { Palette } from '../../view/marks/palette.js';
import type { Point } from '../history.js';
import type { RunLog } from '../run/run-log.js';
import type { Snapshot } from '../run/snapshot.js';

export interface RunVideo {
  run: RunLog;
  /** Head whose attention matrix is drawn large. */
  selected: { layer: number; head: number };
  palette: Palette;
  /** Returns the text that is drawn below a snapshot. */
  caption: (snapshot: Snapshot) => string;
  /** Label of the curve that shows the loss. */
  loss: string;
  signal: AbortSignal;
  /** Called with the share of the video that is complete, from 0 to 1. */
  onProgress: (share: number) => void;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const PER_SECOND = 30;
const SNAPSHOTS_PER_SECOND = 6;
const [WIDTH, HEIGHT, PIXEL_RATIO] = [960, 540, 1.5];
const LARGE = { x: 20, y: 16, size: 460 };
const HEADS: Box = { x: 500, y: 36, width: 440, height: 230 };
const CURVE: Box = { x: 540, y: 308, width: 400, height: 150 };
const CAPTION = { x: 20, y: 512 };
const FONT = "system-ui, 'Noto Sans CJK SC', sans-serif";

/** Side of the largest squares of which `count` fit into a box, and the number of squares per row. */
function gridIn({ width, height }: Box, count: number): { size: number; perRow: number } {
  const sizes = Array.from({ length: count }, (_, index) => {
    const perRow = index + 1;
    return { perRow, size: Math.min(width / perRow, height / Math.ceil(count / perRow)) };
  });
  return sizes.reduce((best, each) => (each.size > best.size ? each : best));
}

export const videoOfRun = (video: RunVideo): Promise<Blob> => videoOfFrames(framesOf(video), video);

export function framesOf(video: RunVideo): Frames {
  const { run, palette } = video;
  const { snapshots, step } = run; // copied, since training may continue
  const points = run.curves.points.filter((point) => Number.isFinite(point.loss));
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH * PIXEL_RATIO;
  canvas.height = HEIGHT * PIXEL_RATIO;
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  const showAt = (seconds: number) => {
    const snapshot = snapshots[Math.min(snapshots.length - 1, Math.floor(seconds * SNAPSHOTS_PER_SECOND))];
    context.setTransform(PIXEL_RATIO, 0, 0, PIXEL_RATIO, 0, 0);
    context.fillStyle = palette.surface;
    context.fillRect(0, 0, WIDTH, HEIGHT);
    if (!snapshot) return;
    drawHeads(context, video, snapshot);
    drawCurve(context, video, { points, step }, snapshot.step);
    context.fillStyle = palette.text;
    context.font = `600 20px ${FONT}`;
    context.fillText(video.caption(snapshot), CAPTION.x, CAPTION.y, WIDTH - 2 * CAPTION.x);
  };
  const seconds = snapshots.length / SNAPSHOTS_PER_SECOND + HOLD_SECONDS;
  return {
    canvas,
    context,
    seconds,
    showAt,
    perSecond: PER_SECOND,
    count: Math.ceil(seconds * PER_SECOND),
    show: (index) => showAt(index / PER_SECOND),
  };
}

function drawHeads(context: CanvasRenderingContext2D, { run, selected, palette }: RunVideo, snapshot: Snapshot): void {
  const scratch = document.createElement('canvas');
  const cells = run.labels.queries.length * run.labels.keys.length;
  const draw = (layer: number, head: number, isLarge: boolean, x: number, y: number, size: number) => {
    const picture = {
      weights: snapshot.weights[layer]!.subarray(head * cells, (head + 1) * cells),
      reference: null,
      cell: null,
      isCausal: run.isMasked,
      labels: isLarge ? run.labels : null,
      outlined: isLarge ? run.task.attended(run.first) : [],
    };
    context.save();
    context.translate(x, y);
    paint(headScene(picture, palette, size), context, scratch, palette.surface);
    context.restore();
  };
  draw(selected.layer, selected.head, true, LARGE.x, LARGE.y, LARGE.size);
  const { layers, numHeads } = run.settings;
  const { size, perRow } = gridIn(HEADS, layers * numHeads);
  for (let at = 0; at < layers * numHeads; at++) {
    const [layer, head] = [Math.floor(at / numHeads), at % numHeads];
    const [x, y] = [HEADS.x + (at % perRow) * size, HEADS.y + Math.floor(at / perRow) * size];
    draw(layer, head, false, x + 4, y + 4, size - 8);
    if (layer !== selected.layer || head !== selected.head) continue;
    context.strokeStyle = palette.accent;
    context.lineWidth = 2;
    context.strokeRect(x + 2, y + 2, size - 4, size - 4);
  }
}

/** Draws the loss curve of the whole run in a faint color, and its part up to a step in full color. */
function drawCurve(
  context: CanvasRenderingContext2D,
  { palette, loss }: RunVideo,
  { points, step }: { points: readonly Point[]; step: number },
  shown: number,
): void {
  const most = roundUp(Math.max(0, ...points.map((point) => point.loss)));
  const { x, y, width, height } = CURVE;
  const trace = (until: number) => {
    context.beginPath();
    for (const point of points) {
      if (point.step > until) break;
      context.lineTo(x + (width * point.step) / Math.max(1, step), y + height * (1 - point.loss / most));
    }
    context.stroke();
  };
  context.strokeStyle = palette.line;
  context.lineWidth = 1;
  context.strokeRect(x, y, width, height);
  context.lineWidth = 2.5;
  trace(Infinity);
  context.strokeStyle = palette.positive;
  trace(shown);
  context.fillStyle = palette.muted;
  context.font = `15px ${FONT}`;
  context.fillText(loss, x, y - 8);
  context.textAlign = 'right';
  context.fillText(String(most), x - 6, y + 12);
  context.fillText('0', x - 6, y + height);
  context.textAlign = 'left';
}
