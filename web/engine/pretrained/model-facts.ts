// Properties of a model that are known from config.json and the file headers, before any weight is read.
import { KEPT_PRECISIONS, type KeptPrecision } from '../parameters/load-parameters.js';
import { PRECISIONS, type WeightsFile } from '../weights/weights-file.js';
import { sourceOf } from '../parameters/parameter-source.js';
import type { FamilyModel } from './families/family.js';
import type { FamilyName } from './families/index.js';
import type { StackDescription, TransformerDescription } from '../transformer/description.js';

/**
 * Kind of prediction that a model makes: the next token, a masked token, or a class; null for none, as by an encoder
 * without a head.
 */
export type Predicted = 'next' | 'masked' | 'class' | null;

export interface ModelFacts {
  readonly family: FamilyName;
  readonly description: TransformerDescription;
  /** Maximum length of a text that the model reads, in tokens. */
  readonly contextLength: number;
  readonly predicts: Predicted;
  readonly readsImages: boolean;
  /** Number of the model's parameters in the weight files. */
  readonly parameters: number;
  /**
   * Number of parameters of each number type in the weight files, such as 'BF16', in descending order of the number.
   */
  readonly types: readonly (readonly [type: string, count: number])[];
  /** Total size of the weight files in bytes. */
  readonly bytes: number;
  /** Memory that the parameters need once loaded, in bytes, for each precision in which they can be kept. */
  readonly memory: Readonly<Record<KeptPrecision, number>>;
}

export function factsOf(family: FamilyName, parts: FamilyModel, weights: WeightsFile): ModelFacts {
  const { description, contextLength, image } = parts;
  const types = [...weights.countsOfTypes(parts.unused)].sort(([, a], [, b]) => b - a);
  const memory = KEPT_PRECISIONS.map((precision) => [precision, memoryOf(parts, types, precision)] as const);
  return {
    family,
    description,
    contextLength,
    predicts: predictedBy(parts),
    readsImages: image !== undefined,
    parameters: types.reduce((sum, [, count]) => sum + count, 0),
    types,
    bytes: weights.bytes,
    memory: Object.fromEntries(memory) as Record<KeptPrecision, number>,
  };
}

function predictedBy({ description: { encoder, decoder }, classes }: FamilyModel): Predicted {
  if (classes) return 'class';
  if (decoder) return 'next';
  return encoder?.outputTransformDim !== undefined ? 'masked' : null;
}

/**
 * Bytes per number of each number type in memory. They are the same as in the file, except for q4K and q5K blocks,
 * whose scales take whole bytes in memory.
 */
const BYTES = {
  float32: 4,
  float16: 2,
  bfloat16: 2,
  int8: 1,
  q4_0: 18 / 32,
  q4_1: 20 / 32,
  q5_0: 22 / 32,
  q5_1: 24 / 32,
  q8_0: 34 / 32,
  q4K: 148 / 256,
  q5K: 180 / 256,
  q6K: 210 / 256,
} as const;

/**
 * Memory that a model's parameters need, in bytes. Matrices use the chosen precision, including the embedding table,
 * which a tied output layer shares; the position table uses float32 (cpp/bindings/parameter_set.hpp).
 */
function memoryOf(parts: FamilyModel, types: ModelFacts['types'], precision: KeptPrecision): number {
  const { description, tensors } = parts;
  const stored = types.reduce((sum, [type, count]) => sum + count * bytesOf(type, precision), 0);
  const mean = stored / types.reduce((sum, [, count]) => sum + count, 0);
  const { encoder, decoder, embedDim } = description;
  const positions = [encoder, decoder].reduce((sum, stack) => sum + positionsOf(stack, embedDim), 0);
  const ofOutput = 'output.weight' in tensors || 'output' in tensors ? sourceOf(tensors, 'output.weight') : null;
  const isScaled = (['encoder', 'decoder'] as const).some((stack) => {
    const ofTokens = description[stack] && sourceOf(tensors, `${stack}.tokens.weight`);
    return ofTokens && ofTokens.tensor === ofOutput?.tensor && ofTokens.times !== ofOutput.times;
  });
  const output = isScaled ? (decoder ?? encoder)!.vocabulary * embedDim : 0;
  return stored + positions * (4 - mean) + output * mean;
}

const positionsOf = (stack: Readonly<StackDescription> | undefined, embedDim: number): number =>
  stack?.positions === 'learned' ? (stack.maxPositions ?? 0) * embedDim : 0;

function bytesOf(type: string, precision: KeptPrecision): number {
  if (precision !== 'stored') return BYTES[precision];
  return BYTES[PRECISIONS[type as keyof typeof PRECISIONS]];
}
