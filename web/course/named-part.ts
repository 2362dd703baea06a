// The part of the <attention-spotlight> element to which the task of a step refers. The page highlights it in the same
// way as the task.
import { INTERVENTION_NAMES } from '../element/interventions/index.js';

const PARTS: Readonly<Record<string, string>> = {
  text: 'bar',
  view: 'bar',
  play: 'timeline',
  ...Object.fromEntries(INTERVENTION_NAMES.map((name) => [name, 'interventions'])),
};

/**
 * Name of the part of the <attention-spotlight> element to which the task of a step refers.
 * @param controls names of the controls that the step shows, the one for the task first
 * @returns null if the task is done on the canvas or in a figure
 */
export const namedPart = (controls = ''): string | null => PARTS[controls.split(',')[0]!] ?? null;
