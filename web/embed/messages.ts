/** Result of a completed step of the course, sent from a frame to the page that embeds it. */
export interface StepResult {
  /** Name of the step in its chapter, such as 'softmax.3'. */
  step: string;
  /** True if the learner's prediction was right; null if the learner made none, or if no answer is right. */
  predicted: boolean | null;
  /** Number of course steps completed on this device, in the chapter or in the short course. */
  done: number;
  /** Number of all steps in the chapter or in the short course. */
  steps: number;
}

/**
 * Message from the iframe to the host page: its height in CSS pixels, its state as a URL query, or the result of a
 * course step. The message is empty when the iframe has just loaded.
 */
export interface FromFrame {
  from: 'attention-spotlight';
  height?: number;
  query?: string;
  result?: StepResult;
}

/**
 * Message from the host page to the iframe: a state to show. Omitted properties stay unchanged. A message without a
 * state introduces the page, so that the frame knows its origin under any referrer policy. The frame replies with its
 * height and its state.
 */
export interface FromHost {
  to: 'attention-spotlight';
  query?: string;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isTextOrAbsent = (value: unknown): boolean => value === undefined || typeof value === 'string';

const isCount = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const isResult = (value: unknown): value is StepResult =>
  isRecord(value) &&
  typeof value['step'] === 'string' &&
  (value['predicted'] === null || typeof value['predicted'] === 'boolean') &&
  isCount(value['done']) &&
  isCount(value['steps']);

export const isFromFrame = (value: unknown): value is FromFrame =>
  isRecord(value) &&
  value['from'] === 'attention-spotlight' &&
  (value['height'] === undefined || (typeof value['height'] === 'number' && Number.isFinite(value['height']))) &&
  isTextOrAbsent(value['query']) &&
  (value['result'] === undefined || isResult(value['result']));

export const isFromHost = (value: unknown): value is FromHost =>
  isRecord(value) && value['to'] === 'attention-spotlight' && isTextOrAbsent(value['query']);
