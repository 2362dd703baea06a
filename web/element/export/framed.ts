// The scene in a frame with the aspect ratio of a slide or a figure, with its captions and a note about its numbers.
import { canvasOf, encodedPng } from './formats/png.js';
import { textMeasure } from '../render/text-measure.js';
import { wrapped } from './wrapped.js';
import type { Snapshot } from './snapshot.js';

/** Width and height of frames by aspect ratio, in CSS pixels. */
export const FRAMES = { '16:9': [1280, 720], '4:3': [1024, 768], '1:1': [900, 900] } as const satisfies Record<
  string,
  readonly [width: number, height: number]
>;
export type FrameName = keyof typeof FRAMES;

const MARGIN = 32;
const CAPTION = { size: 21, line: 30 };
const NOTE = { size: 15, line: 22 };

interface Line {
  text: string;
  size: number;
  height: number;
  color: string;
}

/** Lines of text below the scene: the displayed text, the captions and the note, wrapped to the frame's width. */
function linesOf({ captions, texts, viewModel, fonts, title }: Snapshot, width: number): readonly Line[] {
  const measure = textMeasure(document.createElement('canvas').getContext('2d')!, fonts);
  const { palette } = viewModel;
  const lines = (text: string, { size, line }: typeof CAPTION, color: string): Line[] =>
    wrapped(text, width - 2 * MARGIN, (part) => measure(part, size)).map((each) => ({
      text: each,
      size,
      height: line,
      color,
    }));
  return [
    ...lines(title, CAPTION, palette.text),
    ...captions.flatMap((caption) => lines(caption, NOTE, palette.text)),
    ...lines(viewModel.steps ? texts.exportNote : texts.externalExportNote, NOTE, palette.muted),
  ];
}

/** Width and height, in CSS pixels, that a frame leaves for the scene above the lines of text. */
export function roomIn(frame: FrameName, snapshot: Snapshot): { width: number; height: number } {
  const [width, height] = FRAMES[frame];
  const below = linesOf(snapshot, width).reduce((sum, line) => sum + line.height, 0);
  return { width: width - 2 * MARGIN, height: height - below - 3 * MARGIN };
}

/**
 * Encodes a scene in a frame as a PNG image.
 * @param snapshot scene with the layout size from `roomIn`; a larger scene is scaled down to that size
 * @param scale image pixels per CSS pixel of the frame
 */
export function framedPng(snapshot: Snapshot, frame: FrameName, scale: number): Promise<Blob> {
  const [width, height] = FRAMES[frame];
  const { scene, background, fonts } = snapshot;
  const room = roomIn(frame, snapshot);
  const fit = Math.min(1, room.width / scene.width, room.height / scene.height);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
  const context = canvas.getContext('2d')!;
  context.scale(scale, scale);
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  const [drawnWidth, drawnHeight] = [scene.width * fit, scene.height * fit];
  const left = (width - drawnWidth) / 2;
  const top = MARGIN + (room.height - drawnHeight) / 2;
  context.drawImage(canvasOf(scene, background, scale * fit), left, top, drawnWidth, drawnHeight);
  context.textBaseline = 'middle';
  let y = room.height + 2 * MARGIN;
  for (const line of linesOf(snapshot, width)) {
    context.font = `${line.size}px ${fonts}`;
    context.fillStyle = line.color;
    context.fillText(line.text, MARGIN, y + line.height / 2);
    y += line.height;
  }
  return encodedPng(canvas);
}
