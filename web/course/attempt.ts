// The learner's last action in the element, if it did not complete the task.
import { hasInterventions } from '../element/interventions/index.js';
import { propertiesOf, PROPERTY_NAMES, writeProperty, type State } from '../element/state/properties.js';
import type { Shown } from './shown.js';

/** Kinds of unsuccessful attempts, for example another query token, another weight, or an element of another matrix. */
export type Attempt =
  | { kind: 'word'; word: string }
  | { kind: 'cell'; row: string; column: string }
  | { kind: 'number' }
  | { kind: 'text' }
  | { kind: 'change' }
  | { kind: 'scope' };

/**
 * Properties whose change does not count as an attempt at the task: appearance, playback, and the scope of
 * interventions.
 */
const NO_ATTEMPT = [
  ...(['appearance', 'playback', 'course', 'controls'] as const).flatMap(propertiesOf),
  ...(['zoom', 'scope'] satisfies (keyof State)[]),
];

/** The learner's attempt at the task; null if nothing has changed since the step was opened. */
export function attemptOf(now: Shown, opened: Shown): Attempt | null {
  const changed = PROPERTY_NAMES.filter(
    (name) =>
      !NO_ATTEMPT.includes(name) && writeProperty(name, now.state[name]) !== writeProperty(name, opened.state[name]),
  );
  if (changed.length === 0) return null;
  if (changed.includes('text')) return { kind: 'text' };
  if (now.state.scope === 'model' && hasInterventions(now.state)) return { kind: 'scope' };
  if (changed.some((name) => name !== 'query' && name !== 'cell')) return { kind: 'change' };
  const { cell } = now.state;
  if (!cell) return { kind: 'word', word: now.queries[now.query]! };
  if (cell.matrix !== 'attention') return { kind: 'number' };
  return { kind: 'cell', row: now.queries[cell.row]!, column: now.keys[cell.column]! };
}
