// Texts of the view of all heads in English: their order, and two of them side by side. `head-grid-zh.ts` has the same keys.
import { en as patterns } from './head-patterns.js';
import type { HeadOrder } from '../view/head-order.js';

const meanShare = (pattern: string): string =>
  `The share of the weights on the ${pattern}, on average over the queries that have one.`;

export const headGridEn = {
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
  /** What an order goes by. */
  sortHelp: {
    ...{ layer: '', role: '' },
    worth:
      'How much worse the translation becomes without the head, in nats for each token (the mean of both languages).',
    entropy: 'How evenly the weights are spread, in bits: 0 if all weight is on one token.',
    distance: 'How many tokens away what a query attends to is, on average.',
    previous: meanShare(patterns.previous),
    itself: meanShare(patterns.itself),
    next: meanShare(patterns.next),
    first: meanShare(patterns.first),
  } satisfies Record<HeadOrder, string>,
  bits: (value: string) => `${value} bit`,
  pin: 'Compare this head',
  unpin: 'End the comparison',
  pinHelp: 'Select another head: both stand side by side above the grid, with their difference.',
  pinSameHelp: 'Select another head, or change something under “Experiment”: both states then stand side by side.',
  comparing: (one: string, other: string) => `Above the grid: ${one} and ${other}, and their difference.`,
  withInterventions: 'with your interventions',
  withoutInterventions: 'without',
};
