// The interface of a view. All views share the frame around them: heading, menus and progress.
import type { CSSResult, TemplateResult } from 'lit';
import type { Computation } from '../computation.js';
import type { HeadRef } from '../../engine/transformer/head-ref.js';
import type { InsideState } from '../state.js';
import type { Inspection } from '../inspection.js';
import type { Shown } from './shown.js';
import type { ViewName } from '../views.js';

export interface View {
  readonly name: ViewName;
  /** The view's main result, which is exported, and whose progress the frame shows. */
  readonly result: Computation<unknown>;
  /** Returns further results that the view shows or needs. */
  readonly others?: (state: InsideState) => readonly Computation<unknown>[];
  /** Draws the view. Returns null until the first numbers arrive. */
  readonly draw: (shown: Shown) => TemplateResult | null;
  readonly controls?: (shown: Shown) => TemplateResult;
  /** Returns the head that is selected by default; null until it is known. */
  readonly firstHead?: (inspection: Inspection) => HeadRef | null;
  /** Draws the panel beside the view. Returns null for the description of the selected head, as in other views. */
  readonly detail?: (shown: Shown) => TemplateResult | null;
  /** Draws the numbers of the selected head. Default: its direct and its total effect. */
  readonly headNumbers?: (shown: Shown) => TemplateResult;
  /** Draws notes below the description of the selected head. */
  readonly headNotes?: (shown: Shown, at: HeadRef) => TemplateResult | null;
  /** The view for two compared models. */
  readonly compared?: ComparedView;
  readonly styles?: CSSResult;
}

export interface ComparedView {
  /** The result whose progress is shown. */
  readonly result: Computation<unknown>;
  readonly controls?: (shown: Shown) => TemplateResult;
  /** True if the maps are always one below the other. */
  readonly isWide?: boolean;
  /**
   * Draws the maps.
   * @param hasDifference true if the cells of the two maps correspond
   */
  readonly draw: (both: Both, hasDifference: boolean) => ComparedMaps;
}

/** Properties of the view for each of the two models. */
export interface Both {
  readonly first: Shown;
  readonly second: Shown;
}

/**
 * Maps of two models and of their difference, second minus first. The difference is null while it is unknown, or if the
 * maps cannot be compared.
 */
export interface ComparedMaps {
  readonly first: TemplateResult | null;
  readonly second: TemplateResult | null;
  readonly difference: TemplateResult | null;
  /** Caption of the map of differences. */
  readonly caption: string;
  /** Legends: of both models' maps, and of the difference; null for none. */
  readonly legend: TemplateResult | null;
  readonly differenceLegend: TemplateResult | null;
  readonly statement: string;
}
