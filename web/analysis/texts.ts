// Texts that a model reads for an analysis: a caller's, or those of the package.
import { expectArray, expectOptions, isArray } from '../engine/core/checks.js';
import type { ImageInput } from '../engine/pretrained/image-tokenizer.js';
import type { ModelInput, PretrainedModel } from '../engine/pretrained/pretrained-model.js';
import type { PretrainedRun } from '../engine/pretrained/pretrained-run.js';
import { READING_SET } from './reading-set.js';

/** A text, the ids of its tokens, or an image; for an encoder-decoder also with what its decoder is given. */
export type AnalyzedText = ModelInput | ImageInput | { readonly text: ModelInput; readonly target: ModelInput };

/** Runs the model on one of the texts; null: the tokenizer does not know it. */
export type Reading = () => PretrainedRun | null;

/**
 * @param texts undefined: those of the package
 * @throws TypeError or RangeError that names the text that does not fit
 */
export function readTexts(model: PretrainedModel, texts: unknown): Reading[] {
  if (texts === undefined) return READING_SET.map((text) => readingOf(model, text));
  const given = expectArray('options.texts', texts);
  if (given.length === 0) throw new RangeError('options.texts: expected at least one text, got none');
  return given.map((each, at) => {
    const isPair = typeof each === 'object' && each !== null && 'target' in each;
    if (!isPair) return () => runOf(model, each as ModelInput);
    const { text, target } = expectOptions(`options.texts[${at}]`, each, ['text', 'target']);
    return () => runOf(model, text as ModelInput, target as ModelInput);
  });
}

function readingOf(model: PretrainedModel, text: string): Reading {
  const ids = tokenizeOwn(model, text).slice(0, model.contextLength - 1);
  return () => {
    const run = runOf(model, ids);
    return isKnown(run) ? run : null;
  };
}

/** A run of a text, and the texts of its tokens. */
export interface ReadText {
  readonly run: PretrainedRun;
  readonly texts: readonly string[];
}

/** Runs the model on the texts of the package that its tokenizer knows; none: it has none, or reads images. */
export function* readPackaged(model: PretrainedModel): Generator<() => ReadText | null> {
  for (const text of READING_SET) {
    let tokens;
    try {
      tokens = model.tokenize(text).slice(0, model.contextLength - 1);
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
    const texts = tokens.map((token) => token.text);
    const ids = tokens.map(({ id }) => id);
    yield () => {
      const run = model.run(ids);
      return isKnown(run) ? { run, texts } : null;
    };
  }
}

/** @throws TypeError that asks for texts, if the model cannot read one */
function tokenizeOwn(model: PretrainedModel, text: string): number[] {
  try {
    return model.tokenize(text).map(({ id }) => id);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    const what = model.image ? 'images' : 'ids of tokens';
    throw new TypeError(`options.texts: expected ${what}: the model cannot read the texts of the package`, { cause });
  }
}

/** With what the model generates, where it is an encoder-decoder that is given no target. */
function runOf(model: PretrainedModel, text: ModelInput | ImageInput, target?: ModelInput): PretrainedRun {
  if (model.layers.cross === 0) return model.run(text, target === undefined ? {} : { target });
  return model.run(text, { target: target ?? generated(model, text as ModelInput) });
}

function generated(model: PretrainedModel, text: ModelInput): ModelInput {
  const { length } = isArray(text) ? text : model.tokenize(text);
  return Array.from(model.generate(text, { maxTokens: Math.min(length, model.contextLength - 1) }), ({ id }) => id);
}

/** Names of the token that stands for what a vocabulary does not have. */
const UNKNOWN = /^(\[UNK\]|<unk>)$/i;
/** The largest share of unknown tokens in a text that is read. */
const MOST_UNKNOWN = 0.25;

/** The run is of ids, so that its tokens have the names of the vocabulary. */
function isKnown({ tokens }: PretrainedRun): boolean {
  const unknown = tokens.filter(({ text }) => UNKNOWN.test(text));
  return unknown.length <= MOST_UNKNOWN * tokens.length;
}
