/** The order of the heads in a grid: by layer, or by role. */
export const HEAD_ORDERS = ['layer', 'role'] as const;
export type HeadOrder = (typeof HEAD_ORDERS)[number];
