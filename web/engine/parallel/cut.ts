// In which pieces an attention is given out.
import { multiplyAdds, type Job, type Part } from './parts.js';

/** How an attention is cut. */
export interface Cut {
  /** The threads that it is spread over. */
  threads: number;
  /** The most multiply-adds at once. */
  most: number;
  /** What the queries of a part, but a head's last, are a multiple of. */
  queryBlock: number;
}

/** The least multiply-adds that are given out, about half a millisecond: less is computed sooner than sent. */
const LEAST = 1e7;

/**
 * What is given out at once: some heads, or a piece of a long one. Each is a thread's share of half of what is left
 * (guided self-scheduling: Polychronopoulos & Kuck 1987), so that the last ones are small and no thread is left without
 * work for long. Pieces begin at multiples of `queryBlock`: they give the same numbers as the whole, bit for bit.
 */
export function cut(job: Job, { threads, most, queryBlock }: Cut): Part[][] {
  const { batch, heads, queries } = job.sizes;
  const rows = batch * heads * queries;
  const perRow = multiplyAdds(job) / rows;
  const given: Part[][] = [];
  for (let row = 0; row < rows;) {
    const share = ((rows - row) * perRow) / threads / 2;
    const wanted = Math.min(most, Math.max(share, LEAST)) / perRow;
    const wholeHeads = Math.round(wanted / queries) * queries;
    const piece = Math.min(Math.max(1, Math.floor(wanted / queryBlock)) * queryBlock, queries - (row % queries));
    const end = Math.min(row + (wholeHeads || piece), rows);
    given.push(partsBetween(job, row, end));
    row = end;
  }
  return given;
}

/** The rows of the whole query [batch, heads, queries, …] from one to before another, head by head. */
function partsBetween({ sizes: { heads, queries } }: Job, begin: number, end: number): Part[] {
  const parts: Part[] = [];
  for (let row = begin; row < end; row += parts.at(-1)!.queries) {
    const firstQuery = row % queries;
    const head = (row - firstQuery) / queries;
    parts.push({
      batch: Math.floor(head / heads),
      head: head % heads,
      firstQuery,
      queries: Math.min(queries - firstQuery, end - row),
    });
  }
  return parts;
}
