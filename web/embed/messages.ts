// What a page and the frame in it say to each other.

/** From the frame: how high it is, in CSS pixels, and its state as the query part of an address. */
export interface FromFrame {
  from: 'attention-spotlight';
  height?: number;
  query?: string;
}

/** From the page around it: a state to be shown; what it leaves out stays. */
export interface FromHost {
  to: 'attention-spotlight';
  query: string;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

export const isFromFrame = (value: unknown): value is FromFrame =>
  isRecord(value) &&
  value['from'] === 'attention-spotlight' &&
  (value['height'] === undefined || (typeof value['height'] === 'number' && Number.isFinite(value['height']))) &&
  (value['query'] === undefined || typeof value['query'] === 'string');

export const isFromHost = (value: unknown): value is FromHost =>
  isRecord(value) && value['to'] === 'attention-spotlight' && typeof value['query'] === 'string';
