// A batch: the work items that a worker receives in one message, with their numbers copied into transferable buffers.
import type { BufferPool } from './buffer-pool.js';
import type { WorkItemWithData } from './work-item.js';

/** Work items sent to a worker in one message. */
export interface Batch {
  items: WorkItemWithData[];
  /** Buffers with the numbers of all items. They are transferred to the worker, and back with its results. */
  buffers: Float32Array<ArrayBuffer>[];
}

/** Returns a function whose calls divide a buffer: each returns a view of the next `size` elements. */
function sequentialViews(buffer: Float32Array): (size: number) => Float32Array {
  let from = 0;
  return (size) => buffer.subarray(from, (from += size));
}

/**
 * Creates a batch from work items, whose numbers are copied into three buffers: for queries and results, keys, and
 * values.
 */
export function createBatch(items: readonly WorkItemWithData[], pool: BufferPool): Batch {
  const sum = (size: (item: WorkItemWithData) => number) => items.reduce((total, item) => total + size(item), 0);
  const rows = pool.acquire(sum(({ query, output, weights }) => query.length + output.length + weights.length));
  const keys = pool.acquire(sum(({ keyValue }) => keyValue?.key.length ?? 0));
  const values = pool.acquire(sum(({ keyValue }) => keyValue?.value.length ?? 0));
  const [nextRow, nextKey, nextValue] = [sequentialViews(rows), sequentialViews(keys), sequentialViews(values)];
  const copy = (numbers: Float32Array, next: typeof nextRow) => {
    const view = next(numbers.length);
    view.set(numbers);
    return view;
  };
  return {
    items: items.map(({ query, keyValue, output, weights, ...item }) => ({
      ...item,
      query: copy(query, nextRow),
      keyValue: keyValue && { key: copy(keyValue.key, nextKey), value: copy(keyValue.value, nextValue) },
      output: nextRow(output.length),
      weights: nextRow(weights.length),
    })),
    buffers: [rows, keys, values].filter(({ length }) => length > 0),
  };
}
