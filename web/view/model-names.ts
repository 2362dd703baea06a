// Built-in models.
export const MODEL_NAMES = ['default', 'untrained', 'stories'] as const;
export type ModelName = (typeof MODEL_NAMES)[number];

/** Models that have a model card. */
export type CardName = Exclude<ModelName, 'untrained'>;
