// Claims that the measurements of a head support for the selected query token: how often it is right with such a token in
// such a text, or why that is not known, and whether it is sure this time. Every view, table and export takes them from here.
import { plainLanguage, scriptOf } from '../../text/plain-language.js';
import { tokenize } from '../../text/tokenize.js';
import { patternOf } from '../source/head-pattern.js';
import type { AttentionSource } from '../source/attention-source.js';
import type { HeadDescription, HeadRole, Measure, MeasureName } from '../../engine/transformer/model-config.js';

/** Reason why measures do not apply to a query token: */
export type Limit =
  | 'text' // the text is no ordinary sentence of a language in which the head was measured
  | 'pronoun' // the pronoun head was trained on pronouns, and the token is none
  | 'sentence' // it was measured on single sentences with two nouns before the pronoun
  | 'first' // there is no token before the first one
  | 'mark' // punctuation was not measured
  | 'changed'; // the head was measured without the user's interventions

export interface Claim {
  /** Measurements of the head; where there are figures for easier and for harder texts, both, the easier first. */
  measures: readonly Measure[];
  /** Null if the measures hold for this token. */
  limit: Limit | null;
  /** Reason for doubt about the answer; null if the head is sure, or its answer means nothing. */
  doubt: Doubt | null;
}

/** `right`: how often it was right where its weights were like these, 0 … 1; null: it is not known, and no token has half of the weight. */
export interface Doubt {
  right: number | null;
}

/** The measures that are quoted of a role, the one of easier texts first. */
const QUOTED: Readonly<Record<HeadRole, readonly MeasureName[]>> = {
  antecedent: ['natural', 'written'],
  syntax: ['syntax'],
  previous: ['previous'],
  alignment: ['alignment'],
};

/** The pronouns that the head was trained on; a Chinese token may hold the word after it, as in 她的 and 它是. */
const PRONOUN =
  /^((it|he|she|they)('(s|d|ll|re|ve))?|its|his|him|her|hers|them|their|theirs|[他她它]们?[的是在要想会很也就都]?)$/iu;

/** Bounds of the measured sentences with a pronoun: words before the pronoun at least, by script, and tokens at most. */
const WORDS_BEFORE = { en: 5, zh: 3 };
const MAX_TOKENS = 30;
const isWord = (token: string): boolean => /[\p{L}\p{N}]/u.test(token);
const ENDS_SENTENCE = /^[.!?。！？]+$/u;

/** A head that is right less often where its weights are like these is not sure. */
const SURE = 0.7;
/** Threshold for a head whose accuracy is not known: with less weight on every token, it has not decided. */
const HALF = 0.5;

/** The measures of a head that are quoted, in the language of the query tokens. */
export function quotedMeasures(description: HeadDescription, language: Measure['language'] | null): readonly Measure[] {
  const { role, measures } = description;
  const own = measures.filter((each) => each.language === language);
  if (!role) return own.slice(0, 1);
  const quoted = QUOTED[role].flatMap((name) => own.find(({ measure }) => measure === name) ?? []);
  return quoted.length > 0 ? quoted : own.slice(0, 1);
}

/** The quoted measures as long as they say something: an unsupervised head must have a pattern. */
export function namedMeasures(description: HeadDescription, language: Measure['language'] | null): readonly Measure[] {
  if (description.role) return quotedMeasures(description, language);
  const pattern = patternOf(description, language);
  return pattern ? [pattern] : [];
}

const texts = new WeakMap<AttentionSource, readonly string[]>();

/** The words of the text as people see them, whatever the model's tokens are. */
function wordsOf(source: AttentionSource): readonly string[] {
  const words = texts.get(source) ?? tokenize(source.title).map(({ text }) => text);
  texts.set(source, words);
  return words;
}

/** A habit, such as attending to the previous token, needs only a known script; the referent of a word needs a sentence. */
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
    case 'alignment': // whose first token is the start of the translation
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

/** Doubt by calibration, which says how often the head is right at its largest weight. */
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

/** @returns null where nothing was measured of the selected head */
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
