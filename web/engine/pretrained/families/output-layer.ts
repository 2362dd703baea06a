// The output layer of a decoder, from which the logits come.
import type { ConfigFields } from './config-fields.js';
import type { FamilyFile, FamilyModel } from './family.js';

/**
 * Where its weights are: those of the embedding, where config.json ties the two. A layer that the file has all the same is
 * what transformers 5 computes with.
 * @param embedding the name of the embedding's tensor, without .weight
 * @param layer that of the layer's own
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
