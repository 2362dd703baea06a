// Checks the default model's config.json and tokenizer.json.
import {
  describe,
  expectArray,
  expectMultiple,
  expectNumber,
  expectObject,
  expectOneOf,
  expectString,
  expectWholeNumber,
  MAX_EMBED_DIM,
  MAX_LAYERS,
} from '../core/checks.js';
import { ATTENTION_TYPES, type AttentionType } from './head-ref.js';
import { SPECIAL_TOKENS } from '../../text/target-tokens.js';
import type { Buckets } from '../../text/word-features.js';

/** Tasks for which heads are supervised in training. The model card describes them. */
export const HEAD_ROLES = ['antecedent', 'syntax', 'previous', 'alignment'] as const;
export type HeadRole = (typeof HEAD_ROLES)[number];

const MEASURES = [
  'natural', // attends from a pronoun to its antecedent, in natural sentences
  'written', // the same in held-out sentences written like those of training
  'unseenNouns', // the same in template sentences with nouns and frames not seen in training
  'unseenPredicates', // the same with predicates not seen in training
  'syntax', // attends to the syntactic head of a token
  'syntaxShort', // the same in sentences of up to 20 tokens
  'alignment', // cross-attention: attends to the token that a target token translates
  'previous', // attends to the previous token
  'next', // attends to the next token
  'itself', // attends to the token itself
  'first', // attends to the first token, or to the start token
  'duplicate', // attends to earlier occurrences of the same token, in repeated random tokens
  'induction', // attends to the token after an earlier occurrence of the same token, in repeated random tokens
  'word', // attends to the preceding letters of its word
  'previousWord', // attends to the previous word
  'punctuation', // attends to a punctuation mark
] as const;
/** Name of a measure of attention heads. The model card describes each measure. */
export type MeasureName = (typeof MEASURES)[number];

/** Score of a head for one measure, on held-out texts. */
export interface Measure {
  /** Name of the measure, as described in the model card. */
  measure: MeasureName;
  /** Language of the texts; for cross-attention, the target language. */
  language: 'en' | 'zh';
  /** Accuracy of the head for this measure, 0 … 1. */
  score: number;
  /** Baseline: the accuracy of a simple rule on the same texts, described in the model card. */
  baseline: number;
  /** Number of samples in which the accuracy was measured. */
  n: number;
}

/** Example of a text on which a head fails. */
export interface Failure {
  text: string;
  /** Query token. `attended` is the token that the head attends to most, `right` the correct one. */
  query: string;
  attended: string;
  right: string;
}

/**
 * Calibration of a head in one language: how often its largest attention weight is on the correct token, depending on
 * the size of that weight.
 */
export interface Calibration {
  language: Measure['language'];
  /** Expected calibration error of the head, 0 … 1. */
  error: number;
  /** Number of samples in which the calibration was measured. */
  n: number;
  /**
   * Bins of samples by the largest attention weight, in ascending order. `from` is the bin's lower bound of that
   * weight, `right` the share of correct cases, 0 … 1.
   */
  bins: { from: number; right: number; n: number }[];
}

/** Description of an attention head, with its measures on held-out texts. */
export interface HeadDescription {
  attention: AttentionType;
  /** Layer of the head, counted from 0. */
  layer: number;
  /** Index of the head in its layer, counted from 0. */
  head: number;
  /** Task for which the head is supervised; null: unsupervised. */
  role: HeadRole | null;
  /** Measures of the head, most characteristic first. */
  measures: Measure[];
  /** Examples of texts on which the head fails. */
  failures: Failure[];
  /** Calibration of the head's attention weights as probabilities, per language; empty: not measured. */
  calibration: Calibration[];
  /** Loss of a translation into each language if the head is ablated, in nats per token; null: not measured. */
  ablation: Record<Measure['language'], number> | null;
}

/** Contents of the default model's config.json. */
export interface ModelConfig {
  embedDim: number;
  numHeads: number;
  feedforwardDim: number;
  encoderLayers: number;
  decoderLayers: number;
  heads: HeadDescription[];
}

/** Contents of the default model's tokenizer.json. */
export interface TokenizerConfig {
  buckets: Buckets;
  pieces: readonly string[];
}

const MAX_PIECES = 2 ** 20;
const MAX_BUCKETS = 2 ** 30;
/**
 * Maximum length of a list in config.json. Such a list names each head at most once, and few measures and failures per
 * head.
 */
const MAX_LISTED = 1024;

/** Checks the default model's config.json and returns the fields that the engine uses. */
export function checkModelConfig(value: unknown): ModelConfig {
  const config = expectObject('config', value);
  const size = (name: keyof ModelConfig, max: number) => expectWholeNumber(`config.${name}`, config[name], 1, max);
  const sizes = {
    embedDim: size('embedDim', MAX_EMBED_DIM),
    numHeads: size('numHeads', MAX_EMBED_DIM),
    feedforwardDim: size('feedforwardDim', MAX_EMBED_DIM * 4),
    encoderLayers: size('encoderLayers', MAX_LAYERS),
    decoderLayers: size('decoderLayers', MAX_LAYERS),
  };
  const { embedDim, numHeads } = sizes;
  expectMultiple('config.embedDim', embedDim, 'numHeads', numHeads);
  const heads = checkHeads('config.heads', config['heads'], {
    encoder: { numHeads, layers: sizes.encoderLayers },
    decoder: { numHeads, layers: sizes.decoderLayers },
  });
  return { ...sizes, heads };
}

type Check<Value> = (name: string, value: unknown) => Value;

const listOf =
  <Item>(check: Check<Item>): Check<Item[]> =>
  (name, value) =>
    expectArray(name, value, MAX_LISTED).map((item, index) => check(`${name}[${index}]`, item));

/** Numbers of layers and heads in a model's stacks, which the descriptions of its heads must match. */
interface Stacks {
  encoder?: { layers: number; numHeads: number };
  decoder?: { layers: number; numHeads: number };
}

export const checkHeads = (name: string, value: unknown, stacks: Stacks): HeadDescription[] =>
  listOf(checkHead(stacks))(name, value);

const checkHead =
  ({ encoder, decoder }: Stacks): Check<HeadDescription> =>
  (name, value) => {
    const head = expectObject(name, value);
    const attention = expectOneOf(`${name}.attention`, head['attention'], ATTENTION_TYPES);
    const { layers, numHeads } = (attention === 'encoder' ? encoder : decoder) ?? { layers: 0, numHeads: 0 };
    return {
      attention,
      layer: expectWholeNumber(`${name}.layer`, head['layer'], 0, layers - 1),
      head: expectWholeNumber(`${name}.head`, head['head'], 0, numHeads - 1),
      role: head['role'] === null ? null : expectOneOf(`${name}.role`, head['role'], HEAD_ROLES),
      measures: listOf(checkMeasure)(`${name}.measures`, head['measures']),
      failures: listOf(checkFailure)(`${name}.failures`, head['failures']),
      calibration: listOf(checkCalibration)(`${name}.calibration`, head['calibration'] ?? []),
      ablation: head['ablation'] === undefined ? null : checkAblation(`${name}.ablation`, head['ablation']),
    };
  };

const LANGUAGES = ['en', 'zh'] as const;

const checkMeasure: Check<Measure> = (name, value) => {
  const measure = expectObject(name, value);
  return {
    measure: expectOneOf(`${name}.measure`, measure['measure'], MEASURES),
    language: expectOneOf(`${name}.language`, measure['language'], LANGUAGES),
    score: expectShare(`${name}.score`, measure['score']),
    baseline: expectShare(`${name}.baseline`, measure['baseline']),
    n: expectWholeNumber(`${name}.n`, measure['n'], 0),
  };
};

const checkCalibration: Check<Calibration> = (name, value) => {
  const calibration = expectObject(name, value);
  return {
    language: expectOneOf(`${name}.language`, calibration['language'], LANGUAGES),
    error: expectShare(`${name}.error`, calibration['error']),
    n: expectWholeNumber(`${name}.n`, calibration['n'], 0),
    bins: listOf(checkBin)(`${name}.bins`, calibration['bins'] ?? []),
  };
};

const checkBin: Check<Calibration['bins'][number]> = (name, value) => {
  const bin = expectObject(name, value);
  return {
    from: expectShare(`${name}.from`, bin['from']),
    right: expectShare(`${name}.right`, bin['right']),
    n: expectWholeNumber(`${name}.n`, bin['n'], 0),
  };
};

const checkAblation: Check<HeadDescription['ablation']> = (name, value) => {
  const { en, zh } = expectObject(name, value);
  return { en: expectNumber(`${name}.en`, en), zh: expectNumber(`${name}.zh`, zh) };
};

const checkFailure: Check<Failure> = (name, value) => {
  const failure = expectObject(name, value);
  const text = (part: keyof Failure) => expectString(`${name}.${part}`, failure[part]);
  return { text: text('text'), query: text('query'), attended: text('attended'), right: text('right') };
};

function expectShare(name: string, value: unknown): number {
  const share = expectNumber(name, value);
  if (share < 0 || share > 1) throw new RangeError(`${name}: expected a share from 0 to 1, got ${share}`);
  return share;
}

/** Checks the default model's tokenizer.json and returns the fields that the engine uses. */
export function checkTokenizerConfig(value: unknown): TokenizerConfig {
  const { buckets, pieces } = expectObject('tokenizer', value);
  const { words, grams } = expectObject('tokenizer.buckets', buckets);
  return {
    buckets: {
      words: expectWholeNumber('tokenizer.buckets.words', words, 1, MAX_BUCKETS),
      grams: expectWholeNumber('tokenizer.buckets.grams', grams, 1, MAX_BUCKETS),
    },
    pieces: checkPieces('tokenizer.pieces', pieces),
  };
}

function checkPieces(name: string, value: unknown): readonly string[] {
  const seen = new Set<string>();
  expectArray(name, value, MAX_PIECES).forEach((piece, id) => {
    const text = expectString(`${name}[${id}]`, piece);
    if (text === '' || seen.has(text)) {
      throw new RangeError(`${name}[${id}]: expected a token that is not listed before, got ${describe(text)}`);
    }
    seen.add(text);
  });
  const missing = SPECIAL_TOKENS.find((token) => !seen.has(token));
  if (missing !== undefined) throw new RangeError(`${name}: expected the token ${missing} among them, got none`);
  return [...seen];
}
