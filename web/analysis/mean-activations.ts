// Mean outputs of a model's heads and feed-forward layers over texts.
import { checkAsyncOptions } from '../engine/core/async-options.js';
import { expectObject, expectOptions } from '../engine/core/checks.js';
import { checkShaped, expectFinite, type Tensor } from '../engine/core/tensor.js';
import { stackOf } from '../engine/transformer/head-ref.js';
import type { PretrainedModel } from '../engine/pretrained/pretrained-model.js';
import { expectModel, type AnalyzedModel } from './analyzed-run.js';
import {
  attentionsOf,
  fedForward,
  feedForwardOutput,
  headOutput,
  headsOf,
  perAttention,
  perStack,
} from './components.js';
import type { Analyzed } from './circumstances.js';
import { inTurns } from './in-turns.js';
import { stacked } from './stacked.js';
import { readTexts, type AnalyzedText } from './texts.js';
import type { PerAttention, PerStack } from './per-attention.js';

export interface MeanOptions {
  /**
   * Inputs over which the means are taken: texts, token ids, or images, each of more than one token; for an
   * encoder-decoder, with the decoder's target, or else with the text that the model generates. Default: 30 sentences
   * of this package, in English and Chinese.
   */
  texts?: readonly AnalyzedText[];
  signal?: AbortSignal;
  /**
   * Reports progress.
   * @param done share of the texts that were read, from 0 to 1
   */
  onProgress?: (done: number) => void;
}

/**
 * Mean activations of a model over the tokens of all texts. The first token of each text is left out, since models use
 * it as an attention sink.
 */
export interface MeanActivations extends Analyzed<'meanActivations'> {
  /** Mean output of each head, [layers, heads, headDim]. */
  readonly heads: PerAttention;
  /** Mean output of each feed-forward layer, [layers, embedDim]. */
  readonly feedForward: PerStack;
  /** Number of texts over which the means were taken; texts that the tokenizer cannot encode are not counted. */
  readonly texts: number;
}

type Means = Pick<MeanActivations, 'heads' | 'feedForward'>;

/**
 * Mean output of each head and of each feed-forward layer, which `knockOut` substitutes. Depends on the model alone and
 * can be reused.
 * @throws TypeError or RangeError that names the invalid argument, such as `texts` if the tokenizer cannot encode the
 *   package's sentences; the signal's reason if aborted
 */
export async function meanActivations(model: PretrainedModel, options?: MeanOptions): Promise<MeanActivations> {
  const analyzed = expectModel('model', model);
  const given = expectOptions('options', options, ['texts', 'signal', 'onProgress']);
  const { signal, onProgress } = checkAsyncOptions(given);
  signal?.throwIfAborted();
  const readings = readTexts(model, given['texts']);

  const sums = new Map<string, Sum>();
  const names = outputsOf(analyzed);
  let texts = 0;
  for (const [at, read] of readings.entries()) {
    const run = await read(signal);
    if (run) {
      texts += 1;
      await inTurns(names, (name) => sums.set(name, added(run.activation(name), sums.get(name))), signal);
    }
    onProgress?.((at + 1) / readings.length);
  }
  if (texts === 0) {
    throw new RangeError(
      'texts: expected some of your own: the tokenizer of the model does not know the words of those of the package',
    );
  }
  const meansOf = (layers: readonly string[]) => stacked(layers.map((name) => meanOf(sums.get(name)!)));
  const { layers } = analyzed;
  return {
    analysis: 'meanActivations',
    precision: model.precision,
    heads: perAttention(analyzed, (attention) => meansOf(namesOf(headOutput, attention, layers[attention]))),
    feedForward: perStack(analyzed, (stack) => meansOf(namesOf(feedForwardOutput, stack, layers[stack]))),
    texts,
  };
}

const outputsOf = (model: AnalyzedModel): string[] => [
  ...attentionsOf(model).flatMap((attention) => namesOf(headOutput, attention, model.layers[attention])),
  ...fedForward(model).flatMap((stack) => namesOf(feedForwardOutput, stack, model.layers[stack])),
];

const namesOf = <Place>(name: (place: Place, layer: number) => string, place: Place, layers: number): string[] =>
  Array.from({ length: layers }, (_, layer) => name(place, layer));

/** Sum of an activation over tokens, [heads, columns] or [columns], and the number of these tokens. */
interface Sum {
  readonly data: Float64Array;
  readonly shape: readonly number[];
  count: number;
}

/** Adds an activation to the sum, for all tokens of a text but the first. */
function added({ data, shape }: Tensor, sum: Sum | undefined): Sum {
  const [tokens, columns] = shape.slice(-2) as [number, number];
  const heads = data.length / (tokens * columns);
  const result = sum ?? { data: new Float64Array(heads * columns), shape: [...shape.slice(0, -2), columns], count: 0 };
  for (let row = 0; row < heads * tokens; ++row) {
    if (row % tokens === 0) continue;
    const head = Math.floor(row / tokens);
    for (let column = 0; column < columns; ++column) {
      result.data[head * columns + column]! += data[row * columns + column]!;
    }
  }
  result.count += tokens - 1;
  return result;
}

function meanOf({ data, shape, count }: Sum): Tensor {
  if (count === 0) throw new RangeError('texts: expected texts of more than one token');
  return { data: Float32Array.from(data, (each) => each / count), shape };
}

/**
 * Checks that a value contains mean activations of a model.
 * @throws TypeError or RangeError if the value does not contain means of this model
 */
export function checkMeans(name: string, value: unknown, model: AnalyzedModel): Means {
  if (value === undefined) {
    throw new TypeError(`${name}: expected the means of the model with kind 'mean': await meanActivations(model)`);
  }
  const { heads, feedForward } = expectObject(name, value) as unknown as MeanActivations;
  const check = (part: string, tensor: unknown, shape: readonly number[]) => {
    const checked = checkShaped(`${name}.${part}`, tensor, shape);
    expectFinite(`${name}.${part}`, checked);
    return checked;
  };
  const { layers, description, embedDim } = model;
  return {
    heads: perAttention(model, (attention) => {
      const shape = [layers[attention], headsOf(model, attention), description[stackOf(attention)]!.headDim];
      return check(`heads.${attention}`, heads?.[attention], shape);
    }),
    feedForward: perStack(model, (stack) =>
      check(`feedForward.${stack}`, feedForward?.[stack], [layers[stack], embedDim]),
    ),
  };
}
