// The part of a model that is enough to see its first attentions: some layers, and of the embedding tables the rows of one
// text. To the core it is a model like any other, with fewer layers and a small vocabulary.
import { expectArray, expectString, expectWholeNumber, isArray } from '../core/checks.js';
import type { EmbeddingRows } from '../parameters/load-parameters.js';
import type { StackDescription, TransformerDescription } from '../transformer/description.js';
import type { FamilyModel } from './families/family.js';
import type { SubwordTokenizer } from './subword-tokenizer.js';

export interface ModelPart {
  description: TransformerDescription;
  embedding?: EmbeddingRows;
  /** A part of a model has no logits: its last layer is not the model's. */
  hasLogits: false;
}

/**
 * The part of a model that the options of `loadPretrained` select; null for all of it.
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
    ...(outputDim !== undefined && outputTransformDim === undefined && { outputDim }), // a vocabulary's are left out
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

/** The ids of a text's tokens and of those that a model needs besides, each once, in ascending order. */
function rowsOf(text: unknown, tokenizer: SubwordTokenizer | null, besides: readonly number[], of: number): number[] {
  const given = isArray(text) ? expectArray('text', text) : encode(expectString('text', text), tokenizer);
  const ids = given.map((id, at) => expectWholeNumber(`text[${at}]`, id, 0, of - 1));
  return [...new Set([...ids, ...besides])].sort((a, b) => a - b);
}

function encode(text: string, tokenizer: SubwordTokenizer | null): number[] {
  if (tokenizer) return tokenizer.encode(text).map(({ id }) => id);
  throw new TypeError('text: expected the ids of tokens: the model is loaded without a tokenizer; got a text');
}

/** The row of each token in the embedding tables that there are; undefined: there is none. */
export function rowOf(embedding?: EmbeddingRows): (id: number) => number | undefined {
  if (!embedding) return (id) => id;
  const rows = new Map(embedding.rows.map((id, row) => [id, row]));
  return (id) => rows.get(id);
}
