// The animation as a film: played once from beginning to end on a canvas of its own, and recorded as it plays.
import { fontOf, paint } from '../view/canvas.js';
import type { Moment } from '../view/stages.js';
import type { Timeline } from '../view/timeline.js';
import type { Scene } from '../view/scene.js';

const FRAMES_PER_SECOND = 30;
const BITS_PER_SECOND = 4_000_000;
const HOLD = 1.5; // seconds that the last picture stays
/** What this browser can write, the smallest first. */
const TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'];

export const canRecord = (): boolean => recordedType() !== undefined;

const recordedType = (): string | undefined =>
  typeof MediaRecorder === 'undefined' ? undefined : TYPES.find((type) => MediaRecorder.isTypeSupported(type));

/** The largest that a film is: more pixels than this cannot be written as fast as they are played. */
const LARGEST = { width: 1280, height: 960 };

/**
 * @param draw the picture at a moment, of this size
 * @param onProgress 0 … 1
 * @throws the signal's reason when it is given up
 */
export async function record(
  size: { width: number; height: number },
  background: string,
  timeline: Timeline,
  draw: (moment: Moment, measure: (text: string, size: number) => number) => Scene,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const scale = Math.min(1.5, LARGEST.width / size.width, LARGEST.height / size.height);
  const canvas = document.createElement('canvas');
  canvas.width = 2 * Math.round((size.width * scale) / 2);
  canvas.height = 2 * Math.round((size.height * scale) / 2);
  const context = canvas.getContext('2d')!;
  const measure = (text: string, letters: number) => {
    context.font = fontOf({ size: letters });
    return context.measureText(text).width;
  };
  const show = (seconds: number) => {
    context.setTransform(scale, 0, 0, scale, 0, 0);
    paint(draw(timeline.momentAt(seconds), measure), context, background);
  };
  show(0);
  const recorder = new MediaRecorder(canvas.captureStream(FRAMES_PER_SECOND), {
    mimeType: recordedType()!,
    videoBitsPerSecond: BITS_PER_SECOND,
  });
  const chunks: Blob[] = [];
  recorder.ondataavailable = ({ data }) => chunks.push(data);
  const stopped = new Promise((resolve) => (recorder.onstop = resolve));
  recorder.start();
  try {
    await play(timeline.length + HOLD, (seconds) => {
      signal.throwIfAborted();
      show(Math.min(seconds, timeline.length));
      onProgress(seconds / (timeline.length + HOLD));
    });
  } finally {
    recorder.stop();
  }
  await stopped;
  return new Blob(chunks, { type: recorder.mimeType });
}

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Calls with the seconds since the beginning, frame by frame, until so many have gone by. */
async function play(length: number, each: (seconds: number) => void): Promise<void> {
  const began = performance.now();
  for (let seconds = 0; seconds < length;) {
    await nextFrame();
    seconds = Math.min(length, (performance.now() - began) / 1000);
    each(seconds);
  }
}
