// The learner's attempt at a step's task: what the learner has done in the <attention-spotlight> element without
// completing the task.
import { hasInterventions } from '../element/interventions/index.js';
import { propertiesOf, PROPERTY_NAMES, writeProperty, type State } from '../element/state/properties.js';
import type { Shown } from './shown.js';

/**
 * Kinds of unsuccessful attempts: another query token was selected ('word'), another attention weight ('cell'), or an
 * element of another matrix ('number'); the text was changed ('text'), another property ('change'), or the
 * interventions apply to the whole model ('scope').
 */
export type Attempt =
  | { kind: 'word'; word: string }
  | { kind: 'cell'; row: string; column: string }
  | { kind: 'number' }
  | { kind: 'text' }
  | { kind: 'change' }
  | { kind: 'scope' };

/**
 * Properties of the <attention-spotlight> element whose change is not an attempt at a task: appearance, playback, and
 * the scope of interventions.
 */
const NO_ATTEMPT = [
  ...(['appearance', 'playback', 'course', 'controls'] as const).flatMap(propertiesOf),
  ...(['zoom', 'scope'] satisfies (keyof State)[]),
];

/** The learner's attempt at the task of the open step; null if nothing has changed since the step was opened. */
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
