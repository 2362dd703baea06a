// Worker side of the view `lens`: the logit lens, with the texts of the predicted tokens.
import { logitLens } from '../../../analysis/index.js';
import type { Context, Inspected } from '../../work/inspected.js';
import type { Question } from '../../../analysis/index.js';
import { textsAfter, type ShownToken } from '../../work/answer.js';

export interface LensArgument {
  readonly question: Required<Question>;
  /**
   * Positions at which the logit lens reads the residual stream, in ascending order, including that of the question.
   */
  readonly tokens: readonly number[];
}

/** A token that the logit lens predicts, with its probability. */
export interface Predicted extends ShownToken {
  readonly probability: number;
}

/** Prediction of the logit lens at one position, before the first layer or after a layer. */
export interface LensCell {
  /** Most probable tokens, in descending order of probability. */
  readonly top: readonly Predicted[];
  /** Entropy of the predicted distribution, in nats. */
  readonly entropy: number;
  /** KL(final prediction ‖ prediction of this cell), in nats. */
  readonly divergence: number;
}

/** Probabilities of the question's two tokens at the question's position, before the first layer or after a layer. */
export interface Followed {
  readonly token: number;
  readonly against: number;
  /** Rank of the question's token by probability, 1 for the most probable. */
  readonly rank: number;
}

export interface Lens {
  /** Positions of the tokens for which the lens has a row. */
  readonly tokens: readonly number[];
  /**
   * Predictions, [places, tokens]. The first place is before the first layer, the others are after each layer; the last
   * one is the model's own prediction.
   */
  readonly cells: readonly (readonly LensCell[])[];
  /** Probabilities of the question's two tokens, before the first layer and after each layer. */
  readonly followed: readonly Followed[];
}

async function lens(
  inspected: Inspected,
  { question, tokens }: LensArgument,
  { signal, report }: Context,
): Promise<Lens> {
  const { model, run } = inspected;
  const { token, against, position } = question;
  const onProgress = (done: number) => report(0.9 * done);
  const result = await logitLens(run, { tokens, token, signal, onProgress });
  inspected.keep('lens', result);
  const { places, top, entropy, divergence, logProbability, rank } = result;
  const rival = await logitLens(run, { tokens: [position], token: against, top: 1, signal });
  const count = tokens.length;
  const own = tokens.indexOf(position);
  const stack = model.layers.decoder > 0 ? 'decoder' : 'encoder';
  const textsOf = tokens.map((at) => textsAfter(inspected, stack, at));
  const cells = places.map((_, place) =>
    tokens.map((_token, column): LensCell => {
      const at = place * count + column;
      const shown = top[place]![column]!.map(({ id, logProbability: log }) => ({
        id,
        text: textsOf[column]!(id),
        probability: Math.exp(log),
      }));
      return { top: shown, entropy: entropy.data[at]!, divergence: divergence.data[at]! };
    }),
  );
  const followed = places.map((_, place): Followed => {
    const at = place * count + own;
    return {
      token: Math.exp(logProbability.data[at]!),
      against: Math.exp(rival.logProbability.data[place]!),
      rank: rank.data[at]!,
    };
  });
  return { tokens, cells, followed };
}

export const requests = { lens };
