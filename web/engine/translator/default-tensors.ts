// Description of the default model, and the tensors in its file from which its parameters are read. The tensors have
// the names of the PyTorch training program.
import type { StackDescription, TransformerDescription } from '../transformer/description.js';
import type { ModelConfig } from '../transformer/model-config.js';
import { attentionTensors, type SourceTable } from '../parameters/parameter-source.js';

/**
 * Describes the default model for the C++ code.
 * @param vocabulary number of rows of the source and of the target embedding table
 */
export function describeDefault(
  config: ModelConfig,
  vocabulary: { source: number; target: number },
): TransformerDescription {
  const { embedDim, numHeads, feedforwardDim, encoderLayers, decoderLayers } = config;
  const stack: Omit<StackDescription, 'layers' | 'vocabulary'> = {
    embeddingScale: Math.sqrt(embedDim),
    positions: 'sinusoids',
    numHeads,
    numKvHeads: numHeads,
    headDim: embedDim / numHeads,
    feedforwardDim,
  };
  return {
    embedDim,
    encoder: { ...stack, layers: encoderLayers, vocabulary: vocabulary.source },
    decoder: { ...stack, layers: decoderLayers, vocabulary: vocabulary.target, hasCrossAttention: true },
    hasOutputBias: true,
  };
}

const layerTensors = (stack: string, embedDim: number): SourceTable => ({
  ...attentionTensors(`${stack}.#.self_attention`, `${stack}.#.self_attn`, embedDim),
  ...attentionTensors(`${stack}.#.cross_attention`, `${stack}.#.cross_attn`, embedDim),
  [`${stack}.#.self_attention_norm`]: `${stack}.#.norm1.*`,
  [`${stack}.#.cross_attention_norm`]: `${stack}.#.norm3.*`, // norms 2 and 3 are in a different order than in PyTorch
  [`${stack}.#.feed_forward_norm`]: `${stack}.#.norm2.*`,
  [`${stack}.#.feed_forward.linear1`]: `${stack}.#.feedforward.linear1.*`,
  [`${stack}.#.feed_forward.linear2`]: `${stack}.#.feedforward.linear2.*`,
  [`${stack}.final_norm`]: `${stack}_norm.*`,
});

export const defaultTensors = (embedDim: number): SourceTable => ({
  'encoder.tokens': 'word_embedding.weight',
  'decoder.tokens': 'piece_embedding.weight',
  'output.weight': 'piece_embedding.weight', // tied weights (Press & Wolf 2017)
  'output.bias': 'output_bias',
  ...layerTensors('encoder', embedDim),
  ...layerTensors('decoder', embedDim),
});
