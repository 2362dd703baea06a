// Masked-token head of an encoder (Devlin et al. 2019), which predicts masked tokens: a dense layer, an activation, a
// norm, and the output layer.
import type { ConfigFields } from './config-fields.js';
import type { FamilyFile, FamilyModel } from './family.js';
import type { StackDescription } from '../../transformer/description.js';

/** Tensor names of the masked-token head, without .weight and .bias. */
export interface MaskedHead {
  dense: string;
  norm: string;
  output: string;
  /** Tensor name of the output layer's bias in files that do not store it as `${output}.bias`. */
  bias: string;
  /** Activation function of the masked-token head. Default: that of the encoder's layers. */
  activation?: StackDescription['activation'];
}

/**
 * Adds the masked-token head to an encoder's description. Returns the model unchanged if its file has no such head, or
 * if the head's activation differs from that of the layers.
 */
export function withMaskedHead(
  model: FamilyModel,
  config: ConfigFields,
  file: FamilyFile,
  { dense, norm, output, bias, activation }: MaskedHead,
): FamilyModel {
  const { embedDim, encoder } = model.description;
  if (!encoder || !file.has(`${dense}.weight`) || (activation ?? encoder.activation) !== encoder.activation)
    return model;
  const isTied = config.flag('tie_word_embeddings', true) && !file.has(`${output}.weight`);
  return {
    ...model,
    description: {
      ...model.description,
      encoder: {
        ...encoder,
        outputDim: encoder.vocabulary,
        outputTransformDim: encoder.embeddingDim ?? embedDim,
      },
      hasOutputBias: true,
    },
    tensors: {
      ...model.tensors,
      output_transform: `${dense}.*`,
      output_transform_norm: `${norm}.*`,
      'output.weight': `${isTied ? 'embeddings.word_embeddings' : output}.weight`,
      'output.bias': file.has(`${output}.bias`) ? `${output}.bias` : bias,
    },
  };
}
