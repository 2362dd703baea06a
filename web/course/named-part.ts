// The part of the element to which a step's task refers. The page highlights it in the same way as the task.
import { INTERVENTION_NAMES } from '../element/interventions/index.js';

const PARTS: Readonly<Record<string, string>> = {
  text: 'bar',
  view: 'bar',
  play: 'timeline',
  ...Object.fromEntries(INTERVENTION_NAMES.map((name) => [name, 'interventions'])),
};

/**
 * Selector of the part of the element to which a step's task refers.
 * @param controls the step's controls, most important first
 * @returns null if the task is done on the canvas or in a figure
 */
export const namedPart = (controls = ''): string | null => PARTS[controls.split(',')[0]!] ?? null;
