// Maps of two models, and of the second less the first: what each view gives to the frame that shows them.
import type { nothing, TemplateResult } from 'lit';
import type { Shown } from '../shown.js';

/** Both models, as their views see them. */
export interface Both {
  readonly first: Shown;
  readonly second: Shown;
}

/** Null: not known yet, or not to be had. */
export interface ComparedMaps {
  readonly first: TemplateResult | null;
  readonly second: TemplateResult | null;
  readonly difference: TemplateResult | null;
  /** Legend of the first two, and of the difference. */
  readonly legend: TemplateResult | typeof nothing;
  readonly differenceLegend: TemplateResult | typeof nothing;
  readonly statement: string;
}

/** @param hasDifference true if cells of the two maps stand for each other */
export type DrawCompared = (both: Both, hasDifference: boolean) => ComparedMaps;
