// Messages between a page and the frame in it.

/** From the frame: height in CSS pixels, or state as a URL query; with neither, it has just loaded. */
export interface FromFrame {
  from: 'attention-spotlight';
  height?: number;
  query?: string;
}

/**
 * From the host page: a state to show; properties that it leaves out stay unchanged. Without a state it introduces the
 * page, whose origin the frame then knows, whatever the referrer policy; the frame answers with its height and state.
 */
export interface FromHost {
  to: 'attention-spotlight';
  query?: string;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isTextOrAbsent = (value: unknown): boolean => value === undefined || typeof value === 'string';

export const isFromFrame = (value: unknown): value is FromFrame =>
  isRecord(value) &&
  value['from'] === 'attention-spotlight' &&
  (value['height'] === undefined || (typeof value['height'] === 'number' && Number.isFinite(value['height']))) &&
  isTextOrAbsent(value['query']);

export const isFromHost = (value: unknown): value is FromHost =>
  isRecord(value) && value['to'] === 'attention-spotlight' && isTextOrAbsent(value['query']);
