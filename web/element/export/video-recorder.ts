// Records the animation: plays it once, from beginning to end, on a canvas of its own.
import { ColorCache } from '../render/color-cache.js';
import { paint } from '../../view/output/canvas.js';
import { textMeasure } from '../render/text-measure.js';
import type { ExportJob } from './formats/format.js';
import type { Snapshot } from './snapshot.js';
import type { Surface } from '../../view/view-model.js';

const FRAMES_PER_SECOND = 30;
const BITS_PER_SECOND = 4_000_000;
const HOLD_SECONDS = 1.5; // that the last frame stays
/** More pixels than this cannot be encoded in real time. */
const MAX_SIZE = { width: 1280, height: 960 };
const MAX_PIXEL_RATIO = 1.5;
/** In order of preference: the smallest files first. */
const TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'];

const supportedType = (): string | undefined =>
  typeof MediaRecorder === 'undefined' ? undefined : TYPES.find((type) => MediaRecorder.isTypeSupported(type));

export const canRecord = (): boolean => supportedType() !== undefined;

const evenPixels = (length: number): number => 2 * Math.round(length / 2); // video codecs need even sizes

/** @throws the signal's reason when the recording is canceled */
export async function recordVideo(
  { scene, background, timeline, draw }: Snapshot,
  { signal, onProgress }: ExportJob,
): Promise<Blob> {
  const { width, height } = scene;
  const pixelRatio = Math.min(MAX_PIXEL_RATIO, MAX_SIZE.width / width, MAX_SIZE.height / height);
  const canvas = document.createElement('canvas');
  canvas.width = evenPixels(width * pixelRatio);
  canvas.height = evenPixels(height * pixelRatio);
  const context = canvas.getContext('2d')!;
  const scratch = document.createElement('canvas');
  const surface: Surface = { width, height, measure: textMeasure(context), cachedColors: new ColorCache().get };
  const show = (seconds: number) => {
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    paint(draw(timeline.momentAt(seconds), surface), context, scratch, background);
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
  const length = timeline.length + HOLD_SECONDS;
  try {
    await play(length, (seconds) => {
      signal.throwIfAborted();
      show(Math.min(seconds, timeline.length));
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
