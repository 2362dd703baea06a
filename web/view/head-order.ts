/** Measures of a head's attention in the current sentence, by which heads can be sorted. */
export const HEAD_MEASURES = ['entropy', 'distance', 'previous', 'itself', 'next', 'first'] as const;
export type HeadMeasure = (typeof HEAD_MEASURES)[number];

/** Sort orders of the heads: layer, role, importance according to the model card, or a measure. */
export const HEAD_ORDERS = ['layer', 'role', 'worth', ...HEAD_MEASURES] as const;
export type HeadOrder = (typeof HEAD_ORDERS)[number];
