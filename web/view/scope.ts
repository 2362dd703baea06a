/** Scope of interventions: the selected head, all heads of its layer, or every layer of the model. */
export const SCOPES = ['head', 'layer', 'model'] as const;
export type Scope = (typeof SCOPES)[number];
