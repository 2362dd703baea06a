// The weights as CSV (RFC 4180).
import { always, textFile, type ExportFormat } from './format.js';
import { rowsOf } from './rows.js';
import { textField } from './spreadsheet.js';
import type { Snapshot } from '../snapshot.js';

const BYTE_ORDER_MARK = '\ufeff'; // without it Excel does not read UTF-8

/** A row per query token, a column per key token. */
function csvOf({ viewModel: { queryTokens, keyTokens, weights } }: Snapshot): string {
  const field = (token: string) => textField(token, ',');
  const rows = rowsOf(weights).map((row, index) => [field(queryTokens[index]!), ...row.map(String)]);
  return [['', ...keyTokens.map(field)], ...rows].map((fields) => `${fields.join(',')}\r\n`).join('');
}

export const csv = {
  name: 'csv',
  isSupported: always,
  export: (snapshot) => textFile('csv', 'text/csv', BYTE_ORDER_MARK + csvOf(snapshot)),
} as const satisfies ExportFormat;
