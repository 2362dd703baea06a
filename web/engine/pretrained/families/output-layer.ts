// Source of a decoder's output layer, which computes the logits.
import type { ConfigFields } from './config-fields.js';
import type { FamilyFile, FamilyModel } from './family.js';

/**
 * Source of the output layer's weights. It is the embedding if config.json ties the two, unless the file contains a
 * separate layer, as files of transformers 5 do.
 * @param embedding tensor name of the embedding, without .weight
 * @param layer tensor name of the separate output layer
 */
export function outputLayer(
  config: ConfigFields,
  file: FamilyFile,
  embedding: string,
  layer = 'lm_head',
): Pick<FamilyModel, 'tensors'> {
  const isTied = config.flag('tie_word_embeddings') && !file.has(`${layer}.weight`);
  return { tensors: { output: `${isTied ? embedding : layer}.*` } };
}
