// Paints a scene on a 2D canvas.
import { MONO, SANS } from '../marks/fonts.js';
import type { CellsMark, Mark, PathMark, RectMark, Scene, TextMark } from '../scene.js';

export const fontOf = ({ size, bold, mono }: { size: number; bold?: boolean; mono?: boolean }, fonts: string): string =>
  `${bold ? '600 ' : ''}${size}px ${mono ? MONO : fonts}`;

/**
 * Minimum size in pixels of heat map cells that are drawn one by one, with gaps between them. Smaller cells are drawn
 * as an image.
 */
const MIN_SEPARATE_CELL = 7;

/**
 * Paints a scene on a canvas.
 * @param scratch another canvas for intermediate images, whose content is overwritten
 * @param background background color; default: transparent
 */
export function paint(
  scene: Scene,
  context: CanvasRenderingContext2D,
  scratch: HTMLCanvasElement,
  background?: string,
): void {
  context.clearRect(0, 0, scene.width, scene.height);
  if (background !== undefined) {
    context.fillStyle = background;
    context.fillRect(0, 0, scene.width, scene.height);
  }
  for (const { clip, marks } of scene.layers) {
    context.save();
    context.beginPath();
    context.rect(clip.x, clip.y, clip.width, clip.height);
    context.clip();
    for (const mark of marks) {
      if (mark.kind === 'cells' && !isOnCanvas(mark, context)) continue;
      context.globalAlpha = mark.opacity ?? 1;
      if (context.globalAlpha > 0) paintMark(mark, context, scratch, scene.fonts ?? SANS);
    }
    context.restore();
  }
}

/** True if a part of a heat map's cells is on the canvas, which may show only a band of a long scene. */
function isOnCanvas({ y, height }: CellsMark, context: CanvasRenderingContext2D): boolean {
  const { d: scale, f: offset } = context.getTransform();
  return scale * (y + height) + offset > 0 && scale * y + offset < context.canvas.height;
}

function paintMark(mark: Mark, context: CanvasRenderingContext2D, scratch: HTMLCanvasElement, fonts: string): void {
  switch (mark.kind) {
    case 'rect': {
      paintRect(mark, context);
      return;
    }
    case 'text': {
      paintText(mark, context, fonts);
      return;
    }
    case 'path': {
      paintPath(mark, context);
      return;
    }
    case 'cells': {
      paintCells(mark, context, scratch);
      return;
    }
  }
}

function fillAndStroke(mark: RectMark | PathMark, context: CanvasRenderingContext2D): void {
  if (mark.fill) {
    context.fillStyle = mark.fill;
    context.fill();
  }
  if (mark.stroke) {
    context.strokeStyle = mark.stroke;
    context.lineWidth = mark.lineWidth ?? 1;
    context.stroke();
  }
}

function paintRect(mark: RectMark, context: CanvasRenderingContext2D): void {
  context.beginPath();
  context.roundRect(mark.x, mark.y, mark.width, mark.height, mark.radius ?? 0);
  context.setLineDash([...(mark.dash ?? [])]);
  fillAndStroke(mark, context);
  context.setLineDash([]);
}

function paintText(mark: TextMark, context: CanvasRenderingContext2D, fonts: string): void {
  context.save();
  context.translate(mark.x, mark.y);
  if (mark.turn) context.rotate((mark.turn * Math.PI) / 180);
  context.font = fontOf(mark, fonts);
  context.textAlign = mark.align;
  context.textBaseline = 'middle';
  if (mark.halo) {
    context.strokeStyle = mark.halo;
    context.lineWidth = 4;
    context.lineJoin = 'round';
    context.strokeText(mark.text, 0, 0);
  }
  context.fillStyle = mark.fill;
  context.fillText(mark.text, 0, 0);
  context.restore();
}

function paintPath(mark: PathMark, context: CanvasRenderingContext2D): void {
  context.beginPath();
  context.moveTo(mark.from.x, mark.from.y);
  for (const { c1, c2, to } of mark.curves) context.bezierCurveTo(c1.x, c1.y, c2.x, c2.y, to.x, to.y);
  context.lineCap = 'round';
  fillAndStroke(mark, context);
}

function paintCells(mark: CellsMark, context: CanvasRenderingContext2D, scratch: HTMLCanvasElement): void {
  const width = mark.width / mark.columns;
  const height = mark.height / mark.rows;
  if (Math.min(width, height) < MIN_SEPARATE_CELL) {
    paintCellsAsImage(mark, context, scratch);
    return;
  }
  const gap = Math.min(1.5, Math.min(width, height) * 0.08);
  const opacity = context.globalAlpha;
  for (let row = 0, at = 0; row < mark.rows; row++) {
    for (let column = 0; column < mark.columns; column++, at += 4) {
      const [red, green, blue, alpha] = mark.colors.subarray(at, at + 4) as unknown as [number, number, number, number];
      if (alpha === 0) continue;
      context.globalAlpha = (opacity * alpha) / 255;
      context.fillStyle = `rgb(${red},${green},${blue})`;
      context.fillRect(mark.x + column * width + gap / 2, mark.y + row * height + gap / 2, width - gap, height - gap);
    }
  }
  context.globalAlpha = opacity;
}

function paintCellsAsImage(mark: CellsMark, context: CanvasRenderingContext2D, scratch: HTMLCanvasElement): void {
  if (scratch.width !== mark.columns) scratch.width = mark.columns; // setting the same size would take time, too
  if (scratch.height !== mark.rows) scratch.height = mark.rows;
  scratch.getContext('2d')?.putImageData(new ImageData(mark.colors, mark.columns, mark.rows), 0, 0);
  context.imageSmoothingEnabled = mark.width < mark.columns || mark.height < mark.rows;
  context.drawImage(scratch, mark.x, mark.y, mark.width, mark.height);
}
