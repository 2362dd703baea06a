// What a Transformer is made of: an encoder, a decoder or both, and in each layers of one kind. C++ runs what is described
// (cpp/model/description.hpp has the same fields).
import type { DescriptionBlock } from '../wasm/spotlight.js';

/** The encoder or the decoder. */
export interface StackDescription {
  layers: number;
  /** Rows of the embedding table. */
  vocabulary: number;
  /** The number of types that tokens have, as BERT's first and second sentence. Default 0: none. */
  tokenTypes?: number;
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
   * between them they go from one to the other.
   */
  rotaryFactor?: number;
  rotaryLowFactor?: number;
  rotaryHighFactor?: number;
  rotaryOriginalLength?: number;

  numHeads: number;
  /** The number of heads of keys and values, a divisor of numHeads. */
  numKvHeads: number;
  headDim: number;
  /** The factor of the scores. Default 1/√headDim. */
  scale?: number;
  /** Whether the projections have biases. Default true. */
  queryBias?: boolean;
  keyBias?: boolean;
  valueBias?: boolean;
  outputBias?: boolean;
  /** Whether each head's queries and keys are normalized before they are turned, by RMSNorm. Default false. */
  hasQueryKeyNorm?: boolean;
  /** Default false. */
  hasCrossAttention?: boolean;

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
  /** Whether attention and feed-forward layer read the same x: x + attention(norm(x)) + feed-forward(norm'(x)). Default false. */
  isParallel?: boolean;
  /** Whether the embeddings are normalized. Default false. */
  hasEmbeddingNorm?: boolean;
  /** Whether the last layer's output is. Default true. */
  hasFinalNorm?: boolean;
}

/** The stacks of a Transformer, and what they share. */
export interface TransformerDescription {
  readonly embedDim: number;
  readonly encoder?: Readonly<StackDescription>;
  readonly decoder?: Readonly<StackDescription>;
  /** Of the decoder's logits. Default false. */
  readonly hasOutputBias?: boolean;
}

/** A copy that stays as it is: models show it to everyone, and compute by it. */
export const frozen = ({ encoder, decoder, ...rest }: TransformerDescription): TransformerDescription =>
  Object.freeze({
    ...rest,
    ...(encoder && { encoder: Object.freeze({ ...encoder }) }),
    ...(decoder && { decoder: Object.freeze({ ...decoder }) }),
  });

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
      for (const [name, value] of Object.entries(stack ?? {}) as [string, number | boolean | string | undefined][]) {
        if (value === undefined) continue;
        const kind = kinds[name as keyof typeof kinds] as unknown as Record<string, { value: number }> | undefined;
        const number = kind ? kind[value as string]!.value : Number(value);
        if (!block.set(stack === encoder, name, number)) throw new Error(`C++ has no field '${name}'`);
      }
    }
    return use(block);
  } finally {
    block.delete();
  }
}
