// Encodes the animation's frames with WebCodecs through the package mediabunny, faster than real time. This module is
// loaded on demand.
import {
  BufferTarget,
  CanvasSource,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  Quality,
  WebMOutputFormat,
} from 'mediabunny';
import { BITS_PER_SECOND, type Frames } from '../frames.js';

const FRAMES_BEFORE_REST = 12; // frames between pauses that let the page handle events

const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/**
 * Encodes the animation's frames as a video: MP4 with H.264, which slides and phones can play, or WebM.
 * @param frame called before each frame, with its index; may throw to cancel
 * @returns null if the browser encodes neither format
 */
export async function encodeVideo(
  { canvas, count, perSecond, show }: Frames,
  frame: (index: number) => void,
): Promise<Blob | null> {
  const { width, height } = canvas;
  const quality = new Quality({ bitrate: BITS_PER_SECOND });
  const codec = await getFirstEncodableVideoCodec(['avc', 'vp9', 'vp8'], { width, height, quality });
  if (!codec) return null;
  const target = new BufferTarget();
  const format = codec === 'avc' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat();
  const output = new Output({ format, target });
  const source = new CanvasSource(canvas, { codec, quality });
  output.addVideoTrack(source, { frameRate: perSecond });
  try {
    await output.start();
    for (let index = 0; index < count; index++) {
      frame(index);
      show(index);
      await source.add(index / perSecond, 1 / perSecond);
      if (index % FRAMES_BEFORE_REST === 0) await rest();
    }
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  return new Blob([target.buffer!], { type: format.mimeType });
}
