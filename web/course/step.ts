// A step of the course: prediction, task, outcome.
import type { Shown } from './shown.js';
import type { State } from '../element/state/properties.js';
import type { FigureName } from './figures/names.js';
import type { TextLanguage } from '../text/plain-language.js';

/** Names, words and numbers that replace `{name}` in the texts of a step. */
export type Facts = Readonly<Record<string, string>>;

export interface Outcome {
  facts: Facts;
  /** Index of the answer that turned out to be right; null if there is none. */
  right: number | null;
}

/** Checks a task; null until it is done. `opened` is the content of the element when the step was opened. */
export type Check = (now: Shown, opened: Shown) => Outcome | null;

/** A step is done when its check returns an outcome; if it has no check, when its figure reports an outcome. */
export type Step = StepAtElement & ({ check: Check; figure?: FigureName } | { check?: never; figure: FigureName });

interface StepAtElement {
  /**
   * State in which the element opens; other properties have their defaults. Without `controls`, the element has no
   * controls.
   */
  open: (language: TextLanguage) => Partial<State>;
  /** Hides the element, in steps to which it contributes nothing. */
  alone?: boolean;
  /** Hides the panel beside the canvas, in steps before its formulas are introduced. */
  plain?: boolean;
}
