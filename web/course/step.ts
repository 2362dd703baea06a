// Types of a course step: its prediction, its task and its outcome.
import type { Shown } from './shown.js';
import type { State } from '../element/state/properties.js';
import type { FigureName } from './figures/names.js';
import type { TextLanguage } from '../text/plain-language.js';

/** Names, words and numbers that replace `{name}` in the texts of a step. */
export type Facts = Readonly<Record<string, string>>;

export interface Outcome {
  facts: Facts;
  /** Index of the answer to the step's question that turned out to be right; null if there is none. */
  right: number | null;
}

/**
 * Checks the task of a step, and returns its outcome; null until the task is done. `opened` is the content of the
 * <attention-spotlight> element when the step was opened.
 */
export type Check = (now: Shown, opened: Shown) => Outcome | null;

/**
 * A step of the course. Its task is done when `check` returns an outcome or, in a step without `check`, when its figure
 * reports one.
 */
export type Step = StepAtElement & ({ check: Check; figure?: FigureName } | { check?: never; figure: FigureName });

interface StepAtElement {
  /**
   * Returns the state in which a step opens the <attention-spotlight> element; properties that are not set have their
   * defaults. Without `controls`, the attention element shows no controls.
   */
  open: (language: TextLanguage) => Partial<State>;
  /** True to hide the <attention-spotlight> element, in steps to which it contributes nothing. */
  alone?: boolean;
  /** True to hide the panel beside the canvas, in steps before its formulas are introduced. */
  plain?: boolean;
}
