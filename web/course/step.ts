// A step of the course: predict, do, and what you saw.
import type { Shown } from './shown.js';
import type { State } from '../element/state/properties.js';
import type { FigureName } from './figures/names.js';
import type { TextLanguage } from '../text/plain-language.js';

/** Names, words and numbers of the moment, which the texts of a step refer to as `{name}`. */
export type Facts = Readonly<Record<string, string>>;

/** What the learner has seen when the task of a step is done. */
export interface Outcome {
  facts: Facts;
  /** Which answer to the question turned out right, counted from 0; null: none of them. */
  right: number | null;
}

/** Whether a task is done. `opened` is what the element showed when the step opened. Null: it is not done. */
export type Check = (now: Shown, opened: Shown) => Outcome | null;

export interface Step {
  /** The state at which the step opens; what is not set has its default. Without `controls` the element has none. */
  open: (language: TextLanguage) => Partial<State>;
  figure?: FigureName;
  /** Whether the element, which shows nothing that matters here, is left out. */
  alone?: boolean;
  /** Whether the panel beside the picture, whose formulas the learner does not know yet, is left out. */
  plain?: boolean;
  /** Left out: the figure says when the task is done. */
  check?: Check;
}
