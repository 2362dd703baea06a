// What a model's config.json and tokenizer.json say.
import { describe, expectObject, expectWholeNumber } from './checks.js';
import type { AttentionKind } from './run.js';
import type { Buckets } from '../text/word-features.js';

/** What a head was trained to do. */
export const HEAD_ROLES = ['antecedent', 'syntax', 'previous', 'alignment'] as const;
export type HeadRole = (typeof HEAD_ROLES)[number];

/** What can be measured of a head; the card says each in words. */
export type MeasureName =
  | 'natural' // the noun that a pronoun refers to, in natural sentences
  | 'unseenNouns' // the same in template sentences with nouns and frames that training never saw
  | 'unseenPredicates' // the same with predicates that it never saw
  | 'syntax' // the word that a word depends on
  | 'syntaxShort' // the same in sentences of up to 20 words
  | 'alignment' // the word that a piece translates
  | 'previous' // the word before
  | 'next' // the word after
  | 'itself'
  | 'first'; // the first word, or the sign for the beginning

/** What was measured on texts that training never saw. */
export interface Measure {
  measure: MeasureName;
  language: 'en' | 'zh';
  /** Share of right answers, 0 … 1. */
  score: number;
  /** What a simple rule gets on the same; which one, the card says. */
  baseline: number;
  /** How many answers were counted. */
  n: number;
}

/** A sentence in which a head fails. */
export interface Failure {
  text: string;
  /** The word that asks, the word that it hears most, and the right one. */
  query: string;
  heard: string;
  right: string;
}

/** A head and what was measured of it on texts that training never saw. */
export interface HeadDescription {
  kind: AttentionKind;
  layer: number;
  head: number;
  /** What it was trained to do; null: it was left free. */
  role: HeadRole | null;
  /** What was measured of it, the most telling first; of a free head, what it does most. */
  measures: Measure[];
  /** Where it fails. */
  failures: Failure[];
}

/** config.json */
export interface ModelConfig {
  embedDim: number;
  numHeads: number;
  feedforwardDim: number;
  encoderLayers: number;
  decoderLayers: number;
  heads: HeadDescription[];
}

/** tokenizer.json */
export interface TokenizerConfig {
  buckets: Buckets;
  pieces: string[];
}

const SIZES = ['embedDim', 'numHeads', 'feedforwardDim', 'encoderLayers', 'decoderLayers'] as const;

export function checkModelConfig(value: unknown): ModelConfig {
  const config = expectObject('config', value);
  for (const name of SIZES) expectWholeNumber(`config.${name}`, config[name], 1, 16384);
  const { embedDim, numHeads, heads } = config as unknown as ModelConfig;
  if (embedDim % numHeads !== 0) {
    throw new RangeError(`config.embedDim: expected a multiple of numHeads = ${numHeads}, got ${embedDim}`);
  }
  if (!Array.isArray(heads)) throw new TypeError(`config.heads: expected an array, got ${describe(heads)}`);
  return config as unknown as ModelConfig;
}

export function checkTokenizerConfig(value: unknown): TokenizerConfig {
  const { buckets, pieces } = expectObject('tokenizer', value);
  const { words, grams } = expectObject('tokenizer.buckets', buckets);
  expectWholeNumber('tokenizer.buckets.words', words, 1);
  expectWholeNumber('tokenizer.buckets.grams', grams, 1);
  if (!Array.isArray(pieces) || !pieces.every((piece) => typeof piece === 'string' && piece !== '')) {
    throw new TypeError('tokenizer.pieces: expected an array of texts');
  }
  return { buckets: buckets as Buckets, pieces: pieces as string[] };
}
