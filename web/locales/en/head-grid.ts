// Texts of the view 'heads' in English: sort orders, and the comparison of two heads.
import { patterns } from './head-patterns.js';
import type { HeadOrder } from '../../view/head-order.js';

export const headGrid = {
  sortOrders: {
    layer: 'By layer',
    role: 'By role',
    worth: 'Worth to the translation',
    entropy: 'Entropy',
    distance: 'Distance',
    previous: `On the ${patterns.previous}`,
    itself: `On the ${patterns.itself}`,
    next: `On the ${patterns.next}`,
    first: `On the ${patterns.first}`,
  } satisfies Record<HeadOrder, string>,
  bits: (value: string) => `${value} bit`,
  withInterventions: 'with your interventions',
  withoutInterventions: 'without',
};

export type HeadGrid = typeof headGrid;
