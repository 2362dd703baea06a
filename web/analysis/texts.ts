// Texts that a model reads for an analysis: the caller's, or the package's.
import { expectArray, expectOptions, isArray } from '../engine/core/checks.js';
import type { ImageInput } from '../engine/pretrained/image-tokenizer.js';
import type { ModelInput, ModelToken } from '../engine/pretrained/subword-tokenizer.js';
import type { PretrainedModel } from '../engine/pretrained/pretrained-model.js';
import type { PretrainedRun } from '../engine/pretrained/pretrained-run.js';
import { inTurns } from './in-turns.js';
import { READING_SET } from './reading-set.js';

/**
 * An input of an analysis: a text, its token ids, or an image; for an encoder-decoder, optionally with the decoder's
 * target.
 */
export type AnalyzedText = ModelInput | ImageInput | { readonly text: ModelInput; readonly target: ModelInput };

/**
 * Function that runs the model on one of the texts, layer by layer; it returns null if the tokenizer cannot encode the
 * text.
 */
export type Reading = (signal: AbortSignal | undefined) => Promise<PretrainedRun | null>;

/**
 * Prepares the runs on the texts of an analysis.
 * @param texts texts to read; undefined for the package's texts
 * @throws TypeError or RangeError that names the invalid text
 */
export function readTexts(model: PretrainedModel, texts: unknown): Reading[] {
  if (texts === undefined) {
    const packaged = packagedTexts(model);
    if (packaged)
      return packaged.map(
        ({ ids }) =>
          async (signal) =>
            known(await runOf(model, signal, ids)),
      );
    const what = model.image ? 'images' : 'ids of tokens';
    throw new TypeError(`texts: expected ${what}: the model cannot read the texts of the package`);
  }
  const given = expectArray('texts', texts);
  if (given.length === 0) throw new RangeError('texts: expected at least one text, got none');
  return given.map((each, at) => {
    const isPair = typeof each === 'object' && each !== null && 'target' in each;
    if (!isPair) return (signal) => runOf(model, signal, each as ModelInput);
    const { text, target } = expectOptions(`texts[${at}]`, each, ['text', 'target']);
    return (signal) => runOf(model, signal, text as ModelInput, target as ModelInput);
  });
}

/** Tokens of one of the package's sentences, truncated to the model's context. */
export interface PackagedText {
  readonly ids: readonly number[];
  readonly texts: readonly string[];
}

/**
 * The package's sentences, tokenized: those in which the tokenizer finds at least two tokens. Null if the model has no
 * tokenizer, or reads images.
 */
export function packagedTexts(model: PretrainedModel): PackagedText[] | null {
  try {
    return READING_SET.map((text) => tokensOf(model, text).slice(0, model.contextLength - 1))
      .filter(({ length }) => length > 1)
      .map((tokens) => ({ ids: tokens.map(({ id }) => id), texts: tokens.map((token) => token.text) }));
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Tokens of a text; none if the tokenizer cannot encode a part of it. */
function tokensOf(model: PretrainedModel, text: string): readonly ModelToken[] {
  try {
    return model.tokenize(text);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** Runs the model on an input. If an encoder-decoder gets no target, it generates one. */
async function runOf(
  model: PretrainedModel,
  signal: AbortSignal | undefined,
  text: ModelInput | ImageInput,
  target?: ModelInput,
): Promise<PretrainedRun> {
  const isGenerated = model.layers.cross > 0 && target === undefined;
  const decoded = isGenerated ? await generated(model, text as ModelInput, signal) : target;
  return model.runAsync(text, { ...(decoded !== undefined && { target: decoded }), ...(signal && { signal }) });
}

async function generated(
  model: PretrainedModel,
  text: ModelInput,
  signal: AbortSignal | undefined,
): Promise<ModelInput> {
  const { length } = isArray(text) ? text : model.tokenize(text);
  const ids: number[] = [];
  const tokens = model.generate(text, { maxTokens: Math.min(length, model.contextLength - 1) });
  await inTurns(tokens, ({ id }) => ids.push(id), signal);
  return ids;
}

/** Matches the names of the unknown token in vocabularies. */
const UNKNOWN = /^(\[UNK\]|<unk>)$/i;
/** Share of unknown tokens up to which the run on a text is used. */
const MOST_UNKNOWN = 0.25;

/** The run itself, or null if too many of its tokens are unknown to the tokenizer. */
export function known(run: PretrainedRun): PretrainedRun | null {
  const unknown = run.tokens.filter(({ text }) => UNKNOWN.test(text));
  return unknown.length <= MOST_UNKNOWN * run.tokens.length ? run : null;
}
