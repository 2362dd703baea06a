// What a model's config.json and tokenizer.json say.
import { describe, expectObject, expectWholeNumber } from './checks.js';
import type { AttentionKind } from './run.js';
import type { Buckets } from '../text/word-features.js';

/** What a head was trained, or found, to do. */
export type HeadRole = 'antecedent' | 'syntax' | 'previous' | 'meaning' | 'alignment';

/** A head and what was measured of it on texts that training never saw. */
export interface HeadDescription {
  kind: AttentionKind;
  layer: number;
  head: number;
  /** What it was trained to do; null: it was left free. */
  role: HeadRole | null;
  /** What was measured, as messages name it: of a free head, what it does most. */
  measure: string;
  /** Share of right answers, 0 … 1. */
  score: number;
  /** What the best simple rule gets. */
  baseline: number;
  /** How many answers were counted. */
  n: number;
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
  return { buckets: buckets as Buckets, pieces };
}
