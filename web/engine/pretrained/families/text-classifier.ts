// Text classifiers that are based on a decoder. Their output layer computes the logits of classes instead of tokens.
import type { ConfigFields } from './config-fields.js';
import type { FamilyFile, FamilyModel } from './family.js';

/**
 * Adds the output layer of a text classifier to a decoder's description. Returns the model unchanged if its file has no
 * such layer.
 */
export function withClasses(model: FamilyModel, config: ConfigFields, file: FamilyFile): FamilyModel {
  const { encoder, decoder, ...description } = model.description;
  if (encoder || !decoder || !file.has('score.weight')) return model;
  const labels = config.labels();
  return {
    ...model,
    description: { ...description, decoder: { ...decoder, outputDim: labels.length, logitSoftcap: 0 } },
    tensors: { ...model.tensors, output: 'score.*' },
    classes: { labels, token: 'last', padding: config.tokens('pad_token_id')[0] ?? null },
  };
}
