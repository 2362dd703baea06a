// What a Transformer is made of: an encoder, a decoder or both, and in each layers of one kind. C++ runs what is described
// (cpp/model/description.hpp has the same fields).
import type { DescriptionBlock } from '../wasm/spotlight.js';

/** The encoder or the decoder. */
export interface StackDescription {
  layers: number;
  /** Rows of the embedding table. */
  vocabulary: number;
  /** The size of the embeddings, which are then projected to embedDim, as ALBERT's. Default: embedDim, without a projection. */
  embeddingDim?: number;
  /** The number of types that tokens have, as BERT's first and second sentence. Default 0: none. */
  tokenTypes?: number;
  /** The numbers of the patches of an image, which follow the tokens and are projected to embedDim, as ViT's. Default 0: none. */
  patchDim?: number;
  /** The factor of the embeddings. Default 1. */
  embeddingScale?: number;

  /**
   * How the layers know the order of the tokens: a learned table, or sinusoids in turn or in halves, is added to the
   * embeddings; or queries and keys are turned, in pairs of numbers or in halves. Default 'none'.
   */
  positions?: 'none' | 'learned' | 'sinusoids' | 'sinusoidHalves' | 'rotaryPairs' | 'rotaryHalves';
  /** Rows of the table of learned positions. */
  maxPositions?: number;
  /** The first numbers of each head, which are turned; even. */
  rotaryDim?: number;
  /** The base of the sinusoids' and the rotary frequencies. Default 10,000. */
  theta?: number;
  /**
   * The rotary frequencies are divided by this. Default 1. With an original length, as Llama 3 has it, only those that turn
   * less than `rotaryLowFactor` times in so many positions; those that turn more than `rotaryHighFactor` times are kept, and
   * between them they go from one to the other. YaRN does the same by their index: from `rotaryLast` on they are divided, up to
   * `rotaryFirst` kept.
   */
  rotaryFactor?: number;
  rotaryLowFactor?: number;
  rotaryHighFactor?: number;
  rotaryOriginalLength?: number;
  rotaryFirst?: number;
  rotaryLast?: number;
  /** What is turned is multiplied by this. Default 1. */
  rotaryMagnitude?: number;

  numHeads: number;
  /** The number of heads of keys and values, a divisor of numHeads. */
  numKvHeads: number;
  headDim: number;
  /** The factor of the scores. Default 1/√headDim. */
  scale?: number;
  /** Scaled scores s of self-attention become softcap · tanh(s / softcap). Default: they stay. */
  scoreSoftcap?: number;
  /**
   * Rows of a table of biases, which are added to the scores of self-attention, as T5's: 2D + 1, for key − query from −D to D;
   * of farther ones the first and the last. Default 0: none.
   */
  biasDistances?: number;
  /** Whether the projections have biases. Default true. */
  queryBias?: boolean;
  keyBias?: boolean;
  valueBias?: boolean;
  outputBias?: boolean;
  /** Whether each head's queries and keys are normalized before they are turned, by RMSNorm. Default false. */
  hasQueryKeyNorm?: boolean;
  /** Default false. */
  hasCrossAttention?: boolean;

  /** The layers, from 0, in which a token attends to no other than the last `window`, itself among them. Default: none. */
  localLayers?: readonly number[];
  window?: number;
  /** The base of their rotary frequencies, which are not scaled. Default: as in the others. */
  localTheta?: number;

  /** 0: layers of attention only. */
  feedforwardDim: number;
  /** 'gelu' is exact, 'geluTanh' its approximation. Default 'relu'. */
  activation?: 'relu' | 'gelu' | 'geluTanh' | 'silu';
  /** W₂·(f(W₁·x) ∘ G·x) in place of W₂·f(W₁·x). Default false. */
  isGated?: boolean;
  /** Default true. */
  feedforwardBias?: boolean;

  /** LayerNorm or RMSNorm. Default 'layer'. */
  norm?: 'layer' | 'rms';
  /** Of the norms. Default 1e-5. */
  epsilon?: number;
  /** Pre-norm, x + f(norm(x)); otherwise post-norm, norm(x + f(x)). Default true. */
  normFirst?: boolean;
  /** Whether what attention and feed-forward layer give is normalized before it is added: x + norm'(f(norm(x))). Default false. */
  hasOutputNorms?: boolean;
  /** Whether attention and feed-forward layer read the same x: x + attention(norm(x)) + feed-forward(norm'(x)). Default false. */
  isParallel?: boolean;
  /** Whether the embeddings are normalized. Default false. */
  hasEmbeddingNorm?: boolean;
  /** Whether the last layer's output is. Default true. */
  hasFinalNorm?: boolean;
  /** Logits of each token, as those of classes. Default: in a decoder as many as `vocabulary`, in an encoder none. */
  outputDim?: number;
  /** Logits z become softcap · tanh(z / softcap). Default 0: they stay. */
  logitSoftcap?: number;
}

/** The norms and activations that a layer or a model in training may have. */
export const NORMS = ['layer', 'rms'] as const;
export const ACTIVATIONS = ['relu', 'gelu', 'swiglu'] as const;

/** SwiGLU (Shazeer 2020) is SiLU with a gate. */
export const feedForwardOf = (
  activation: (typeof ACTIVATIONS)[number],
): { activation: 'relu' | 'gelu' | 'silu'; isGated: boolean } => ({
  activation: activation === 'swiglu' ? 'silu' : activation,
  isGated: activation === 'swiglu',
});

/** The stacks of a Transformer, and what they share. */
export interface TransformerDescription {
  readonly embedDim: number;
  readonly encoder?: Readonly<StackDescription>;
  readonly decoder?: Readonly<StackDescription>;
  /** Of the logits. Default false. */
  readonly hasOutputBias?: boolean;
}

/** A copy that stays as it is: models show it to everyone, and compute by it. */
export const frozen = ({ encoder, decoder, ...rest }: TransformerDescription): TransformerDescription =>
  Object.freeze({
    ...rest,
    ...(encoder && { encoder: frozenStack(encoder) }),
    ...(decoder && { decoder: frozenStack(decoder) }),
  });

const frozenStack = (stack: StackDescription): StackDescription =>
  Object.freeze({ ...stack, ...(stack.localLayers && { localLayers: Object.freeze([...stack.localLayers]) }) });

type FieldValue = StackDescription[keyof StackDescription];

/** What a module has that reads descriptions: C++'s enums and memory. */
interface DescriptionModule<Block> {
  Positions: object;
  FeedForwardActivation: object;
  NormKind: object;
  DescriptionBlock: new (embedDim: number, hasOutputBias: boolean) => Block;
}

/** Writes a description into C++'s memory, for as long as `use` runs. */
export function withDescription<Block extends Pick<DescriptionBlock, 'set' | 'delete'>, Result>(
  module: DescriptionModule<Block>,
  { embedDim, encoder, decoder, hasOutputBias = false }: TransformerDescription,
  use: (block: Block) => Result,
): Result {
  const kinds = { positions: module.Positions, activation: module.FeedForwardActivation, norm: module.NormKind };
  const block = new module.DescriptionBlock(embedDim, hasOutputBias);
  try {
    for (const stack of [encoder, decoder]) {
      for (const [name, value] of Object.entries(stack ?? {}) as [string, FieldValue][]) {
        const kind = kinds[name as keyof typeof kinds] as unknown as Record<string, { value: number }> | undefined;
        for (const each of [value].flat()) {
          if (each === undefined) continue;
          const number = kind ? kind[each as string]!.value : Number(each);
          if (!block.set(stack === encoder, name, number)) throw new Error(`C++ has no field '${name}'`);
        }
      }
    }
    return use(block);
  } finally {
    block.delete();
  }
}
