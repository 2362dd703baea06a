// The logit lens: the prediction encoded in the residual stream before each layer.
import { checkAsyncOptions, type AsyncOptions } from '../engine/core/async-options.js';
import { expectAscending, expectOptions, expectWholeNumber } from '../engine/core/checks.js';
import { mostProbable } from '../engine/transformer/most-probable.js';
import { zeros, type Tensor } from '../engine/core/tensor.js';
import { circumstancesOf, type AnalyzedRun } from './circumstances.js';
import { inTurns } from './in-turns.js';
import { distributionOf, divergenceFrom, logProbabilityOf, rankOf, referenceOf } from './predictions.js';
import { expectRun, logitsOf, tokensOf } from './question.js';
import { rowsOf, stacked } from './stacked.js';
import type { Run } from '../engine/transformer/run.js';

export interface LogitLensOptions extends AsyncOptions {
  /**
   * Token positions at which the lens reads the residual stream, in ascending order. Default: all positions of the
   * stack that produces the logits.
   */
  tokens?: readonly number[];
  /** Id of a token (or of a class, for a classifier) whose probability and rank are reported. Default: none. */
  token?: number;
  /** Number of most probable tokens to list for each place in the network and each position. Default 5. */
  top?: number;
}

/** A token that the model would predict from the residual stream before or after a layer. */
export interface Prediction {
  readonly id: number;
  /** Natural logarithm of the probability with which the token is predicted. */
  readonly logProbability: number;
}

/**
 * Results of the logit lens. Rows are places in the network, at which the residual stream is read; columns are token
 * positions. Logarithms are natural.
 */
export interface LogitLens extends AnalyzedRun<'logitLens'> {
  /** Names of the activations that the lens reads: the residual stream before each layer, and after the last. */
  readonly places: readonly string[];
  /** Positions of the tokens, in ascending order. */
  readonly tokens: readonly number[];
  /** Id of the tracked token; null if none was given. */
  readonly token: number | null;
  /** Most probable tokens for each place and position, in descending order of probability. */
  readonly top: readonly (readonly (readonly Prediction[])[])[];
  /** Log probability of the tracked token, [places, tokens]; null if no token was given. */
  readonly logProbability: Tensor | null;
  /** Rank of the tracked token, 1 for the most probable, [places, tokens]; null if no token was given. */
  readonly rank: Tensor | null;
  /** Entropy of the distribution predicted at each place and position, in nats, [places, tokens]. */
  readonly entropy: Tensor;
  /**
   * KL(last place ‖ this place), the divergence of the distribution predicted at each place from the model's own
   * prediction, in nats, [places, tokens].
   */
  readonly divergence: Tensor;
}

/** Results of the logit lens for a tracked token, with its log probabilities and ranks. */
export interface LogitLensOfToken extends LogitLens {
  readonly token: number;
  readonly logProbability: Tensor;
  readonly rank: Tensor;
}

/**
 * The prediction encoded in the residual stream before each layer, as if no layer followed (nostalgebraist 2020,
 * "interpreting GPT: the logit lens"): the final norm with the statistics of that layer's stream, then the output layer
 * with its bias and the logit cap. The last place yields the logits of the run, with its interventions.
 *
 * Limit: layers may encode a prediction in a different basis (Belrose et al. 2023, "tuned lens"), so an early place
 * without a prediction may still contain information about it.
 * @returns Tensors [places, tokens]
 * @throws TypeError if the model has no logits; TypeError or RangeError that names the invalid option
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

  // The residual streams of all layers at one token pass through the output layer together, which reads its weights
  // only once.
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
        listed[place]!.push(mostProbable(logits, top, normalizer));
        if (!ofToken) return;
        ofToken.logProbability.data[at] = logProbabilityOf(distribution, ofToken.id);
        ofToken.rank.data[at] = rankOf(logits, ofToken.id);
      });
      onProgress?.((column + 1) / tokens.length);
    },
    signal,
  );
  const { logProbability = null, rank = null } = ofToken ?? {};
  const circumstances = circumstancesOf('logitLens', run, stack);
  return { ...circumstances, places, tokens, token, top: listed, logProbability, rank, entropy, divergence };
}

const DEFAULT_TOP = 5;

function checkTokens(value: unknown, count: number): readonly number[] {
  if (value === undefined) return [...Array(count).keys()];
  const tokens = expectAscending('tokens', value, count);
  if (tokens.length === 0) throw new RangeError('tokens: expected at least one position, got none');
  return tokens;
}
