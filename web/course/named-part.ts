// The part of the element that a step's task names, which the page marks like the task.
import { INTERVENTION_NAMES } from '../element/interventions/index.js';

const PARTS: Readonly<Record<string, string>> = {
  text: 'bar',
  view: 'bar',
  play: 'timeline',
  ...Object.fromEntries(INTERVENTION_NAMES.map((name) => [name, 'interventions'])),
};

/** @param controls of the step, the most important first; null: the task is done in the picture, or in a figure */
export const namedPart = (controls = ''): string | null => PARTS[controls.split(',')[0]!] ?? null;
