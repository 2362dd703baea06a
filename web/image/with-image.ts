// Combines a vision model and an image into a model that the element can show.
import { drawPicture, heightOfPicture } from './picture.js';
import { expectObject } from '../engine/core/checks.js';
import { formatOf } from './image-data.js';
import { MAX_TOKENS } from '../element/source/attention-source.js';
import { patchTokens, type ImageFormat } from '../engine/pretrained/patches.js';
import type { Answer } from '../element/source/answer.js';
import type { RgbaImage } from '../engine/pretrained/image-tokenizer.js';
import type { ShownModel, ShownRun } from '../element/source/shown-model.js';

/** A vision model, either in this thread or in a worker. */
export interface ImageModel extends Omit<ShownModel, 'run' | 'tokenize' | 'picture'> {
  readonly contextLength: number;
  readonly image: ImageFormat | null;
  run: (image: RgbaImage, options: Parameters<ShownModel['run']>[1]) => Answer<ShownRun>;
}

/**
 * Creates a value for `element.pretrained` that shows a vision model with this image. The element's `text` is then the
 * name of the image.
 * @param given an image of the model's input size, for example from imageDataOf; it is copied
 * @throws TypeError or RangeError unless the model reads images of this size
 */
export function withImage(model: ImageModel, given: RgbaImage): ShownModel {
  const format = formatOf(model);
  const { data, width, height } = expectObject('image', given) as unknown as RgbaImage;
  if (model.contextLength > MAX_TOKENS) {
    throw new RangeError(`model: expected one of at most ${MAX_TOKENS} tokens, got ${model.contextLength}`);
  }
  const image = { data: data.map((number, at) => (at % 4 === 3 ? 255 : number)), width, height };
  const { tokens } = patchTokens(format);
  const { trained, embedDim, numHeads, layers, heads, description, activations, contextLength, parameters } = model;
  const { family, precision, weights } = model;
  return {
    trained,
    embedDim,
    numHeads,
    layers,
    heads,
    description,
    activations,
    parameters,
    contextLength,
    ...(family !== undefined && { family }),
    ...(precision !== undefined && { precision }),
    ...(weights !== undefined && { weights }),
    parameter: (name, rows) => model.parameter(name, rows),
    tokenize: () => tokens,
    run: (_text, options) => model.run(image, options),
    picture: {
      draw: (viewModel) => drawPicture(viewModel, image, format),
      requiredHeight: ({ width: room }) => heightOfPicture(room, format),
    },
  };
}
