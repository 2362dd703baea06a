// Records what moves in a view: plays it once, from beginning to end, on a canvas of its own, with a caption below.
import { ColorCache } from '../render/color-cache.js';
import { paint } from '../../view/output/canvas.js';
import { textMeasure } from '../render/text-measure.js';
import type { Motion } from './motion.js';
import type { ExportJob } from './formats/format.js';
import type { Snapshot } from './snapshot.js';
import type { Surface } from '../../view/view-model.js';

const FRAMES_PER_SECOND = 30;
const BITS_PER_SECOND = 4_000_000;
const HOLD_SECONDS = 1.5; // that the last frame stays
/** More pixels than this cannot be encoded in real time. */
const MAX_SIZE = { width: 1280, height: 960 };
const MAX_PIXEL_RATIO = 1.5;
/** In order of preference: first what slides and phones play. */
const TYPES = ['video/mp4;codecs=avc1.640028', 'video/mp4', 'video/webm;codecs=vp9', 'video/webm'];
const CAPTION = {
  height: 44,
  size: 17,
  font: "'Cambria Math', Cambria, 'Times New Roman', 'Noto Serif CJK SC', serif",
};

const supportedType = (): string | undefined =>
  typeof MediaRecorder === 'undefined' ? undefined : TYPES.find((type) => MediaRecorder.isTypeSupported(type));

export const canRecord = (): boolean => supportedType() !== undefined;

const evenPixels = (length: number): number => 2 * Math.round(length / 2); // video codecs need even sizes

/** @throws the signal's reason when the recording is canceled */
export async function recordVideo(
  { scene, background, textColor }: Snapshot,
  motion: Motion,
  { signal, onProgress }: ExportJob,
): Promise<Blob> {
  const { width } = scene;
  const height = scene.height + CAPTION.height;
  const pixelRatio = Math.min(MAX_PIXEL_RATIO, MAX_SIZE.width / width, MAX_SIZE.height / height);
  const canvas = document.createElement('canvas');
  canvas.width = evenPixels(width * pixelRatio);
  canvas.height = evenPixels(height * pixelRatio);
  const context = canvas.getContext('2d')!;
  const scratch = document.createElement('canvas');
  const surface: Surface = {
    ...{ width, height: scene.height, measure: textMeasure(context) },
    cachedColors: new ColorCache().get,
  };
  const show = (seconds: number) => {
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    context.fillStyle = background;
    context.fillRect(0, 0, width, height);
    paint(motion.draw(seconds, surface), context, scratch, background);
    context.fillStyle = textColor;
    context.font = `${CAPTION.size}px ${CAPTION.font}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(motion.captionAt(seconds), width / 2, scene.height + CAPTION.height / 2, width);
  };
  show(0);
  const recorder = new MediaRecorder(canvas.captureStream(FRAMES_PER_SECOND), {
    mimeType: supportedType()!,
    videoBitsPerSecond: BITS_PER_SECOND,
  });
  const chunks: Blob[] = [];
  recorder.ondataavailable = ({ data }) => chunks.push(data);
  const stopped = new Promise((resolve) => (recorder.onstop = resolve));
  recorder.start();
  const length = motion.seconds + HOLD_SECONDS;
  try {
    await play(length, (seconds) => {
      signal.throwIfAborted();
      show(Math.min(seconds, motion.seconds));
      onProgress(seconds / length);
    });
  } finally {
    recorder.stop();
  }
  await stopped;
  return new Blob(chunks, { type: recorder.mimeType });
}

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Calls `show` on every frame with the seconds since the beginning, for `length` seconds. */
async function play(length: number, show: (seconds: number) => void): Promise<void> {
  const began = performance.now();
  for (let seconds = 0; seconds < length;) {
    await nextFrame();
    seconds = Math.min(length, (performance.now() - began) / 1000);
    show(seconds);
  }
}
