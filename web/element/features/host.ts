// The element's interface for its features: its properties, and what the user has opened.
import { offers, type Control, type PropertyInputs, type State } from '../state/properties.js';
import type { Cell } from '../../view/scene.js';
import type { Language } from '../../locales/index.js';
import type { Moment } from '../../view/stages.js';
import type { ReactiveControllerHost } from 'lit';
import type { ShownModel } from '../source/shown-model.js';
import type { Theme } from '../../ui/palette-css.js';
import type { Timeline } from '../../view/timeline.js';

export interface SpotlightHost extends State, ReactiveControllerHost {
  get state(): State;
  set state(state: PropertyInputs);
  moment: Moment;
  readonly timeline: Timeline;
  readonly currentLanguage: Language;
  readonly currentTheme: Theme;
  /** External attention, and a model that the page has passed in; each may be null. Either replaces the named model. */
  readonly data: unknown;
  readonly pretrained: ShownModel | null;
  /** The cell under the mouse pointer. */
  hovered: Cell | null;
  /** True while a click on a cell of the attention matrix masks it. */
  editingMask: boolean;
  /** True once the user has opened the model card. */
  modelCardRequested: boolean;
  readonly renderRoot: ParentNode;
}

/** True if the property `controls` includes a control. */
export const allows = ({ controls }: Pick<State, 'controls'>, control: Control): boolean => offers(controls, control);
