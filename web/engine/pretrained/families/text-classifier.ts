// Decoders that classify texts: their output layer gives logits of classes, not of a vocabulary.
import type { ConfigFields } from './config-fields.js';
import type { FamilyFile, FamilyModel } from './family.js';

/** The model with the class layer of its file; unchanged if the file has none. */
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
