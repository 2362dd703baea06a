// A view as it is drawn. The frame around it (heading, menus, progress) is the same for all.
import type { CSSResult, TemplateResult } from 'lit';
import type { Computation } from '../computation.js';
import type { HeadRef } from '../../engine/transformer/head-ref.js';
import type { InsideState } from '../state.js';
import type { Inspection } from '../inspection.js';
import type { Shown } from './shown.js';
import type { ViewName } from '../views.js';

export interface View {
  readonly name: ViewName;
  /** Result that is exported, and whose progress the frame shows. */
  readonly result: Computation<unknown>;
  /** Other results that it shows, or needs. */
  readonly others?: (state: InsideState) => readonly Computation<unknown>[];
  /** Null: nothing is known yet. */
  readonly draw: (shown: Shown) => TemplateResult | null;
  readonly controls?: (shown: Shown) => TemplateResult;
  /** Head that is selected where the user has selected none; null: none is known yet. */
  readonly firstHead?: (inspection: Inspection) => HeadRef | null;
  /** Selection, in the panel beside the view; null: as in the other views, the head. */
  readonly detail?: (shown: Shown) => TemplateResult | null;
  /** The selected head in numbers, in place of what it writes and of what is lost without it. */
  readonly headNumbers?: (shown: Shown) => TemplateResult;
  /** Notes below the selected head. */
  readonly headNotes?: (shown: Shown, at: HeadRef) => TemplateResult | null;
  /** Two models beside each other. */
  readonly compared?: ComparedView;
  readonly styles?: CSSResult;
}

export interface ComparedView {
  /** Result whose progress is shown. */
  readonly result: Computation<unknown>;
  readonly controls?: (shown: Shown) => TemplateResult;
  /** True if the maps never stand beside each other. */
  readonly isWide?: boolean;
  /** @param hasDifference true if cells of the two maps stand for each other */
  readonly draw: (both: Both, hasDifference: boolean) => ComparedMaps;
}

/** Both models, as their views see them. */
export interface Both {
  readonly first: Shown;
  readonly second: Shown;
}

/** Maps of two models, and of the second less the first; null: not known yet, or not to be had. */
export interface ComparedMaps {
  readonly first: TemplateResult | null;
  readonly second: TemplateResult | null;
  readonly difference: TemplateResult | null;
  /** Caption of the difference. */
  readonly caption: string;
  /** Legends of the first two, and of the difference; null: none is needed. */
  readonly legend: TemplateResult | null;
  readonly differenceLegend: TemplateResult | null;
  readonly statement: string;
}
