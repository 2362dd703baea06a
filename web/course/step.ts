// A step of the course: prediction, task, outcome.
import type { Shown } from './shown.js';
import type { State } from '../element/state/properties.js';
import type { FigureName } from './figures/names.js';
import type { TextLanguage } from '../text/plain-language.js';

/** Names, words and numbers that the texts of a step refer to as `{name}`. */
export type Facts = Readonly<Record<string, string>>;

/** Result of a completed task. */
export interface Outcome {
  facts: Facts;
  /** Index of the answer that turned out right, or null. */
  right: number | null;
}

/** Outcome of the task, or null while it is not done. `opened` is the element's content when the step opened. */
export type Check = (now: Shown, opened: Shown) => Outcome | null;

/** A step is done when its check returns an outcome or, without a check, when its figure reports one. */
export type Step = StepAtElement & ({ check: Check; figure?: FigureName } | { check?: never; figure: FigureName });

interface StepAtElement {
  /** State in which the step opens; other properties have their defaults. Without `controls`, the element has none. */
  open: (language: TextLanguage) => Partial<State>;
  /** Hides the element, which shows nothing relevant here. */
  alone?: boolean;
  /** Hides the panel beside the canvas, whose formulas have not been introduced yet. */
  plain?: boolean;
}
