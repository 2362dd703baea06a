// Changes to the rest of the element's state when the user selects a head, a model or a text.
import { forOtherText, type Interventions } from '../interventions/index.js';
import type { HeadRef } from '../../engine/transformer/run.js';
import type { ModelName } from '../../view/model-names.js';
import type { State } from './properties.js';

/** The head and the query token that are shown before the user selects another head. */
interface Shown {
  headRef: HeadRef;
  queryIndex: (state: Pick<State, 'query'>) => number;
}

/**
 * State change that selects another head. The query token stays selected within an attention type, but not across
 * types, whose tokens differ.
 */
export const headChange = (head: HeadRef, shown: Shown | null, state: Pick<State, 'query'>): Partial<State> => ({
  ...head,
  ...(head.attention === shown?.headRef.attention ? { query: shown.queryIndex(state) } : { query: -1, cell: null }),
});

/** Part of the state with which the head is selected automatically for the text. */
export const AUTOMATIC_HEAD = { attention: 'auto', layer: 0, head: 'auto' } as const;

/** State change that selects another model, and resets the properties that refer to layers of the previous model. */
export const modelChange = (model: ModelName): Partial<State> => ({
  model,
  ...AUTOMATIC_HEAD,
  ablate: [],
});

/** State change that sets another text, and resets the properties that refer to tokens of the previous text. */
export const textChange = (text: string, interventions: Interventions): Partial<State> => ({
  text,
  query: -1,
  cell: null,
  ...forOtherText(interventions),
});
