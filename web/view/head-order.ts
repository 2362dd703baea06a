/** Sort orders of the heads in the view 'heads', including measures of a head's attention in the current sentence. */
export const HEAD_MEASURES = ['entropy', 'distance', 'previous', 'itself', 'next', 'first'] as const;
export type HeadMeasure = (typeof HEAD_MEASURES)[number];

/** Sort orders of the heads: by layer, by role, by importance according to the model card, or by a measure. */
export const HEAD_ORDERS = ['layer', 'role', 'worth', ...HEAD_MEASURES] as const;
export type HeadOrder = (typeof HEAD_ORDERS)[number];
