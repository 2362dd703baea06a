// Scores of each head for known head roles, such as the induction head.
import { checkAsyncOptions } from '../../engine/core/async-options.js';
import { expectArray, expectOptions, expectWholeNumber } from '../../engine/core/checks.js';
import type { AttentionType } from '../../engine/transformer/head-ref.js';
import type { PretrainedModel } from '../../engine/pretrained/pretrained-model.js';
import { CollectedScores, type HeadRoleName, type RoleScore } from './collected-scores.js';
import type { Analyzed } from '../circumstances.js';
import { attentionsOf, headsOf } from '../components.js';
import { inTurns } from '../in-turns.js';
import { expectModel } from '../analyzed-run.js';
import { repeatedTokens, usualTokens } from './repeated-tokens.js';
import { randomSequences, sentences } from './watched-sequences.js';

export interface HeadScoresOptions {
  /** Number of random sequences on which heads are scored. Default 10, minimum 2. */
  sequences?: number;
  /** Seed of the random tokens. Default 0, so that every call draws the same sequences. */
  seed?: number;
  /**
   * Ids from which the random tokens are drawn. Default: the whole vocabulary if it is small, otherwise its middle 80%.
   */
  tokens?: readonly number[];
  /**
   * Id of the token that starts each sequence; null for none. Default: the special token that the tokenizer prepends,
   * if any. The decoder of an encoder-decoder starts with its own.
   */
  begin?: number | null;
  signal?: AbortSignal;
  /**
   * Reports progress.
   * @param done completed share, from 0 to 1
   */
  onProgress?: (done: number) => void;
}

/** Scores of one head, by role. Roles that do not apply to its attention type or to the model are omitted. */
export interface HeadScore {
  readonly attention: Exclude<AttentionType, 'cross'>;
  readonly layer: number;
  readonly head: number;
  readonly roles: Readonly<Partial<Record<HeadRoleName, RoleScore>>>;
}

export interface HeadScores extends Analyzed<'headScores'> {
  readonly heads: readonly HeadScore[];
  /** Number of random sequences on which the heads were scored. */
  readonly sequences: number;
  /** Number of tokens in a block of a random sequence. */
  readonly block: number;
  /** Number of times that a random sequence contains its block. */
  readonly repeats: number;
  /** Id of the token that starts each sequence; null if there is none. */
  readonly begin: number | null;
  readonly seed: number;
  /** Ids from which the random tokens were drawn, if they were given in the options; null for the default. */
  readonly tokens: readonly number[] | null;
  /** Number of sentences that the model read, for the roles `previousOnText` and `punctuation`. */
  readonly texts: number;
}

/**
 * Scores of self-attention heads for known roles (Olsson et al. 2022, "Head activation evaluators").
 * By attention weights, averaged over queries: on repeated random tokens (25 tokens, 4 times, or as many as fit in the
 * context), attention to the previous token, the next token, a duplicate of the token, the token after a duplicate
 * (prefix matching, induction) and the first token; on sentences, attention to the previous token and to punctuation.
 * By the similarity of attention patterns on unrelated tokens: `positionOnly`. By value vectors: `copying`.
 * Each score comes with the baseline of uniform attention, the number of queries, and a confidence interval over the
 * sequences. A high score shows that a head does this here, not that this is all it does. Weights are not effects: see
 * `knockOut`.
 * @throws TypeError or RangeError that names the invalid argument; the signal's reason if aborted
 */
export async function headScores(model: PretrainedModel, options?: HeadScoresOptions): Promise<HeadScores> {
  const analyzed = expectModel('model', model);
  const { signal, onProgress, ...settings } = checkSettings(model, options);
  signal?.throwIfAborted();
  const places = attentionsOf(analyzed)
    .filter((attention) => attention !== 'cross')
    .flatMap((attention) => Array.from({ length: model.layers[attention] }, (_, layer) => ({ attention, layer })));
  const scores = new CollectedScores();
  const sequences = [...randomSequences(model, analyzed, settings), ...sentences(model)];
  let [done, texts] = [0, 0];
  for (const read of sequences) {
    const watched = await read(signal);
    await inTurns(
      places,
      ({ attention, layer }) => {
        watched?.addTo(scores, attention, layer);
        onProgress?.(++done / (sequences.length * places.length));
      },
      signal,
    );
    if (watched?.isText) texts += 1;
  }
  const heads = places.flatMap(({ attention, layer }) =>
    Array.from({ length: headsOf(analyzed, attention) }, (_, head): HeadScore => {
      return { attention, layer, head, roles: scores.rolesOf({ attention, layer, head }) };
    }),
  );
  const { random, ...shown } = settings;
  const { block, repeats } = random;
  const drawn = { ...shown, sequences: random.sequences.length, block, repeats };
  return { analysis: 'headScores', precision: model.precision, heads, ...drawn, texts };
}

function checkSettings(model: PretrainedModel, options: unknown) {
  const given = expectOptions('options', options, ['sequences', 'seed', 'tokens', 'begin', 'signal', 'onProgress']);
  const { encoder, decoder } = model.description;
  const last = (encoder ?? decoder)!.vocabulary - 1;
  const idOf = (name: string, value: unknown) => expectWholeNumber(name, value, 0, last);
  const { begin: ownBegin } = given;
  if (model.image) throw new TypeError('model: expected one that reads texts, got one of images');
  const begin = ownBegin === undefined ? beginOf(model) : ownBegin === null ? null : idOf('begin', ownBegin);
  const tokens =
    given['tokens'] === undefined
      ? null
      : expectArray('tokens', given['tokens']).map((id, at) => idOf(`tokens[${at}]`, id));
  const count = expectWholeNumber('sequences', given['sequences'] ?? 10, 2, MAX_SEQUENCES);
  const seed = expectWholeNumber('seed', given['seed'] ?? 0, 0);
  const random = repeatedTokens(
    [...new Set(tokens ?? usualTokens(last + 1, begin))],
    count,
    seed,
    model.contextLength - 1,
  );
  return { ...checkAsyncOptions(given), begin, seed, tokens, random };
}

const MAX_SEQUENCES = 1000;

/** Id of the special token that a model's tokenizer puts before every text; null if there is none. */
function beginOf(model: PretrainedModel): number | null {
  try {
    const [first, ...others] = model.tokenize('a');
    return first && first.end === 0 && others.length > 0 ? first.id : null;
  } catch (error) {
    // Errors that mean that the model has no tokenizer, or that its tokenizer cannot encode 'a'.
    if (error instanceof TypeError || error instanceof RangeError) return null;
    throw error;
  }
}
