// Decoders that classify texts: in place of the logits of a vocabulary, their output layer gives those of classes.
import type { ConfigFields } from './config-fields.js';
import type { FamilyFile, FamilyModel } from './family.js';

/** The model with the layer of classes of its file, or, where the file has none, as it is. */
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
