// Converts images to the patches that a vision model reads.
import { describe, expectObject, expectWholeNumber, isA } from '../core/checks.js';
import { checkShaped, expectFinite, type Tensor } from '../core/tensor.js';
import { ConfigFields } from './families/config-fields.js';
import { cutIntoPatches, patchTokens, type ImageFormat, type PatchTokens } from './patches.js';

/** An RGBA image in the format of ImageData, with values 0 … 255. Alpha is ignored. */
export interface RgbaImage {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Image of the size that the model reads: either RGBA, or normalized values, [channels, height, width]. */
export type ImageInput = RgbaImage | Tensor;

/** Normalization of pixel values from 0 to 255, per channel: (value · rescale − mean) / std. */
interface Normalization {
  rescale: number;
  mean: readonly number[];
  std: readonly number[];
}

const RGB = 3;

/**
 * Reads from preprocessor_config.json how pixel values are normalized.
 * @throws TypeError or RangeError that names the field of preprocessor_config.json
 */
function normalizationOf(value: unknown): Normalization {
  const fields = new ConfigFields(value, {}, 'preprocessor');
  const isNormalized = fields.flag('do_normalize', true);
  const std = isNormalized ? fields.numbers('image_std', RGB) : [1, 1, 1];
  if (std.includes(0)) throw fields.error('image_std', 'no 0');
  return {
    rescale: fields.flag('do_rescale', true) ? fields.positive('rescale_factor', 1 / 255) : 1,
    mean: isNormalized ? fields.numbers('image_mean', RGB) : [0, 0, 0],
    std,
  };
}

export class ImageTokenizer {
  readonly format: ImageFormat;
  /**
   * Names of the image's tokens, created on first use. By then, the number of patches has been checked against the
   * weights.
   */
  #patches: PatchTokens | null = null;
  readonly #normalization: Normalization | null;

  /**
   * Creates the converter for a model's images.
   * @param preprocessor contents of preprocessor_config.json; null if the file is absent
   */
  constructor(format: ImageFormat, preprocessor: unknown) {
    this.format = Object.freeze(format);
    this.#normalization = preprocessor === null ? null : normalizationOf(preprocessor);
  }

  /** Tokens of an image, [CLS] and the patches, and the text that consists of their names. */
  get patches(): PatchTokens {
    return (this.#patches ??= patchTokens(this.format));
  }

  /**
   * Splits an image into flattened, normalized patches, [patches, patchDim].
   * @throws TypeError or RangeError unless the image has the model's size
   */
  read(image: unknown): Tensor {
    return cutIntoPatches(this.format, this.#pixels(image));
  }

  /** Converts an image to normalized pixel values, [channels, height, width], as the model reads them. */
  #pixels(value: unknown): Tensor {
    const { channels, height, width } = this.format;
    const image = expectObject('image', value);
    if (image['shape'] === undefined && image['width'] !== undefined) return this.#normalized(image);
    const pixels = checkShaped('image', image, [channels, height, width]);
    expectFinite('image', pixels);
    return pixels;
  }

  #normalized({ data: given, width: givenWidth, height: givenHeight }: Readonly<Record<string, unknown>>): Tensor {
    const { channels, height, width } = this.format;
    if (!this.#normalization) {
      throw new TypeError(
        'image: expected { data, shape }: the model was loaded without preprocessor_config.json; got RGBA',
      );
    }
    if (channels !== RGB) throw new TypeError(`image: expected { data, shape } of ${channels} channels, got RGBA`);
    const size = [givenWidth, givenHeight].map((side, at) =>
      expectWholeNumber(`image.${['width', 'height'][at]!}`, side, 1),
    );
    if (size[0] !== width || size[1] !== height) {
      throw new RangeError(`image: expected ${width} × ${height} pixels, got ${size.join(' × ')}`);
    }
    if (!isA(given, Uint8ClampedArray)) {
      throw new TypeError(`image.data: expected a Uint8ClampedArray, got ${describe(given)}`);
    }
    const numbers = 4 * width * height;
    if (given.length !== numbers) throw new RangeError(`image.data: expected ${numbers} numbers, got ${given.length}`);
    const { rescale, mean, std } = this.#normalization;
    const area = width * height;
    const data = new Float32Array(RGB * area);
    for (let channel = 0; channel < RGB; ++channel) {
      const [center, spread] = [mean[channel]!, std[channel]!];
      for (let at = 0; at < area; ++at)
        data[channel * area + at] = (given[4 * at + channel]! * rescale - center) / spread;
    }
    return { data, shape: [RGB, height, width] };
  }
}
