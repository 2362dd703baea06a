// Encodes frames as an animated GIF with the package gifenc. This module is loaded on demand.
import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import type { Frames } from '../frames.js';

const COLORS = 255; // index 255 is for pixels that are unchanged since the previous frame
const SAMPLED_FRAMES = 12; // number of frames that the palette is computed from
const SAMPLED_PIXELS = 5; // distance between sampled pixels

const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Samples every SAMPLED_PIXELS-th pixel of a frame, as RGBA. */
function sampleOf(pixels: Uint32Array): Uint32Array {
  const sample = new Uint32Array(Math.ceil(pixels.length / SAMPLED_PIXELS));
  for (let at = 0; at < sample.length; ++at) sample[at] = pixels[at * SAMPLED_PIXELS]!;
  return sample;
}

/**
 * Palette indices of a frame's pixels that differ from the previous frame, which are usually few; all others are
 * transparent.
 * @returns null if no pixel differs
 */
function changed(pixels: Uint32Array, before: Uint32Array | null, colors: number[][]): Uint8Array | null {
  const differing = new Uint32Array(pixels.length); // positions of the pixels that differ
  const last = before ?? new Uint32Array();
  let count = 0;
  for (let at = 0; at < pixels.length; ++at) if (pixels[at] !== last[at]) differing[count++] = at;
  if (count === 0) return null;
  const values = Uint32Array.from(differing.subarray(0, count), (at) => pixels[at]!);
  const found = applyPalette(new Uint8ClampedArray(values.buffer), colors);
  const index = new Uint8Array(pixels.length).fill(COLORS);
  for (let each = 0; each < count; ++each) index[differing[each]!] = found[each]!;
  return index;
}

/**
 * Encodes the animation's frames as a GIF that loops forever, with a single palette.
 * @param frame called before each frame, with its index; may throw to cancel
 */
export async function encodeGif(
  { canvas, context, count, perSecond, show }: Frames,
  frame: (index: number) => void,
): Promise<Blob> {
  const { width, height } = canvas;
  const pixelsAt = (index: number) => {
    show(index);
    return new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  };
  const samples = Array.from({ length: SAMPLED_FRAMES }, (_, sample) =>
    sampleOf(pixelsAt(Math.round((sample * (count - 1)) / (SAMPLED_FRAMES - 1)))),
  );
  const all = new Uint32Array(samples.reduce((sum, { length }) => sum + length, 0));
  samples.reduce((at, sample) => (all.set(sample, at), at + sample.length), 0);
  const colors = quantize(new Uint8ClampedArray(all.buffer), COLORS);
  const palette = Array.from({ length: COLORS + 1 }, (_, index) => colors[index] ?? [0, 0, 0]);

  const gif = GIFEncoder();
  /** The GIF's next image, which is written once it is known for how many frames it stays. */
  let waiting: { index: Uint8Array; frames: number; isFirst: boolean } | null = null;
  let before: Uint32Array | null = null;
  const write = () => {
    if (!waiting) return;
    gif.writeFrame(waiting.index, width, height, {
      ...(waiting.isFirst ? { palette, repeat: 0 } : {}),
      transparent: true,
      transparentIndex: COLORS,
      dispose: 1,
      delay: Math.round((1000 * waiting.frames) / perSecond),
    });
  };
  for (let at = 0; at < count; at++) {
    frame(at);
    const pixels = pixelsAt(at);
    const difference = changed(pixels, before, colors);
    if (difference) {
      write();
      waiting = { index: difference, frames: 1, isFirst: before === null };
    } else waiting!.frames++;
    before = pixels;
    await rest();
  }
  write();
  gif.finish();
  return new Blob([gif.bytes()], { type: 'image/gif' });
}
