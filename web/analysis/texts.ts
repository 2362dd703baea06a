// Texts that a model reads for an analysis: a caller's, or those of the package.
import { expectArray, expectOptions, isArray } from '../engine/core/checks.js';
import type { ImageInput } from '../engine/pretrained/image-tokenizer.js';
import type { ModelInput, ModelToken } from '../engine/pretrained/subword-tokenizer.js';
import type { PretrainedModel } from '../engine/pretrained/pretrained-model.js';
import type { PretrainedRun } from '../engine/pretrained/pretrained-run.js';
import { inTurns } from './in-turns.js';
import { READING_SET } from './reading-set.js';

/** A text, the ids of its tokens, or an image; for an encoder-decoder also with what its decoder is given. */
export type AnalyzedText = ModelInput | ImageInput | { readonly text: ModelInput; readonly target: ModelInput };

/** Runs the model on one of the texts, a layer at a time; null: the tokenizer does not know it. */
export type Reading = (signal: AbortSignal | undefined) => Promise<PretrainedRun | null>;

/**
 * @param texts undefined: those of the package
 * @throws TypeError or RangeError that names the text that does not fit
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

/** Tokens of a text of the package, as many as the model has room for. */
export interface PackagedText {
  readonly ids: readonly number[];
  readonly texts: readonly string[];
}

/** Texts of the package of which the tokenizer knows two tokens at least; null: the model has no tokenizer, or reads images. */
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

/** None where the tokenizer has no token for what it does not know. */
function tokensOf(model: PretrainedModel, text: string): readonly ModelToken[] {
  try {
    return model.tokenize(text);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** With what the model generates, where it is an encoder-decoder that is given no target. */
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

/** Names of the token that stands for what a vocabulary does not have. */
const UNKNOWN = /^(\[UNK\]|<unk>)$/i;
/** The largest share of unknown tokens in a text that is read. */
const MOST_UNKNOWN = 0.25;

/** The run of the ids of a text, whose tokens have the names of the vocabulary; null: the tokenizer does not know the text. */
export function known(run: PretrainedRun): PretrainedRun | null {
  const unknown = run.tokens.filter(({ text }) => UNKNOWN.test(text));
  return unknown.length <= MOST_UNKNOWN * run.tokens.length ? run : null;
}
