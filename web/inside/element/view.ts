// Interface that each view of “Look inside” implements. The frame around the view (heading, menus, progress) is the
// same for all.
import type { CSSResult, TemplateResult } from 'lit';
import type { Computation } from '../computation.js';
import type { HeadRef } from '../../engine/transformer/head-ref.js';
import type { InsideState } from '../state.js';
import type { Inspection } from '../inspection.js';
import type { Shown } from './shown.js';
import type { ViewName } from '../views.js';

export interface View {
  readonly name: ViewName;
  /** Main result of the view: the one that is exported, and whose progress the frame shows. */
  readonly result: Computation<unknown>;
  /** Returns the results, besides the main one, that the view needs in a state. */
  readonly others?: (state: InsideState) => readonly Computation<unknown>[];
  /** Draws the view; returns null until its first numbers have arrived. */
  readonly draw: (shown: Shown) => TemplateResult | null;
  readonly controls?: (shown: Shown) => TemplateResult;
  /** Returns the head that the view selects by default; null while it is unknown. */
  readonly firstHead?: (inspection: Inspection) => HeadRef | null;
  /** Draws the panel beside the view. If it is absent or returns null, the panel describes the selected head. */
  readonly detail?: (shown: Shown) => TemplateResult | null;
  /** Draws the numbers of the selected head in the panel. Default: its direct and its total effect on the answer. */
  readonly headNumbers?: (shown: Shown) => TemplateResult;
  /** Draws notes below the description of the selected head in the panel. */
  readonly headNotes?: (shown: Shown, at: HeadRef) => TemplateResult | null;
  /** The form of this view for two compared models; only for views that can compare models. */
  readonly compared?: ComparedView;
  readonly styles?: CSSResult;
}

export interface ComparedView {
  /** Result of the comparison whose progress the frame shows. */
  readonly result: Computation<unknown>;
  readonly controls?: (shown: Shown) => TemplateResult;
  /** True if the maps of the two models are always one below the other. */
  readonly isWide?: boolean;
  /**
   * Draws the maps of both models.
   * @param hasDifference true if the cells of the two maps correspond, so that a map of the difference is shown
   */
  readonly draw: (both: Both, hasDifference: boolean) => ComparedMaps;
}

/** Properties for drawing the two compared models. */
export interface Both {
  readonly first: Shown;
  readonly second: Shown;
}

/**
 * Maps of two compared models, and of their difference, second minus first. A map is null while its numbers are
 * unknown; the difference is also null if the maps cannot be subtracted.
 */
export interface ComparedMaps {
  readonly first: TemplateResult | null;
  readonly second: TemplateResult | null;
  readonly difference: TemplateResult | null;
  /** Caption of the map of differences. */
  readonly caption: string;
  /** Legend of the two models' maps; null for none. */
  readonly legend: TemplateResult | null;
  /** Legend of the map of differences; null for none. */
  readonly differenceLegend: TemplateResult | null;
  readonly statement: string;
}
