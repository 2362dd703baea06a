// Claims about a head that its measurements support for the selected query token: its accuracy for such a token in such
// a text, or why that is unknown, and its confidence in this case. All views, tables and exports use these claims.
import { plainLanguage, scriptOf } from '../../text/plain-language.js';
import { tokenize } from '../../text/tokenize.js';
import { patternOf } from '../source/head-pattern.js';
import type { AttentionSource } from '../source/attention-source.js';
import type { HeadDescription, HeadRole, Measure, MeasureName } from '../../engine/transformer/model-config.js';

/** Reason why a head's measurements do not apply to the query token. */
export type Limit =
  | 'text' // the text is not an ordinary sentence in a language in which the head was measured
  | 'pronoun' // the token is not a pronoun, and the pronoun head was trained on pronouns only
  | 'sentence' // the text is not a single sentence with two nouns before the pronoun, as in the measurements
  | 'first' // the query is the first token, which has no previous token
  | 'mark' // the query is punctuation, which was not measured
  | 'changed'; // the user's interventions are active, which they were not in the measurements

export interface Claim {
  /** The head's measurements, easier texts first if there are two levels of difficulty. */
  measures: readonly Measure[];
  /** Reason why the measurements do not apply to the query token; null if they apply. */
  limit: Limit | null;
  /**
   * Reason to doubt that the head attends to the right token; null if the head is confident, or if the token that it
   * attends to has no meaning.
   */
  doubt: Doubt | null;
}

/**
 * Reason to doubt that the head attends to the right token. `right` is the head's accuracy, from 0 to 1, in cases with
 * a largest weight like the current one; null if the accuracy is unknown and no token has half of the weight.
 */
export interface Doubt {
  right: number | null;
}

/** Names of the measurements that the interface quotes for a head with a role, easier texts first. */
const QUOTED: Readonly<Record<HeadRole, readonly MeasureName[]>> = {
  antecedent: ['natural', 'written'],
  syntax: ['syntax'],
  previous: ['previous'],
  alignment: ['alignment'],
};

/** Pronouns on which the pronoun head was trained. A Chinese token may include the next word, as in 她的 and 它是. */
const PRONOUN =
  /^((it|he|she|they)('(s|d|ll|re|ve))?|its|his|him|her|hers|them|their|theirs|[他她它]们?[的是在要想会很也就都]?)$/iu;

/** Minimum number of words before the pronoun in the sentences in which the pronoun head was measured, by script. */
const WORDS_BEFORE = { en: 5, zh: 3 };
/** Maximum number of tokens in the sentences in which the pronoun head was measured. */
const MAX_TOKENS = 30;
const isWord = (token: string): boolean => /[\p{L}\p{N}]/u.test(token);
const ENDS_SENTENCE = /^[.!?。！？]+$/u;

/** A head is called unsure if its accuracy at the current largest weight (from its calibration) is below this. */
const SURE = 0.7;
/** A head of unknown accuracy is called undecided if its largest weight for the query token is below this. */
const HALF = 0.5;

/** The head's measurements that the interface quotes: those of the language of the query tokens. */
export function quotedMeasures(description: HeadDescription, language: Measure['language'] | null): readonly Measure[] {
  const { role, measures } = description;
  const own = measures.filter((each) => each.language === language);
  if (!role) return own.slice(0, 1);
  const quoted = QUOTED[role].flatMap((name) => own.find(({ measure }) => measure === name) ?? []);
  return quoted.length > 0 ? quoted : own.slice(0, 1);
}

/** The quoted measurements of a head; for an unsupervised head, only a measurement that shows a pattern. */
export function namedMeasures(description: HeadDescription, language: Measure['language'] | null): readonly Measure[] {
  if (description.role) return quotedMeasures(description, language);
  const pattern = patternOf(description, language);
  return pattern ? [pattern] : [];
}

const texts = new WeakMap<AttentionSource, readonly string[]>();

/** Words of the displayed text, independent of the model's tokenizer. */
function wordsOf(source: AttentionSource): readonly string[] {
  const words = texts.get(source) ?? tokenize(source.title).map(({ text }) => text);
  texts.set(source, words);
  return words;
}

/**
 * True if the head's measurements apply to the displayed text. A pattern, such as attending to the previous token,
 * applies to any text in a known script; resolving a pronoun requires a sentence.
 */
function isMeasuredText(source: AttentionSource, role: HeadRole | null): boolean {
  const language = (role ? plainLanguage : scriptOf)(wordsOf(source));
  const isTranslation = source.headRef.attention !== 'encoder' && source.architecture?.isDecoderOnly !== true;
  return language !== null && (isTranslation || language === source.queryLanguage);
}

function limitOfToken({ tokens }: AttentionSource, role: HeadRole | null, row: number): Limit | null {
  const query = tokens.query.map(({ text }) => text);
  switch (role) {
    case 'antecedent':
      if (!PRONOUN.test(query[row]!.replaceAll('’', "'"))) return 'pronoun';
      return isMeasuredSentence(query, row) ? null : 'sentence';
    case 'syntax':
      return isWord(query[row]!) ? null : 'mark';
    case 'previous':
    case 'alignment': // the first query token is the start of the translation
      return row === 0 ? 'first' : null;
    default:
      return null;
  }
}

function isMeasuredSentence(tokens: readonly string[], pronoun: number): boolean {
  const before = tokens.slice(0, pronoun).filter(isWord);
  const script = scriptOf(before);
  const end = tokens.findIndex((token) => ENDS_SENTENCE.test(token));
  const isSingle = end < 0 || end > tokens.findLastIndex(isWord);
  return script !== null && new Set(before).size >= WORDS_BEFORE[script] && tokens.length <= MAX_TOKENS && isSingle;
}

/**
 * Reason to doubt the head for a query token. It comes from the calibration, a table of the head's accuracy by its
 * largest weight.
 */
function doubtOf(
  source: AttentionSource,
  description: HeadDescription,
  row: number,
  isMeasured: boolean,
): Doubt | null {
  const { data, shape } = source.weights!;
  const keys = shape[1]!;
  const largest = data.subarray(row * keys, (row + 1) * keys).reduce((most, weight) => Math.max(most, weight), 0);
  const { bins = [] } = description.calibration.find(({ language }) => language === source.queryLanguage) ?? {};
  const bin = isMeasured ? bins.findLast(({ from }) => largest >= from) : undefined;
  if (largest === 0) return null;
  if (bin) return bin.right < SURE ? { right: bin.right } : null;
  return largest < HALF ? { right: null } : null;
}

/**
 * Makes the claim about the selected head for a query token.
 * @returns null if the head was not measured
 */
export function claimOf(source: AttentionSource, row: number): Claim | null {
  const { description, queryLanguage } = source;
  if (!description || !source.weights) return null;
  const measures = quotedMeasures(description, queryLanguage);
  const { role } = description;
  if (measures.length === 0) return null;
  const isChanged = source.baseline !== null || source.isIncomparable;
  const limit = !isMeasuredText(source, role)
    ? 'text'
    : (limitOfToken(source, role, row) ?? (isChanged ? 'changed' : null));
  const hasAnswer = role !== null && !source.isAblated(source.headRef) && (limit === null || limit === 'changed');
  return { measures, limit, doubt: hasAnswer ? doubtOf(source, description, row, limit === null) : null };
}
