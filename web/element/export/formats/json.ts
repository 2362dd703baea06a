// All numbers of the head, and what they were computed from, as JSON.
import { always, textFile, type ExportFormat } from './format.js';
import { rowsOf } from './rows.js';
import type { Snapshot } from '../snapshot.js';
import type { Tensor } from '../../../engine/core/tensor.js';

const ABOUT = 'Rows are queries, columns are keys; null in "masked" is minus infinity.';

function jsonOf({ viewModel, state, captions }: Snapshot): string {
  const { text, attention, layer, head } = state;
  const { queryTokens, keyTokens, trace, scale } = viewModel;
  const matrices = Object.fromEntries(Object.entries(trace).map(([name, tensor]) => [name, rowsOf(tensor as Tensor)]));
  return JSON.stringify(
    { about: ABOUT, text, attention, layer, head, captions, queryTokens, keyTokens, scale, ...matrices },
    null,
    1,
  );
}

export const json = {
  name: 'json',
  isSupported: always,
  export: (snapshot) => textFile('json', 'application/json', jsonOf(snapshot)),
} as const satisfies ExportFormat;
