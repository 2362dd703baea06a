// The messages between a page and the frame in it.

/** From the frame: its height in CSS pixels, and its state as the query part of an address. */
export interface FromFrame {
  from: 'attention-spotlight';
  height?: number;
  query?: string;
}

/** From the host page: a state to show; properties that it leaves out stay unchanged. */
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
