// The weights as CSV (RFC 4180).
import { always, textFile, type ExportFormat } from './format.js';
import { rowsOf } from './rows.js';
import { textField } from './spreadsheet.js';
import type { Snapshot } from '../snapshot.js';
import type { Tensor } from '../../../engine/core/tensor.js';

const BYTE_ORDER_MARK = '\ufeff'; // without it Excel does not read UTF-8

/** A row per query token, a column per key token. */
function csvOf({ viewModel: { queryTokens, keyTokens, weights } }: Snapshot): string {
  const field = (token: string) => textField(token, ',');
  const rows = rowsOf(weights).map((row, index) => [field(queryTokens[index]!), ...row.map(String)]);
  return [['', ...keyTokens.map(field)], ...rows].map((fields) => `${fields.join(',')}\r\n`).join('');
}

/** Of all heads: a row per number. */
function csvOfAll({ viewModel: { queryTokens, keyTokens } }: Snapshot, layers: readonly Tensor[]): string {
  const field = (token: string) => textField(token, ',');
  const [queries, keys] = [queryTokens.map(field), keyTokens.map(field)];
  const rows = layers.flatMap(({ data }, layer) =>
    Array.from(data, (weight, at) => {
      const [key, row] = [at % keys.length, Math.floor(at / keys.length)];
      const [query, head] = [row % queries.length, Math.floor(row / queries.length)];
      return [layer, head, query, queries[query], key, keys[key], weight].join(',');
    }),
  );
  return ['layer,head,query,query_token,key,key_token,weight', ...rows].map((row) => `${row}\r\n`).join('');
}

export const csv = {
  name: 'csv',
  isSupported: always,
  export: (snapshot, { heads }) => {
    const { allHeads } = snapshot;
    const content = heads === 'all' && allHeads ? csvOfAll(snapshot, allHeads) : csvOf(snapshot);
    return textFile('csv', 'text/csv', BYTE_ORDER_MARK + content);
  },
} as const satisfies ExportFormat;
