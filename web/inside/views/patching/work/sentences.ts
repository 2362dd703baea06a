// Runs the model on two sentences, aligns their tokens, and compares their logit differences.
import { leastDifference } from '../../../../analysis/patch-activations.js';
import { alignedTokens } from './aligned-tokens.js';
import { otherRun, type OtherText } from '../../../work/other-run.js';
import {
  candidatesAt,
  logitsOf,
  positionOf,
  shownTokens,
  type Candidate,
  type ShownToken,
} from '../../../work/answer.js';
import type { AlignedPair, Question } from '../../../../analysis/index.js';
import type { AttentionType } from '../../../../engine/transformer/head-ref.js';
import type { Inspected } from '../../../work/inspected.js';
import type { PretrainedModel } from '../../../../engine/pretrained/pretrained-model.js';
import type { PretrainedRun } from '../../../../engine/pretrained/pretrained-run.js';

export interface SentencesArgument extends OtherText {
  readonly question: Required<Question>;
}

export type Side = 'clean' | 'corrupted';
type Both<Value> = Readonly<Record<Side, Value>>;

/**
 * Reason why activations cannot be patched between two texts. 'same': the texts are the same; 'position': they differ
 * in length, and the question is not at the end; 'alike': their logit differences are nearly equal.
 */
export type Unpatchable = 'same' | 'position' | 'alike';

/**
 * Comparison of the two sentences of the view `patching`: the clean one is the question's text, the corrupted one the
 * other text.
 */
export interface Sentences {
  /**
   * Attention type whose layers are patched; in an encoder-decoder, 'encoder', since the encoder reads the two texts.
   */
  readonly attention: AttentionType;
  readonly tokens: Both<readonly ShownToken[]>;
  readonly alignment: readonly AlignedPair[];
  /**
   * Position of the question in both texts; null for the default position in each text, its end or its masked token.
   */
  readonly position: number | null;
  /** Logit difference logit(token) − logit(against) of each sentence. */
  readonly values: Both<number>;
  /** The token that the model predicts for the corrupted sentence. */
  readonly next: Candidate;
  readonly unpatchable: Unpatchable | null;
}

/** Compares the run on the question's text (clean) with a run on the other text (corrupted). */
export function sentences(inspected: Inspected, argument: SentencesArgument): Sentences {
  const { question } = argument;
  const { run, model } = inspected;
  const runs = { clean: run, corrupted: otherRun(inspected, argument) };
  const attention = patchedAttention(model);
  const both = <Value>(read: (run: PretrainedRun) => Value): Both<Value> => ({
    clean: read(runs.clean),
    corrupted: read(runs.corrupted),
  });
  const tokens = both((each) => shownTokens(each, attention === 'encoder' ? 'encoder' : 'decoder'));
  const ids = (side: Side) => tokens[side].map(({ id }) => id);
  const own = both((each) => positionOf(model, each));
  const lengths = both((each) => (model.layers.decoder > 0 ? each.target : each.tokens).length);
  const isAtOnePlace = lengths.clean === lengths.corrupted;
  const positions = isAtOnePlace ? { clean: question.position, corrupted: question.position } : own;
  const logits = { clean: logitsOf(run, positions.clean), corrupted: logitsOf(runs.corrupted, positions.corrupted) };
  const difference = (of: Float32Array) => of[question.token]! - of[question.against]!;
  const values = { clean: difference(logits.clean), corrupted: difference(logits.corrupted) };
  const best = logits.corrupted.reduce((most, each, id) => (each > logits.corrupted[most]! ? id : most), 0);
  const reason = (): Unpatchable | null => {
    if (ids('clean').join() === ids('corrupted').join()) return 'same';
    if (!isAtOnePlace && question.position !== own.clean) return 'position';
    return Math.abs(values.clean - values.corrupted) < leastDifference(values) ? 'alike' : null;
  };
  return {
    attention,
    tokens,
    alignment: alignedTokens(ids('clean'), ids('corrupted')),
    position: isAtOnePlace ? question.position : null,
    values,
    next: candidatesAt({ model, run: runs.corrupted }, positions.corrupted, logits.corrupted)(best),
    unpatchable: reason(),
  };
}

const patchedAttention = ({ layers }: PretrainedModel): AttentionType =>
  layers.cross === 0 && layers.decoder > 0 ? 'decoder' : 'encoder';
