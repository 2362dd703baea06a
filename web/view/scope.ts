/** Where interventions apply: in the whole model, or in the selected head alone, whose inputs then stay the baseline's. */
export const SCOPES = ['model', 'head'] as const;
export type Scope = (typeof SCOPES)[number];
