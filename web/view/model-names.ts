export const MODEL_NAMES = ['default', 'untrained', 'stories'] as const;
export type ModelName = (typeof MODEL_NAMES)[number];

export type CardName = Exclude<ModelName, 'untrained'>;
