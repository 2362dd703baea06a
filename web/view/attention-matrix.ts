// The square in the middle: scores, scaled, masked and weights, one after the other in the same place.
import { largestOf, rgb, scoreScale, weightScale, type ColorScale, type Rgb } from './palette.js';
import { progress, type StageName } from './stages.js';
import { revealed } from './reveal.js';
import type { MatrixLook } from './matrix.js';
import type { Picture, PictureContent } from './picture.js';
import type { Tensor } from '../engine/tensor.js';

/** What the square shows, stage by stage; each stage repaints what the one before left. */
const SHOWN = [
  { stage: 'score', matrix: 'scores' },
  { stage: 'scale', matrix: 'scaled' },
  { stage: 'mask', matrix: 'masked' },
  { stage: 'softmax', matrix: 'weights' },
] as const;

type Shown = (typeof SHOWN)[number];

/** The stage that the square is in: the last one of its own that has begun, or null before the first. */
export function shownStage(picture: PictureContent): Shown | null {
  return SHOWN.findLast(({ stage }) => progress(picture.moment, stage) > 0) ?? null;
}

/** The scale of colours of a stage. Scores and scaled share one, so that the scaling is seen to calm the scores. */
export function scaleOf(picture: Picture, stage: StageName): ColorScale {
  const { palette, trace, untouched } = picture;
  if (stage === 'softmax' && untouched) {
    return scoreScale(palette, largestOf(differences(trace.weights, untouched.weights)));
  }
  return stage === 'softmax'
    ? weightScale(palette, largestOf(trace.weights.data))
    : scoreScale(palette, largestOf(trace.scores.data));
}

/** How much more each weight is than where nothing was changed; the text, and so the shape, is the same. */
const differences = ({ data }: Tensor, before: Tensor): Float32Array =>
  data.map((weight, at) => weight - before.data[at]!);

/** The look of the square at a moment. */
export function attentionLook(picture: Picture): MatrixLook {
  const { palette, trace, moment, selection } = picture;
  const [rows, columns] = trace.scores.shape as [number, number];
  const now = shownStage(picture);
  const nothing = { color: rgb(palette.zero), alpha: 0, value: 0 };
  if (!now) return { rows, columns, look: () => nothing };

  const maskedColor = rgb(palette.masked);
  const painter = ({ stage, matrix }: Shown) => {
    const { color } = scaleOf(picture, stage);
    const compared = stage === 'softmax' ? picture.untouched : null;
    const data = compared ? differences(trace.weights, compared.weights) : trace[matrix].data;
    // A masked cell is flat grey from the mask on, also when its weight is 0 after the softmax.
    const greys = !compared && (stage === 'mask' || stage === 'softmax');
    return (index: number): { color: Rgb; value: number } => ({
      color: greys && trace.masked.data[index] === -Infinity ? maskedColor : color(data[index]!),
      value: data[index]!,
    });
  };
  const after = painter(now);
  const previous = SHOWN[SHOWN.indexOf(now) - 1];
  const before = previous && painter(previous);
  const time = progress(moment, now.stage);

  const look = (row: number, column: number) => {
    const index = row * columns + column;
    const done = time >= 1 ? 1 : revealed(time, row, column, selection.row, rows, columns);
    const to = after(index);
    if (!before) return { ...to, alpha: done };
    if (done >= 1) return { ...to, alpha: 1 };
    const from = before(index);
    const mixed = from.color.map((channel, at) => channel + (to.color[at]! - channel) * done) as unknown as Rgb;
    return { color: mixed, alpha: 1, value: done > 0.5 ? to.value : from.value };
  };
  return { rows, columns, look, fewestDigits: now.stage === 'softmax' ? 2 : 1 };
}
