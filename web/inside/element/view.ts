// The interface that each view implements. All views share the frame around them: heading, menus and progress.
import type { CSSResult, TemplateResult } from 'lit';
import type { Computation } from '../computation.js';
import type { HeadRef } from '../../engine/transformer/head-ref.js';
import type { InsideState } from '../state.js';
import type { Inspection } from '../inspection.js';
import type { Shown } from './shown.js';
import type { ViewName } from '../views.js';

export interface View {
  readonly name: ViewName;
  /** Main result, which is exported, and whose progress the frame shows. */
  readonly result: Computation<unknown>;
  /** Further results that the view shows or needs. */
  readonly others?: (state: InsideState) => readonly Computation<unknown>[];
  /** Draws the view; null until the first numbers arrive. */
  readonly draw: (shown: Shown) => TemplateResult | null;
  readonly controls?: (shown: Shown) => TemplateResult;
  /** Head that is selected by default; null until one is known. */
  readonly firstHead?: (inspection: Inspection) => HeadRef | null;
  /** Content of the panel beside the view; null for the description of the selected head, as in other views. */
  readonly detail?: (shown: Shown) => TemplateResult | null;
  /** Numbers of the selected head. Default: its direct and its total effect. */
  readonly headNumbers?: (shown: Shown) => TemplateResult;
  /** Notes below the description of the selected head. */
  readonly headNotes?: (shown: Shown, at: HeadRef) => TemplateResult | null;
  /** The same view of two models. */
  readonly compared?: ComparedView;
  readonly styles?: CSSResult;
}

export interface ComparedView {
  /** Result whose progress is shown. */
  readonly result: Computation<unknown>;
  readonly controls?: (shown: Shown) => TemplateResult;
  /** True if the maps are always one below the other. */
  readonly isWide?: boolean;
  /** @param hasDifference true if the cells of the two maps correspond */
  readonly draw: (both: Both, hasDifference: boolean) => ComparedMaps;
}

/** Input of the view for each of the two models. */
export interface Both {
  readonly first: Shown;
  readonly second: Shown;
}

/**
 * Maps of two models and of their difference, second minus first; null if it is not known yet, or if they cannot be
 * compared.
 */
export interface ComparedMaps {
  readonly first: TemplateResult | null;
  readonly second: TemplateResult | null;
  readonly difference: TemplateResult | null;
  /** Caption of the difference. */
  readonly caption: string;
  /** Legend of both maps, and legend of the difference; null if there is no legend. */
  readonly legend: TemplateResult | null;
  readonly differenceLegend: TemplateResult | null;
  readonly statement: string;
}
