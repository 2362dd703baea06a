// Exports the animation as a video or an animated GIF. Encoders are loaded on demand; in a browser that cannot encode,
// the video is recorded in real time.
import { hasEncoder } from './video-support.js';
import { recordFrames } from './video-recorder.js';
import { framesOf, type Frames } from './frames.js';
import type { ExportJob } from './formats/format.js';
import type { Motion } from './motion.js';
import type { Snapshot } from './snapshot.js';

/**
 * Layout size of the frames in CSS pixels. It is small, so that the smallest text in the scenes of most sentences, 9
 * px, has 12 px in a GIF.
 */
const LAYOUT = { width: 720, height: 540 };
const VIDEO = { perSecond: 30, size: { ...LAYOUT, pixelRatio: 16 / 9, maxHeight: 1280 } };
/** Frame rate and frame size of a GIF. Both are lower than those of a video, since a GIF stores every changed pixel. */
const GIF = { perSecond: 12, size: { ...LAYOUT, pixelRatio: 4 / 3, maxHeight: 1600 } };

type VideoJob = Pick<ExportJob, 'signal' | 'onProgress'>;

/** Returns a function that reports the progress of an export, and throws when the user cancels the export. */
const reporter =
  ({ signal, onProgress }: VideoJob, count: number) =>
  (index: number): void => {
    signal.throwIfAborted();
    onProgress(index / count);
  };

/**
 * Exports the animation as a video.
 * @throws the signal's reason when the export is canceled
 */
export const videoOf = (snapshot: Snapshot, motion: Motion, job: ExportJob): Promise<Blob> =>
  videoOfFrames(framesOf(snapshot, motion, VIDEO.perSecond, VIDEO.size), job);

/**
 * Encodes or records frames as a video.
 * @throws the signal's reason when the export is canceled
 */
export async function videoOfFrames(frames: Frames, job: VideoJob): Promise<Blob> {
  const encoder = hasEncoder() ? await import('./encoders/webcodecs.js').catch(() => null) : null;
  const video = await encoder?.encodeVideo(frames, reporter(job, frames.count));
  return video ?? recordFrames(frames, reporter(job, frames.seconds));
}

/**
 * Exports the animation as a GIF.
 * @throws the signal's reason when the export is canceled; an error if the encoder cannot be loaded
 */
export async function gifOf(snapshot: Snapshot, motion: Motion, job: ExportJob): Promise<Blob> {
  const { encodeGif } = await import('./encoders/gif-encoder.js');
  const frames = framesOf(snapshot, motion, GIF.perSecond, GIF.size);
  return encodeGif(frames, reporter(job, frames.count));
}
