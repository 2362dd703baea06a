// CSV export (RFC 4180): a first line with metadata, then one row per number.
import { concatenated } from '../../engine/core/concatenated.js';
import { textField } from '../../text/spreadsheet.js';
import { exactNumber } from './exact-number.js';
import type { Axis } from './definitions.js';
import type { DescribedTensor } from './described-tensors.js';

const BYTE_ORDER_MARK = '\ufeff'; // Excel does not detect UTF-8 without a byte order mark
/**
 * Number of CSV rows that are encoded at a time: one string for all rows could exceed the maximum length of a
 * JavaScript string, which is some hundred million characters.
 */
const ROWS = 2 ** 16;

/**
 * Writes tensors as CSV, one row per number.
 * @param about metadata of the result for the first line, as single-line JSON
 */
export function csvOf(tensors: readonly DescribedTensor[], about: string): Uint8Array<ArrayBuffer> {
  const axes = [...new Set(tensors.flatMap((each) => each.axes))];
  const labeled = axes.filter((axis) => tensors.some(({ labels }) => labels[axis]));
  const columns = ['name', ...axes.map((axis) => `${axis}_from_0`), ...labeled, 'value'];
  const parts = [encoded(`${BYTE_ORDER_MARK}about,${textField(about, ',')}\r\n${columns.join(',')}\r\n`)];
  for (const tensor of tensors) {
    for (let first = 0; first < tensor.tensor.data.length; first += ROWS) {
      const rows = rowsOf(tensor, axes, labeled, first, Math.min(first + ROWS, tensor.tensor.data.length));
      parts.push(encoded(rows.map((row) => `${row.join(',')}\r\n`).join('')));
    }
  }
  return concatenated<Uint8Array<ArrayBuffer>>(Uint8Array, parts);
}

function rowsOf(
  { name, axes: own, labels, tensor: { data, shape } }: DescribedTensor,
  axes: readonly Axis[],
  labeled: readonly Axis[],
  first: number,
  end: number,
): (string | number)[][] {
  const places = axes.map((axis) => own.indexOf(axis));
  const texts = labeled.map((axis) => (labels[axis] ?? []).map((text) => textField(text, ',')));
  const labelPlaces = labeled.map((axis) => own.indexOf(axis));
  return Array.from({ length: end - first }, (_, row) => {
    const at = indicesOf(first + row, shape);
    return [
      name,
      ...places.map((place) => at[place] ?? ''),
      ...texts.map((ofAxis, column) => ofAxis[at[labelPlaces[column]!]!] ?? ''),
      exactNumber(data[first + row]!),
    ];
  });
}

/** Converts the offset of a number in a tensor's data to its index along each axis. */
function indicesOf(place: number, shape: readonly number[]): number[] {
  const indices: number[] = [];
  let rest = place;
  for (const size of [...shape].reverse()) {
    indices.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return indices;
}

const encoded = (text: string) => new TextEncoder().encode(text);
