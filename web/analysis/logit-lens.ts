// The logit lens: the prediction that the residual stream holds before each layer.
import { checkAsyncOptions, type AsyncOptions } from '../engine/core/async-options.js';
import { expectAscending, expectOptions, expectWholeNumber } from '../engine/core/checks.js';
import { mostProbable } from '../engine/transformer/most-probable.js';
import { zeros, type Tensor } from '../engine/core/tensor.js';
import { circumstancesOf, type AnalyzedRun } from './circumstances.js';
import { inTurns } from './in-turns.js';
import {
  distributionOf,
  divergenceFrom,
  logProbabilityOf,
  rankOf,
  referenceOf,
  type Reference,
} from './predictions.js';
import { expectRun, logitsOf, tokensOf } from './question.js';
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
export interface LogitLens extends AnalyzedRun<'logitLens'> {
  /** Activations that are read: the residual stream before each layer, and after the last. */
  readonly places: readonly string[];
  /** Positions, in ascending order. */
  readonly tokens: readonly number[];
  /** The token that is followed; null: none was given. */
  readonly token: number | null;
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

/** Logit lens of a token that was given. */
export interface LogitLensOfToken extends LogitLens {
  readonly token: number;
  readonly logProbability: Tensor;
  readonly rank: Tensor;
}

/** Logits of a block, which is computed without a pause. */
const LOGITS_OF_BLOCK = 2 ** 19;

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

  const size = Math.max(1, Math.floor(LOGITS_OF_BLOCK / count));
  const blocks = Array.from({ length: Math.ceil(tokens.length / size) }, (_, at) => at * size);
  // Places of each block from the last on, with which the others are compared
  const parts = blocks.flatMap((first) => places.map((_, at) => ({ first, place: places.length - 1 - at })));
  let [done, last] = [0, [] as Reference[]];
  const compute = ({ first, place }: (typeof parts)[number]) => {
    const block = tokens.slice(first, first + size);
    const isLast = place === layers.length;
    const predicted = readLogits(run, stack, places[place]!, !isLast, block).map(distributionOf);
    if (isLast) last = predicted.map(referenceOf);
    predicted.forEach((distribution, row) => {
      const at = place * tokens.length + first + row;
      const { logits, normalizer } = distribution;
      entropy.data[at] = distribution.entropy;
      divergence.data[at] = isLast ? 0 : divergenceFrom(last[row]!, distribution);
      listed[place]!.push(mostProbable(logits, top, undefined, normalizer));
      if (!ofToken) return;
      ofToken.logProbability.data[at] = logProbabilityOf(distribution, ofToken.id);
      ofToken.rank.data[at] = rankOf(logits, ofToken.id);
    });
    done += block.length;
    onProgress?.(done / (places.length * tokens.length));
  };
  await inTurns(parts, compute, signal);
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

/** Logits of a place at these positions, each [vocabulary]; of the last place the run's own. */
function readLogits(
  run: Run,
  stack: 'encoder' | 'decoder',
  place: string,
  isBeforeLayer: boolean,
  tokens: readonly number[],
): Float32Array[] {
  const { data, shape } = isBeforeLayer
    ? run.logitsFrom(run.activation(place), { tokens })
    : run.activation(`${stack}.logits`, { tokens });
  const count = shape[1]!;
  return tokens.map((_, row) => data.subarray(row * count, (row + 1) * count));
}
