// A model's config.json and tokenizer.json, checked.
import { describe, expectObject, expectWholeNumber } from '../core/checks.js';
import type { AttentionType } from './run.js';
import type { Buckets } from '../../text/word-features.js';

/** The supervised heads' tasks. */
export const HEAD_ROLES = ['antecedent', 'syntax', 'previous', 'alignment'] as const;
export type HeadRole = (typeof HEAD_ROLES)[number];

/** The measures of heads; the model card describes each. */
export type MeasureName =
  | 'natural' // attends from a pronoun to its antecedent, in natural sentences
  | 'unseenNouns' // the same in template sentences with nouns and frames not seen in training
  | 'unseenPredicates' // the same with predicates not seen in training
  | 'syntax' // attends to the syntactic head of a token
  | 'syntaxShort' // the same in sentences of up to 20 tokens
  | 'alignment' // cross-attention: attends to the token that a target token translates
  | 'previous' // attends to the previous token
  | 'next' // … to the next token
  | 'itself' // … to the token itself
  | 'first'; // … to the first token, or to the start token

/** A measure on held-out texts. */
export interface Measure {
  /** What is measured. */
  measure: MeasureName;
  /** The language of the texts; of cross-attention, the language translated into. */
  language: 'en' | 'zh';
  /** Accuracy, 0 … 1. */
  score: number;
  /** The accuracy of a simple rule on the same texts; the model card says which. */
  baseline: number;
  /** The number of samples. */
  n: number;
}

/** A text on which a head fails. */
export interface Failure {
  text: string;
  /** The query token, the token that it attends to most, and the correct one. */
  query: string;
  attended: string;
  right: string;
}

/** A head and its measures on held-out texts. */
export interface HeadDescription {
  attention: AttentionType;
  /** From 0. */
  layer: number;
  /** From 0. */
  head: number;
  /** Its supervised task; null: unsupervised. */
  role: HeadRole | null;
  /** Its measures, the most characteristic first. */
  measures: Measure[];
  /** Texts on which it fails. */
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
    throw new TypeError('tokenizer.pieces: expected an array of non-empty strings');
  }
  return { buckets: buckets as Buckets, pieces: pieces as string[] };
}
