// The export format 'csv': attention weights as CSV (RFC 4180).
import { always, textFile, type ExportFormat } from './format.js';
import { factsOf, shortNameOf, type ModelFacts } from '../model-facts.js';
import { rowsOf } from './rows.js';
import { textField } from '../../../text/spreadsheet.js';
import type { Snapshot } from '../snapshot.js';
import type { Tensor } from '../../../engine/core/tensor.js';

const BYTE_ORDER_MARK = '\ufeff'; // Excel needs a byte order mark to detect UTF-8

const written = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');

/** The exported model as one line of the CSV file: its name, or else the known facts about it, as JSON. */
const writtenModel = (model: ModelFacts): string =>
  `model=${typeof model === 'string' ? model : JSON.stringify(model)}`;

/**
 * CSV table of a head's weights: a row per query token, a column per key token. The corner cell contains head, model
 * and interventions.
 */
function csvOf(
  { viewModel: { queryTokens, keyTokens, weights, steps }, state, interventions }: Snapshot,
  model: ModelFacts | null,
): string {
  const field = (token: string) => textField(token, ',');
  const { attention, layer, head } = state;
  const place = { attention, layer_from_0: String(layer), head_from_0: String(head) };
  const parts = [written({ ...place, ...interventions }), ...(model ? [writtenModel(model)] : [])];
  const corner = steps ? field(parts.join(' ')) : '';
  const rows = rowsOf(weights).map((row, index) => [field(queryTokens[index]!), ...row.map(String)]);
  return [[corner, ...keyTokens.map(field)], ...rows].map((fields) => `${fields.join(',')}\r\n`).join('');
}

const COLUMNS = 'layer_from_0,head_from_0,query_from_0,query_token,key_from_0,key_token,weight,interventions,model';

/** CSV table of all heads' weights. It has a row per weight, and therefore contains only the model's short name. */
function csvOfAll({ viewModel, interventions, model }: Snapshot, layers: readonly Tensor[]): string {
  const { queryTokens, keyTokens } = viewModel;
  const changes = textField(written(interventions), ',');
  const shortModel = textField(shortNameOf(model), ',');
  const field = (token: string) => textField(token, ',');
  const [queries, keys] = [queryTokens.map(field), keyTokens.map(field)];
  const rows = layers.flatMap(({ data }, layer) =>
    Array.from(data, (weight, at) => {
      const [key, row] = [at % keys.length, Math.floor(at / keys.length)];
      const [query, head] = [row % queries.length, Math.floor(row / queries.length)];
      return [layer, head, query, queries[query], key, keys[key], weight, changes, shortModel].join(',');
    }),
  );
  return [COLUMNS, ...rows].map((row) => `${row}\r\n`).join('');
}

export const csv = {
  name: 'csv',
  isSupported: always,
  export: async (snapshot, job) => {
    const { allHeads, model } = snapshot;
    const content =
      job.heads === 'all' && allHeads
        ? csvOfAll(snapshot, allHeads)
        : csvOf(snapshot, model && (await factsOf(model, job)));
    return textFile('csv', 'text/csv', BYTE_ORDER_MARK + content);
  },
} as const satisfies ExportFormat;
