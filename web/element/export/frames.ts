// Frames of an exported animation, drawn on a separate canvas: stage and formula above the scene, the result below.
import { ColorCache } from '../render/color-cache.js';
import { paint } from '../../view/output/canvas.js';
import { textMeasure } from '../render/text-measure.js';
import type { Motion } from './motion.js';
import type { Snapshot } from './snapshot.js';
import type { Surface } from '../../view/view-model.js';

export const BITS_PER_SECOND = 4_000_000;
/** Time in seconds for which an exported animation holds its last frame. */
export const HOLD_SECONDS = 1.5;
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
  /** Duration of the exported animation in seconds, including that of the last frame. */
  seconds: number;
  show: (index: number) => void;
  /**
   * Draws the animation's frame at a given time.
   * @param seconds time from the beginning of the animation, in seconds
   */
  showAt: (seconds: number) => void;
}

/**
 * Layout size of an exported animation's frames. It is independent of the element's size, so that an export on a phone
 * looks the same as on a desktop.
 */
export interface FrameSize {
  /** Width of the layout in CSS pixels. */
  width: number;
  /** Height of the layout in CSS pixels; a view that requires a certain height gets that instead. */
  height: number;
  /** Frame pixels per CSS pixel of the layout, unless the frame would be higher than `maxHeight`. */
  pixelRatio: number;
  /** Maximum height of a frame in frame pixels. */
  maxHeight: number;
}

const evenPixels = (length: number): number => 2 * Math.round(length / 2); // video codecs require even sizes

export function framesOf(
  { background, textColor, fonts }: Pick<Snapshot, 'background' | 'textColor' | 'fonts'>,
  motion: Motion,
  perSecond: number,
  size: FrameSize,
): Frames {
  const { width } = size;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  const scratch = document.createElement('canvas');
  const whole: Surface = {
    width,
    height: size.height - CAPTION.height,
    fonts,
    measure: textMeasure(context, fonts),
    cachedColors: new ColorCache().get,
  };
  const surface = { ...whole, height: motion.requiredHeight(whole) ?? whole.height };
  const height = surface.height + CAPTION.height;
  const pixelRatio = Math.min(size.pixelRatio, size.maxHeight / height);
  canvas.width = evenPixels(width * pixelRatio);
  canvas.height = evenPixels(height * pixelRatio);
  const write = (text: string, { y, size }: { y: number; size: number }) => {
    context.font = `${size}px ${CAPTION.font}`;
    context.fillText(text, width / 2, surface.height + y, width - 16);
  };
  const showAt = (seconds: number) => {
    const moment = Math.min(seconds, motion.seconds);
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    context.fillStyle = background;
    context.fillRect(0, 0, width, height);
    paint({ ...motion.draw(moment, surface), fonts }, context, scratch, background);
    context.fillStyle = textColor;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    const { heading, detail } = motion.captionAt(moment, surface);
    write(heading, CAPTION.heading);
    write(detail, CAPTION.detail);
  };
  const seconds = motion.seconds + HOLD_SECONDS;
  return {
    canvas,
    context,
    perSecond,
    seconds,
    showAt,
    count: Math.ceil(seconds * perSecond),
    show: (index) => showAt(index / perSecond),
  };
}
