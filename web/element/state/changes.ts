// Side effects of a user's choice on the rest of the state.
import { forOtherText, type Interventions } from '../interventions/index.js';
import type { HeadRef } from '../../engine/transformer/run.js';
import type { ModelName } from '../../view/model-names.js';
import type { State } from './properties.js';

/** Selection that was shown before the user's choice. */
interface Shown {
  headRef: HeadRef;
  queryIndex: (state: Pick<State, 'query'>) => number;
}

/**
 * The query token stays the one that is shown. The tokens of another attention type are others, so the selection is
 * dropped.
 */
export const headChange = (head: HeadRef, shown: Shown | null, state: Pick<State, 'query'>): Partial<State> => ({
  ...head,
  ...(head.attention === shown?.headRef.attention ? { query: shown.queryIndex(state) } : { query: -1, cell: null }),
});

/** The head is chosen for the text. */
export const AUTOMATIC_HEAD = { attention: 'auto', layer: 0, head: 'auto' } as const;

/** Drops what refers to the layers of the last model. */
export const modelChange = (model: ModelName): Partial<State> => ({
  model,
  ...AUTOMATIC_HEAD,
  ablate: [],
});

/** Drops what refers to tokens of the last text. */
export const textChange = (text: string, interventions: Interventions): Partial<State> => ({
  text,
  query: -1,
  cell: null,
  ...forOtherText(interventions),
});
