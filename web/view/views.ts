// The ways in which one run can be looked at.

/** The sentence and the pipeline; the matrix of weights alone; all heads, small; the numbers. */
export const VIEW_NAMES = ['spotlight', 'matrix', 'heads', 'numbers'] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

/** Heads layer by layer, or by what they do. */
export const HEAD_ORDERS = ['layer', 'role'] as const;
export type HeadOrder = (typeof HEAD_ORDERS)[number];
