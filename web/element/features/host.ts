// The element as its features see it: its properties, and which parts the user has opened.
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
  /** External attention that the page has passed in, which replaces the named model; null if there is none. */
  readonly data: unknown;
  /** Model that the page has passed in, which replaces the named model; null if there is none. */
  readonly pretrained: ShownModel | null;
  /** The matrix cell under the pointer; null if there is none. */
  hovered: Cell | null;
  /** True while a click on a cell of the attention matrix masks it. */
  editingMask: boolean;
  /** True once the user has opened the model card. */
  modelCardRequested: boolean;
  readonly renderRoot: ParentNode;
}

/** True if the property `controls` of the element includes a certain control. */
export const allows = ({ controls }: Pick<State, 'controls'>, control: Control): boolean => offers(controls, control);
