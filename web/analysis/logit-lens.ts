// The logit lens: the prediction that the residual stream holds before each layer.
import { checkAsyncOptions, type AsyncOptions } from '../engine/core/async-options.js';
import { expectAscending, expectOptions, expectWholeNumber } from '../engine/core/checks.js';
import { mostProbable } from '../engine/transformer/most-probable.js';
import { zeros, type Tensor } from '../engine/core/tensor.js';
import { inTurns } from './in-turns.js';
import { distributionOf, divergenceFrom, logProbabilityOf, rankOf, referenceOf } from './predictions.js';
import { expectRun, logitsOf, tokensOf } from './question.js';
import { rowsOf, stacked } from './stacked.js';
import type { Run } from '../engine/transformer/run.js';

/** Options of the logit lens. */
export interface LogitLensOptions extends AsyncOptions {
  /** Positions in ascending order. Default: all of the stack that the logits are computed from. */
  tokens?: readonly number[];
  /** The id of a token, or a class, to follow. Default: none. */
  token?: number;
  /** Number of the most probable tokens that are listed for each place and position. Default 5. */
  top?: number;
}

/** A token that a place predicts. */
export interface Prediction {
  readonly id: number;
  /** Natural logarithm of its probability. */
  readonly logProbability: number;
}

/** Results of the logit lens. Their rows are the places, their columns the positions. Logarithms are natural. */
export interface LogitLens {
  /** Activations that are read: the residual stream before each layer, and after the last. */
  readonly places: readonly string[];
  /** Positions, in ascending order. */
  readonly tokens: readonly number[];
  /** For each place and position, the most probable tokens in descending order. */
  readonly top: readonly (readonly (readonly Prediction[])[])[];
  /** log P(token), [places, tokens]; null: no token was given. */
  readonly logProbability: Tensor | null;
  /** Place of the token among all, 1 for the most probable, [places, tokens]; null: no token was given. */
  readonly rank: Tensor | null;
  /** Entropy of the prediction in nats, [places, tokens]. */
  readonly entropy: Tensor;
  /** KL(last place ‖ this place) in nats, [places, tokens]. */
  readonly divergence: Tensor;
}

/** The same with a token that was given. */
export interface LogitLensOfToken extends LogitLens {
  readonly logProbability: Tensor;
  readonly rank: Tensor;
}

/**
 * The prediction that the residual stream holds before each layer, as if no layer followed (nostalgebraist 2020, "interpreting
 * GPT: the logit lens"): the final norm with the statistics of each layer's own stream, then the output layer with its bias and
 * the cap of the logits. The last place has the logits of the run, with its interventions.
 *
 * Limit: layers may hold a prediction in a basis of their own (Belrose et al. 2023, "tuned lens"), so that an early place that
 * predicts nothing may well know something.
 * @returns Tensors [places, tokens]
 * @throws TypeError if the model has no logits; TypeError or RangeError that names the option that does not fit
 */
export function logitLens(run: Run, options: LogitLensOptions & { token: number }): Promise<LogitLensOfToken>;
export function logitLens(run: Run, options?: LogitLensOptions): Promise<LogitLens>;
export async function logitLens(run: Run, options?: LogitLensOptions): Promise<LogitLens> {
  const given = expectOptions('options', options, ['tokens', 'token', 'top', 'signal', 'onProgress']);
  const { signal, onProgress } = checkAsyncOptions(given);
  const { model } = expectRun('run', run);
  const { stack, count } = logitsOf('run', model);
  const tokens = checkTokens(given['tokens'], tokensOf(run, stack).length);
  const token = given['token'] === undefined ? null : expectWholeNumber('token', given['token'], 0, count - 1);
  const top = expectWholeNumber('top', given['top'] ?? Math.min(DEFAULT_TOP, count), 1, count);

  const layers = [...Array(model.layers[stack]).keys()];
  const places = [...layers.map((layer) => `${stack}.${layer}.residualPre`), `${stack}.finalResidual`];
  const shape = [places.length, tokens.length];
  const values = () => ({ data: zeros('the lens', shape), shape });
  const [entropy, divergence] = [values(), values()];
  const ofToken = token === null ? null : { id: token, logProbability: values(), rank: values() };
  const listed = places.map((): Prediction[][] => []);

  // The streams of all places at a token meet the output layer together
  const streams = stacked(places.map((place) => run.activation(place)));
  await inTurns(
    tokens.entries(),
    ([column, position]) => {
      const predicted = rowsOf(run.logitsFrom(streams, { tokens: [position] })).map(distributionOf);
      const last = referenceOf(predicted.at(-1)!);
      predicted.forEach((distribution, place) => {
        const at = place * tokens.length + column;
        const { logits, normalizer } = distribution;
        entropy.data[at] = distribution.entropy;
        divergence.data[at] = place === layers.length ? 0 : divergenceFrom(last, distribution);
        listed[place]!.push(mostProbable(logits, top, undefined, normalizer));
        if (!ofToken) return;
        ofToken.logProbability.data[at] = logProbabilityOf(distribution, ofToken.id);
        ofToken.rank.data[at] = rankOf(logits, ofToken.id);
      });
      onProgress?.((column + 1) / tokens.length);
    },
    signal,
  );
  const { logProbability = null, rank = null } = ofToken ?? {};
  return { places, tokens, top: listed, logProbability, rank, entropy, divergence };
}

const DEFAULT_TOP = 5;

function checkTokens(value: unknown, count: number): readonly number[] {
  if (value === undefined) return [...Array(count).keys()];
  const tokens = expectAscending('tokens', value, count);
  if (tokens.length === 0) throw new RangeError('tokens: expected at least one position, got none');
  return tokens;
}
