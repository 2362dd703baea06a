// Copying score: whether a head's values raise the logits of their own tokens.
import type { PretrainedRun } from '../../engine/pretrained/pretrained-run.js';
import type { AnalyzedModel } from '../analyzed-run.js';
import { beforeNorm, beforeProjection, dot, functionalsOf, type Functionals } from '../functionals.js';
import type { SequenceScore } from './mean-score.js';

/**
 * True if the outputs of a model's heads only pass through norms on their way to the logits, as in pre-norm decoders,
 * so that copying scores are defined.
 */
export const canCopy = ({ description, activations }: AnalyzedModel): boolean =>
  description.decoder?.normFirst !== false &&
  description.decoder?.outputDim === undefined &&
  activations.some(({ name }) => name === 'decoder.logits');

/**
 * Copying scores of a decoder's heads. The value of each token passes through W_O, the norms and the output layer (OV
 * circuit, Elhage et al. 2021) to logits of the sequence's tokens; their mean is subtracted, and negative logits become
 * 0. The score is the share of the token's own logit (Olsson et al. 2022), which is 1 / tokens for an uninformative
 * head. The norms' divisors do not change it.
 */
export class CopyingScores {
  readonly #model: AnalyzedModel;
  readonly #tokens: readonly number[];
  /** Position of the sequence's first token in each run. */
  readonly #first: number;
  readonly #logits: Functionals;

  /**
   * Prepares the copying scores for one sequence.
   * @param tokens distinct token ids of the sequence
   * @param first position of the first of these tokens in each run
   */
  constructor(model: AnalyzedModel, tokens: readonly number[], first: number) {
    this.#model = model;
    this.#tokens = tokens;
    this.#first = first;
    const rows = tokens.map((id) => model.parameter('output.weight', [id]).data);
    this.#logits = this.#before('decoder.final_norm', functionalsOf(rows, 1));
  }

  ofLayer(run: PretrainedRun, layer: number): SequenceScore[] {
    const { numHeads, numKvHeads, headDim } = this.#model.description.decoder!;
    const place = `decoder.${layer}.self_attention`;
    const ofOutput = this.#before(`decoder.${layer}.self_attention_output_norm`, this.#logits);
    const { directions } = beforeProjection(ofOutput, this.#model.parameter(`${place}.output.weight`));
    const count = this.#tokens.length;
    const tokens = Array.from({ length: count }, (_, at) => this.#first + at);
    const values = run.activation(`decoder.${layer}.value`, { tokens }).data; // values, [key/value heads, tokens, headDim]
    return Array.from({ length: numHeads }, (_, head) => {
      const kvHead = Math.floor((head * numKvHeads) / numHeads);
      const ofHead = directions.map((direction) => direction.subarray(head * headDim, (head + 1) * headDim));
      const shares = tokens.map((_token, at) => {
        const begin = (kvHead * count + at) * headDim;
        const value = values.subarray(begin, begin + headDim);
        return shareOf(
          ofHead.map((direction) => dot(direction, value)),
          at,
        );
      });
      return { score: shares.reduce((sum, share) => sum + share, 0) / count, baseline: 1 / count, n: count };
    });
  }

  /**
   * Expresses functionals of a norm's output as functionals of its input, ignoring the norm's divisor. If the model
   * does not have this norm, the functionals stay the same.
   */
  #before(norm: string, functionals: Functionals): Functionals {
    const { parameters, description } = this.#model;
    const name = `${norm}.weight`;
    if (!parameters.some((each) => each.name === name)) return functionals;
    const weight = this.#model.parameter(name).data;
    return beforeNorm(functionals, { kind: description.decoder!.norm ?? 'layer', weight, scale: Float32Array.of(1) });
  }
}

/**
 * A logit's excess over the mean of all logits, divided by the sum of all positive excesses. A logit below the mean
 * counts as 0.
 */
function shareOf(logits: readonly number[], at: number): number {
  const mean = logits.reduce((sum, each) => sum + each, 0) / logits.length;
  const raised = logits.map((logit) => Math.max(0, logit - mean));
  const sum = raised.reduce((total, each) => total + each, 0);
  return sum > 0 ? raised[at]! / sum : 0;
}
