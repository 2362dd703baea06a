// The models that can be shown.
export const MODEL_NAMES = ['default', 'untrained', 'stories'] as const;
export type ModelName = (typeof MODEL_NAMES)[number];

/** Those that have a card. */
export type CardName = Exclude<ModelName, 'untrained'>;
