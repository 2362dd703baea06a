// The layer that gives the logits of the classes of an image, from what the encoder makes of [CLS].
import { readTensor } from '../model/load-parameters.js';
import { expectWithinFloat32, type Tensor } from '../core/tensor.js';
import type { FamilyModel } from './families/family.js';
import type { Reading } from '../weights/reading.js';
import type { WeightsFile } from '../weights/weights-file.js';

export class Classifier {
  readonly labels: readonly string[];
  /** [classes, embedDim] */
  readonly #weight: Tensor;
  /** [classes] */
  readonly #bias: Tensor;

  private constructor(labels: readonly string[], weight: Tensor, bias: Tensor) {
    this.labels = labels;
    this.#weight = weight;
    this.#bias = bias;
  }

  /** Null: the model has none, or its file. */
  static *load(file: WeightsFile, { classifier, description }: FamilyModel): Reading<Classifier | null> {
    if (!classifier) return null;
    const { tensor, labels } = classifier;
    if (!file.has(`${tensor}.weight`)) return null;
    const weight = file.find(`${tensor}.weight`, [labels.length, description.embedDim]);
    const bias = file.find(`${tensor}.bias`, [labels.length]);
    return new Classifier(labels, yield* readTensor(weight), yield* readTensor(bias));
  }

  /**
   * W·x + b, [1, classes], of the first token.
   * @param output of the encoder, [tokens, embedDim]
   */
  logits({ data: x, shape: [, embedDim] }: Tensor): Tensor {
    const { data: weight } = this.#weight;
    const data = Float32Array.from(this.#bias.data, (bias, row) => {
      let sum = bias;
      for (let c = 0; c < embedDim!; ++c) sum += weight[row * embedDim! + c]! * x[c]!;
      return sum;
    });
    const logits = { data, shape: [1, data.length] };
    expectWithinFloat32('logits', logits);
    return logits;
  }
}
