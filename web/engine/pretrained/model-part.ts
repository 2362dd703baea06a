// Partial models, sufficient to show the first layers' attention: some layers, and the embedding rows of one text. To
// the C++ code, they are complete models with fewer layers and a small vocabulary.
import { expectArray, expectString, expectWholeNumber, isArray } from '../core/checks.js';
import type { EmbeddingRows } from '../parameters/load-parameters.js';
import type { StackDescription, TransformerDescription } from '../transformer/description.js';
import type { FamilyModel } from './families/family.js';
import type { SubwordTokenizer } from './subword-tokenizer.js';

export interface ModelPart {
  description: TransformerDescription;
  embedding?: EmbeddingRows;
  /** False for every partial model, which cannot compute logits: its last layer is not the model's last layer. */
  hasLogits: false;
}

/**
 * Description of the part of a model that the options of `loadPretrained` select; null for the whole model.
 * @throws TypeError or RangeError that names the option
 */
export function partOf(
  { description, decoderStart, image }: FamilyModel,
  { layers, text }: Readonly<Record<string, unknown>>,
  tokenizer: SubwordTokenizer | null,
): ModelPart | null {
  if (image && text !== undefined) throw new TypeError('text: expected none for a model of images, got one');
  const { encoder, decoder } = description;
  const vocabulary = Math.min(encoder?.vocabulary ?? Infinity, decoder?.vocabulary ?? Infinity);
  const all = Math.max(encoder?.layers ?? 0, decoder?.layers ?? 0);
  const most = layers === undefined ? all : expectWholeNumber('layers', layers, 1, all);
  if (text === undefined && most === all) return null;
  const rows = text === undefined ? null : rowsOf(text, tokenizer, [decoderStart ?? 0], vocabulary);
  const first = ({ outputTransformDim, outputDim, ...stack }: StackDescription) => ({
    ...stack,
    // Only a classifier keeps its output size. Logits of tokens have no place in a partial model with a smaller
    // vocabulary.
    ...(outputDim !== undefined && outputTransformDim === undefined && { outputDim }),
    layers: Math.min(stack.layers, most),
    vocabulary: rows?.length ?? stack.vocabulary,
  });
  return {
    description: {
      ...description,
      ...(encoder && { encoder: first(encoder) }),
      ...(decoder && { decoder: first(decoder) }),
    },
    ...(rows && { embedding: { rows, of: vocabulary } }),
    hasLogits: false,
  };
}

/**
 * Ids of the tokens whose embedding rows are loaded: the text's tokens and those in `besides`, which the model always
 * needs. They are in ascending order and without duplicates.
 */
function rowsOf(text: unknown, tokenizer: SubwordTokenizer | null, besides: readonly number[], of: number): number[] {
  const given = isArray(text) ? expectArray('text', text) : encode(expectString('text', text), tokenizer);
  const ids = given.map((id, at) => expectWholeNumber(`text[${at}]`, id, 0, of - 1));
  return [...new Set([...ids, ...besides])].sort((a, b) => a - b);
}

function encode(text: string, tokenizer: SubwordTokenizer | null): number[] {
  if (tokenizer) return tokenizer.encode(text).map(({ id }) => id);
  throw new TypeError('text: expected the ids of tokens: the model is loaded without a tokenizer; got a text');
}

/**
 * Returns a function that maps a token id to the token's row in the loaded embedding tables; undefined if that row was
 * not loaded.
 */
export function rowOf(embedding?: EmbeddingRows): (id: number) => number | undefined {
  if (!embedding) return (id) => id;
  const rows = new Map(embedding.rows.map((id, row) => [id, row]));
  return (id) => rows.get(id);
}
