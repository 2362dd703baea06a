// Text classifiers based on decoders, whose output layer computes logits of classes instead of tokens.
import type { ConfigFields } from './config-fields.js';
import type { FamilyFile, FamilyModel } from './family.js';

/** Adds the file's class layer to a model. Returns the model unchanged if there is none. */
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
