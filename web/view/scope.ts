/** Where interventions apply: in the head that is shown, in all heads of its layer, or in every layer of the model. */
export const SCOPES = ['head', 'layer', 'model'] as const;
export type Scope = (typeof SCOPES)[number];
