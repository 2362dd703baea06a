// Splits an attention call into batches of work items (queries of one head), which threads compute independently.
import { multiplyAdds, type Job, type WorkItem } from './work-item.js';

export interface PartitionOptions {
  threads: number;
  /** Maximum size of a batch of work items, in fused multiply-adds. */
  maxFma: number;
  /** Number of queries in a block: work items start at multiples of it. */
  queryBlock: number;
  /**
   * Maximum number of queries in a batch, which rounding to blocks or to whole heads may exceed. Default: unlimited.
   */
  maxRows?: number;
}

/**
 * Minimum size of a batch in fused multiply-adds, about 0.5 ms. Sending less work to a worker takes longer than
 * computing it.
 */
const MIN_BATCH_FMA = 1e7;

/**
 * Splits an attention call into batches of whole heads, or of query blocks of a long head. The size of each batch is
 * one thread's share of half of the remaining work (guided self-scheduling, Polychronopoulos & Kuck 1987), so that the
 * last batches are small, and no thread idles for long. Blocks start at multiples of `queryBlock`, which makes the
 * results bitwise equal to those of an undivided computation.
 */
export function partition(
  job: Job,
  { threads, maxFma, queryBlock, maxRows = Infinity }: PartitionOptions,
): WorkItem[][] {
  const { batch, heads, queries } = job.sizes;
  const rows = batch * heads * queries;
  const fmaPerRow = multiplyAdds(job) / rows;
  const batches: WorkItem[][] = [];
  for (let row = 0; row < rows;) {
    const share = ((rows - row) * fmaPerRow) / threads / 2;
    const wantedRows = Math.min(maxRows, Math.min(maxFma, Math.max(share, MIN_BATCH_FMA)) / fmaPerRow);
    const wholeHeads = Math.round(wantedRows / queries) * queries;
    const block = Math.min(Math.max(1, Math.floor(wantedRows / queryBlock)) * queryBlock, queries - (row % queries));
    const end = Math.min(row + (wholeHeads || block), rows);
    batches.push(itemsBetween(job, row, end));
    row = end;
  }
  return batches;
}

/** Splits the rows begin … end − 1 of the query tensor, [batch, heads, queries, …], into one work item per head. */
function itemsBetween({ sizes: { heads, queries } }: Job, begin: number, end: number): WorkItem[] {
  const items: WorkItem[] = [];
  for (let row = begin; row < end; row += items.at(-1)!.queries) {
    const firstQuery = row % queries;
    const head = (row - firstQuery) / queries;
    items.push({
      batch: Math.floor(head / heads),
      head: head % heads,
      firstQuery,
      queries: Math.min(queries - firstQuery, end - row),
    });
  }
  return items;
}
