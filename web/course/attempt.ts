// What the learner has tried at the element, where it is not what the task asks for.
import { PROPERTY_NAMES, writeProperty, type State } from '../element/state/properties.js';
import type { Shown } from './shown.js';

/** Another word than the task names, another text, or another change. */
export type Attempt = { kind: 'word'; word: string } | { kind: 'text' } | { kind: 'change' };

/** What changes without the learner's trying something: appearance, playback, and what the course itself sets. */
const NO_ATTEMPT: readonly (keyof State)[] = [
  ...(['lang', 'theme', 'chapter', 'controls', 'stage', 'progress', 'speed', 'zoom'] as const),
];

/** @returns null where nothing has changed since the step opened */
export function attemptOf(now: Shown, opened: Shown): Attempt | null {
  const changed = PROPERTY_NAMES.filter(
    (name) =>
      !NO_ATTEMPT.includes(name) && writeProperty(name, now.state[name]) !== writeProperty(name, opened.state[name]),
  );
  if (changed.length === 0) return null;
  if (changed.includes('text')) return { kind: 'text' };
  const isSelection = changed.every((name) => name === 'query' || name === 'cell');
  const { cell } = now.state;
  const row = cell?.matrix === 'attention' ? cell.row : now.query;
  const word = isSelection ? now.queries[row] : undefined;
  return word === undefined ? { kind: 'change' } : { kind: 'word', word };
}
