// Changes to the rest of the state when the user selects a head, a model or a text.
import { forOtherText, type Interventions } from '../interventions/index.js';
import type { HeadRef } from '../../engine/transformer/run.js';
import type { ModelName } from '../../view/model-names.js';
import type { State } from './properties.js';

/** Head and query token before the user's selection. */
interface Shown {
  headRef: HeadRef;
  queryIndex: (state: Pick<State, 'query'>) => number;
}

/**
 * Selects another head. The query token stays selected within an attention type; another attention type has other
 * tokens.
 */
export const headChange = (head: HeadRef, shown: Shown | null, state: Pick<State, 'query'>): Partial<State> => ({
  ...head,
  ...(head.attention === shown?.headRef.attention ? { query: shown.queryIndex(state) } : { query: -1, cell: null }),
});

/** State in which the head is selected automatically for the text. */
export const AUTOMATIC_HEAD = { attention: 'auto', layer: 0, head: 'auto' } as const;

/** Selects another model, and resets properties that refer to layers of the previous one. */
export const modelChange = (model: ModelName): Partial<State> => ({
  model,
  ...AUTOMATIC_HEAD,
  ablate: [],
});

/** Sets another text, and resets properties that refer to tokens of the previous one. */
export const textChange = (text: string, interventions: Interventions): Partial<State> => ({
  text,
  query: -1,
  cell: null,
  ...forOtherText(interventions),
});
