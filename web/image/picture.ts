// Draws an image with the attention of one token: each patch is overlaid with the color of its weight, and [CLS] is
// above the image. The view 'sentence' shows it for vision models.
import { contrastingText, weightScale, type ColorScale } from '../view/marks/palette.js';
import { drawLegend } from '../view/marks/heatmap.js';
import { easeOut } from '../view/stages.js';
import { patchGrid, type ImageFormat } from '../engine/pretrained/patches.js';
import type { Box, CellColors, Mark, Scene, TextMark } from '../view/scene.js';
import type { RgbaImage } from '../engine/pretrained/image-tokenizer.js';
import type { ViewModel } from '../view/view-model.js';

// Margin around the image in pixels.
const MARGIN = 12;
const MAX_SIDE = 400;
const CLS = { width: 76, height: 28 };
const LEGEND = { height: 34, width: 160 };
const LABEL_SIZE = 13;

const OPACITY = 0.6;
const MAX_LABELS = 3;
const MIN_LABELED_WEIGHT = 0.02;

interface PictureLayout {
  cls: Box;
  image: Box;
  /** Boxes of the patches in row-major order. */
  patches: readonly Box[];
  legend: Box;
}

function layoutOf(room: number, format: ImageFormat): PictureLayout {
  const scale = Math.min((room - 2 * MARGIN) / format.width, MAX_SIDE / Math.max(format.width, format.height));
  const [width, height] = [scale * format.width, scale * format.height];
  const left = (room - width) / 2;
  const image = { x: left, y: 2 * MARGIN + CLS.height, width, height };
  const [rows, columns] = patchGrid(format);
  const patch = { width: scale * format.patchWidth, height: scale * format.patchHeight };
  return {
    cls: { x: left, y: MARGIN, ...CLS },
    image,
    patches: Array.from({ length: rows * columns }, (_, at) => ({
      x: image.x + (at % columns) * patch.width,
      y: image.y + Math.floor(at / columns) * patch.height,
      ...patch,
    })),
    legend: { x: (room - LEGEND.width) / 2, y: image.y + height + MARGIN, width: LEGEND.width, height: 8 },
  };
}

export const heightOfPicture = (room: number, format: ImageFormat): number => {
  const { y } = layoutOf(room, format).legend;
  return Math.ceil(y + LEGEND.height);
};

/** The query token's weights at the current moment of the transition from the previous weights. */
function weightsNow({ weights, keyTokens, selection: { row }, transition }: ViewModel): Float32Array {
  const now = weights.data.slice(row * keyTokens.length, (row + 1) * keyTokens.length);
  const { share, from } = transition ?? { share: 1, from: null };
  if (!from) return now;
  return now.map((weight, key) => from[key]! + (weight - from[key]!) * easeOut(share));
}

function colorsOfPatches(scale: ColorScale, weights: Float32Array): CellColors {
  const colors = new Uint8ClampedArray(4 * weights.length);
  weights.forEach((weight, at) => colors.set([...scale.color(weight), 255], 4 * at));
  return colors;
}

const centered = ({ x, y, width, height }: Box): Pick<TextMark, 'x' | 'y' | 'align'> => ({
  x: x + width / 2,
  y: y + height / 2,
  align: 'center',
});

/** Labels with the weights on the patches that have the largest ones. */
function labels(
  weights: Float32Array,
  percents: readonly string[],
  { patches }: PictureLayout,
  { palette }: ViewModel,
): Mark[] {
  return [...weights.keys()]
    .filter((at) => weights[at]! >= MIN_LABELED_WEIGHT)
    .sort((a, b) => weights[b]! - weights[a]!)
    .slice(0, MAX_LABELS)
    .map((at) => ({
      kind: 'text',
      text: percents[at]!,
      size: LABEL_SIZE,
      bold: true,
      ...centered(patches[at]!),
      fill: palette.text,
      halo: palette.surface,
    }));
}

/**
 * Draws the image with the weights.
 * @param image image of the model's input size
 */
export function drawPicture(viewModel: ViewModel, image: RgbaImage, format: ImageFormat): Scene {
  const { width, height, palette, selection, queryTokens, percentsOf } = viewModel;
  const layout = layoutOf(width, format);
  const { cls, patches } = layout;
  const all = weightsNow(viewModel);
  const percents = percentsOf(all);
  const weights = all.subarray(1); // [CLS] often has the largest weight, but has no position in the image.
  const scale = weightScale(palette);
  const [rows, columns] = patchGrid(format);
  const [first, last] = [patches[0]!, patches.at(-1)!];
  const clsColor = scale.color(all[0]!);
  const query = [cls, ...patches][selection.row]!;
  const marks: Mark[] = [
    { kind: 'cells', ...layout.image, rows: image.height, columns: image.width, colors: colorsOf(image) },
    {
      kind: 'cells',
      x: first.x,
      y: first.y,
      rows,
      columns,
      opacity: OPACITY,
      width: last.x + last.width - first.x,
      height: last.y + last.height - first.y,
      colors: colorsOfPatches(scale, weights),
    },
    { kind: 'rect', ...cls, radius: 5, fill: `rgb(${clsColor.map(Math.round).join(',')})`, stroke: palette.line },
    {
      kind: 'text',
      text: `${queryTokens[0]!} ${percents[0]!}`,
      size: LABEL_SIZE,
      ...centered(cls),
      fill: contrastingText(clsColor),
    },
    { kind: 'rect', ...query, radius: selection.row === 0 ? 5 : 0, stroke: palette.query, lineWidth: 3 },
    ...labels(weights, percents.slice(1), layout, viewModel),
    ...drawLegend(scale, layout.legend, palette.muted, 1),
  ];
  return {
    width,
    height,
    regions: [],
    panels: [],
    viewport: null,
    layers: [{ clip: { x: 0, y: 0, width, height }, marks }],
    tokens: [cls, ...patches].map((box, token) => ({ token, ...box })),
  };
}

const colorsOf = ({ data }: RgbaImage): CellColors => data as CellColors;
