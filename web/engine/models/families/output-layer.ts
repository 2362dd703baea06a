// The output layer of a decoder, from which the logits come.
import type { ConfigFields } from './config-fields.js';
import type { FamilyModel } from './family.js';

/**
 * Where its weights are: those of the embedding, where config.json ties the two. The file may then have them twice.
 * @param embedding the name of the embedding's tensor, without .weight
 * @param layer that of the layer's own
 */
export function outputLayer(
  config: ConfigFields,
  embedding: string,
  layer = 'lm_head',
): Required<Pick<FamilyModel, 'tensors' | 'unused'>> {
  const isTied = config.flag('tie_word_embeddings');
  return {
    tensors: { output: `${isTied ? embedding : layer}.*` },
    unused: isTied ? [new RegExp(`^${layer}\\.weight$`)] : [],
  };
}
