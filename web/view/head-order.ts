/** What the attention of a head on the sentence is like, as numbers by which heads can be put in order. */
export const HEAD_MEASURES = ['entropy', 'distance', 'previous', 'itself', 'next', 'first'] as const;
export type HeadMeasure = (typeof HEAD_MEASURES)[number];

/** The order of the heads in a grid: by layer, by role, by what the model card says a head is worth, or by a measure. */
export const HEAD_ORDERS = ['layer', 'role', 'worth', ...HEAD_MEASURES] as const;
export type HeadOrder = (typeof HEAD_ORDERS)[number];
