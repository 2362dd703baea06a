// Effects of a user's selection on the rest of the state.
import { forOtherText, type Interventions } from '../interventions/index.js';
import type { HeadRef } from '../../engine/transformer/run.js';
import type { ModelName } from '../../view/model-names.js';
import type { State } from './properties.js';

/** Selection before the user's choice. */
interface Shown {
  headRef: HeadRef;
  queryIndex: (state: Pick<State, 'query'>) => number;
}

/**
 * Keeps the query token if the attention type stays the same; another attention type has other tokens, so the selection
 * is dropped.
 */
export const headChange = (head: HeadRef, shown: Shown | null, state: Pick<State, 'query'>): Partial<State> => ({
  ...head,
  ...(head.attention === shown?.headRef.attention ? { query: shown.queryIndex(state) } : { query: -1, cell: null }),
});

/** State in which the head is selected automatically for the text. */
export const AUTOMATIC_HEAD = { attention: 'auto', layer: 0, head: 'auto' } as const;

/** Resets properties that refer to layers of the previous model. */
export const modelChange = (model: ModelName): Partial<State> => ({
  model,
  ...AUTOMATIC_HEAD,
  ablate: [],
});

/** Resets properties that refer to tokens of the previous text. */
export const textChange = (text: string, interventions: Interventions): Partial<State> => ({
  text,
  query: -1,
  cell: null,
  ...forOtherText(interventions),
});
