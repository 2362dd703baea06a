// Worker side of the view `lens`: the logit lens, with the texts of its tokens.
import { logitLens } from '../../../analysis/index.js';
import type { Context, Inspected } from '../../work/inspected.js';
import type { Question } from '../../../analysis/index.js';
import { textsAfter, type ShownToken } from '../../work/answer.js';

export interface LensArgument {
  readonly question: Required<Question>;
  /** Positions that the logit lens reads, in ascending order, including that of the question. */
  readonly tokens: readonly number[];
}

/** A token that the logit lens predicts after a layer. */
export interface Predicted extends ShownToken {
  readonly probability: number;
}

/** The logit lens's prediction at one position after one layer. */
export interface LensCell {
  /** The most probable tokens, in descending order. */
  readonly top: readonly Predicted[];
  /** Entropy of the prediction, and KL(final prediction ‖ this prediction), both in nats. */
  readonly entropy: number;
  readonly divergence: number;
}

/** Probabilities of the question's two tokens after one layer, at the question's position. */
export interface Followed {
  readonly token: number;
  readonly against: number;
  /** Rank of the question's token; 1 for the most probable. */
  readonly rank: number;
}

export interface Lens {
  /** Token positions that have a row. */
  readonly tokens: readonly number[];
  /**
   * Predictions, [places, tokens]. The first place is before the first layer, the others are after each layer; the last
   * one is the model's own prediction.
   */
  readonly cells: readonly (readonly LensCell[])[];
  /** Probabilities of the question's two tokens at each place. */
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
