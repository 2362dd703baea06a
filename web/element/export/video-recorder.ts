// Records frames in real time with MediaRecorder, for browsers without WebCodecs.
import { BITS_PER_SECOND, type Frames } from './frames.js';

/** MIME types in order of preference: first those that presentation software and phones can play. */
const TYPES = ['video/mp4;codecs=avc1.640028', 'video/mp4', 'video/webm;codecs=vp9', 'video/webm'];

const supportedType = (): string | undefined =>
  typeof MediaRecorder === 'undefined' ? undefined : TYPES.find((type) => MediaRecorder.isTypeSupported(type));

export const canRecord = (): boolean => supportedType() !== undefined;

/**
 * Records the frames of an animation as a video, in real time.
 * @param moment called before each frame with its time in seconds; may throw to cancel
 */
export async function recordFrames(
  { canvas, perSecond, seconds: length, showAt }: Frames,
  moment: (seconds: number) => void,
): Promise<Blob> {
  showAt(0);
  const recorder = new MediaRecorder(canvas.captureStream(perSecond), {
    mimeType: supportedType()!,
    videoBitsPerSecond: BITS_PER_SECOND,
  });
  const chunks: Blob[] = [];
  recorder.ondataavailable = ({ data }) => chunks.push(data);
  const stopped = new Promise((resolve) => (recorder.onstop = resolve));
  recorder.start();
  try {
    await play(length, (seconds) => {
      moment(seconds);
      showAt(seconds);
    });
  } finally {
    recorder.stop();
  }
  await stopped;
  return new Blob(chunks, { type: recorder.mimeType });
}

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/**
 * Calls `show` on every animation frame of the browser with the elapsed time in seconds.
 * @param length duration in seconds
 */
async function play(length: number, show: (seconds: number) => void): Promise<void> {
  const began = performance.now();
  for (let seconds = 0; seconds < length;) {
    await nextFrame();
    seconds = Math.min(length, (performance.now() - began) / 1000);
    show(seconds);
  }
}
