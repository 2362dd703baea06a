// All heads of a kind of attention, small, one beside the other.
import { largestOf, weightScale } from './palette.js';
import { drawMatrix } from './matrix.js';
import { fitted } from './sentence.js';
import type { Box, Mark, Scene, TextMark } from './scene.js';
import type { Picture } from './picture.js';
import type { Tensor } from '../engine/tensor.js';

/** One small picture. */
export interface Panel {
  title: string;
  /** What it does, where that is known. */
  note: string;
  /** How much of its weight is on that, where that was measured. */
  share: string;
  /** [queries, keys] */
  weights: Tensor;
  color: string;
  /** Whether it is the one that the other views show. */
  chosen: boolean;
}

export interface HeadsPicture extends Picture {
  panels: readonly Panel[];
  /** How many panels belong side by side where there is room. */
  across: number;
}

const MARGIN = 12;
const GAP = 14;
const HEADER = 34;
const NARROWEST = 92;
const TITLE = 13;

/** How many columns there are, so that none is too narrow. */
function columnsFor({ width, across }: HeadsPicture): number {
  const fitting = Math.max(1, Math.floor((width - 2 * MARGIN + GAP) / (NARROWEST + GAP)));
  return Math.min(across, fitting);
}

/** Their height, when the panels have to be as wide as they can be. */
export function headsHeight(picture: HeadsPicture): number {
  const columns = columnsFor(picture);
  const rows = Math.ceil(picture.panels.length / columns);
  const wide = (picture.width - 2 * MARGIN + GAP) / columns - GAP;
  const high = wide * Math.min(1.4, picture.queryWords.length / picture.keyWords.length);
  return 2 * MARGIN + rows * (high + HEADER + GAP) - GAP;
}

function drawPanel(picture: HeadsPicture, { title, note, share, weights, color, chosen }: Panel, box: Box): Mark[] {
  const { palette, measure, selection } = picture;
  const [rows, columns] = weights.shape as [number, number];
  const scale = weightScale(palette, largestOf(weights.data));
  const cells = { ...box, y: box.y + HEADER, height: box.height - HEADER };
  const look = (row: number, column: number) => {
    const value = weights.data[row * columns + column]!;
    return { color: scale.color(value), alpha: 1, value };
  };
  const line = (text: string, align: 'left' | 'right', y: number, bold: boolean): TextMark => ({
    kind: 'text',
    text: fitted(text, box.width, (each) => measure(each, TITLE)),
    x: align === 'left' ? box.x : box.x + box.width,
    y,
    size: TITLE,
    fill: bold ? palette.text : palette.muted,
    align,
    bold,
  });
  return [
    ...[
      line(title, 'left', box.y + 8, true),
      line(share, 'right', box.y + 8, false),
      line(note, 'left', box.y + 24, false),
    ].filter(({ text }) => text !== ''),
    ...drawMatrix({ rows, columns, look }, cells, 1).filter(({ kind }) => kind === 'cells'),
    {
      kind: 'rect',
      ...cells,
      y: cells.y + (selection.row * cells.height) / rows,
      height: cells.height / rows,
      stroke: palette.query,
      lineWidth: 1,
    },
    { kind: 'rect', ...cells, stroke: color, lineWidth: chosen ? 4 : 1.5, radius: 3 },
  ];
}

export function drawHeadsView(picture: HeadsPicture): Scene {
  const { width, height, panels } = picture;
  const columns = columnsFor(picture);
  const rows = Math.ceil(panels.length / columns);
  const wide = (width - 2 * MARGIN + GAP) / columns - GAP;
  const high = (height - 2 * MARGIN + GAP) / rows - GAP;
  const boxes = panels.map((_, index) => ({
    x: MARGIN + (index % columns) * (wide + GAP),
    y: MARGIN + Math.floor(index / columns) * (high + GAP),
    width: wide,
    height: high,
  }));
  return {
    width,
    height,
    layers: [
      {
        clip: { x: 0, y: 0, width, height },
        marks: panels.flatMap((panel, index) => drawPanel(picture, panel, boxes[index]!)),
      },
    ],
    regions: [],
    words: [],
    panels: boxes.map((box, panel) => ({ panel, ...box })),
  };
}
