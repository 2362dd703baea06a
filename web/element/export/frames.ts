// What moves, frame by frame, on a canvas of its own, with the stage, its formula and what came out below the picture.
import { ColorCache } from '../render/color-cache.js';
import { paint } from '../../view/output/canvas.js';
import { textMeasure } from '../render/text-measure.js';
import type { Motion } from './motion.js';
import type { Snapshot } from './snapshot.js';
import type { Surface } from '../../view/view-model.js';

const HOLD_SECONDS = 1.5; // that the last frame stays
const CAPTION = {
  height: 72,
  heading: { y: 24, size: 17 },
  detail: { y: 51, size: 16 },
  font: "'Cambria Math', Cambria, 'Times New Roman', 'Noto Serif CJK SC', serif",
};

export interface Frames {
  canvas: HTMLCanvasElement;
  context: CanvasRenderingContext2D;
  perSecond: number;
  count: number;
  /** Seconds from the first frame to the end of the last. */
  seconds: number;
  /** Draws a frame. */
  show: (index: number) => void;
  /** Draws a moment, in seconds from the beginning. */
  showAt: (seconds: number) => void;
}

export interface FrameSize {
  width: number;
  height: number;
  /** Pixels of the frame per CSS pixel, at most. */
  pixelRatio: number;
}

const evenPixels = (length: number): number => 2 * Math.round(length / 2); // video codecs need even sizes

/** @param most the size that frames have at most */
export function framesOf(
  { scene, background, textColor }: Snapshot,
  motion: Motion,
  perSecond: number,
  most: FrameSize,
): Frames {
  const { width } = scene;
  const height = scene.height + CAPTION.height;
  const pixelRatio = Math.min(most.pixelRatio, most.width / width, most.height / height);
  const canvas = document.createElement('canvas');
  canvas.width = evenPixels(width * pixelRatio);
  canvas.height = evenPixels(height * pixelRatio);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  const scratch = document.createElement('canvas');
  const surface: Surface = {
    ...{ width, height: scene.height, measure: textMeasure(context) },
    cachedColors: new ColorCache().get,
  };
  const write = (text: string, { y, size }: { y: number; size: number }) => {
    context.font = `${size}px ${CAPTION.font}`;
    context.fillText(text, width / 2, scene.height + y, width - 16);
  };
  const showAt = (seconds: number) => {
    const moment = Math.min(seconds, motion.seconds);
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    context.fillStyle = background;
    context.fillRect(0, 0, width, height);
    paint(motion.draw(moment, surface), context, scratch, background);
    context.fillStyle = textColor;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    const { heading, detail } = motion.captionAt(moment, surface);
    write(heading, CAPTION.heading);
    write(detail, CAPTION.detail);
  };
  const seconds = motion.seconds + HOLD_SECONDS;
  return {
    ...{ canvas, context, perSecond, seconds, showAt },
    count: Math.ceil(seconds * perSecond),
    show: (index) => showAt(index / perSecond),
  };
}
