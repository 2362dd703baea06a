// Scores of each head for what heads are known to do.
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
  /** The number of random sequences. Default 10, at least 2. */
  sequences?: number;
  /** Seed of the random tokens. Default 0: the same sequences in every call. */
  seed?: number;
  /** Ids that random tokens are drawn from. Default: all of a small vocabulary, of a large one the middle 80%. */
  tokens?: readonly number[];
  /**
   * The id that sequences begin with; null: none. Default: the special token that the tokenizer puts before a text, if it does.
   * An encoder-decoder's decoder begins with its own.
   */
  begin?: number | null;
  signal?: AbortSignal;
  /** @param done the share of layers of sequences that were read, from 0 to 1 */
  onProgress?: (done: number) => void;
}

/** Scores of one head; a role that cannot be asked of its attention, or in this model, is left out. */
export interface HeadScore {
  readonly attention: Exclude<AttentionType, 'cross'>;
  readonly layer: number;
  readonly head: number;
  readonly roles: Readonly<Partial<Record<HeadRoleName, RoleScore>>>;
}

export interface HeadScores extends Analyzed<'headScores'> {
  readonly heads: readonly HeadScore[];
  /** The random sequences: their number, and that of the tokens of a block and of its repetitions. */
  readonly sequences: number;
  readonly block: number;
  readonly repeats: number;
  readonly begin: number | null;
  readonly seed: number;
  /** The ids that random tokens were drawn from; null: the default. */
  readonly tokens: readonly number[] | null;
  /** The number of sentences that were read, for `previousOnText` and `punctuation`. */
  readonly texts: number;
}

/**
 * Scores of the heads of self-attention. By their weights, as means over queries: previous, next, duplicate token, prefix matching
 * (induction), the first token, on random tokens that repeat (Olsson et al. 2022, "Head activation evaluators"; 25 tokens, 4 times,
 * or what the context has room for); the previous token and punctuation on sentences. By the likeness of patterns of unrelated
 * tokens: positionOnly. By values: copying. Each with the score of a head that attends uniformly, the number of queries, and an
 * interval over sequences. A high score says that a head does this here, not that it is for this alone; and weights are not
 * effects: see `knockOut`.
 * @throws TypeError or RangeError that names what does not fit; the signal's reason if aborted
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

/** The special token that the tokenizer puts before a text. */
function beginOf(model: PretrainedModel): number | null {
  try {
    const [first, ...others] = model.tokenize('a');
    return first && first.end === 0 && others.length > 0 ? first.id : null;
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return null; // it has no tokenizer, or one that does not know 'a'
    throw error;
  }
}
