// Events that the element dispatches.
import type { Cell } from '../../view/scene.js';
import type { State } from './properties.js';

/** Type of the property `detail` of each event. */
export interface ElementEvents {
  /** Dispatched when the first scene can be drawn. */
  ready: null;
  /** Dispatched when a property has changed and the canvas shows the change. `detail` contains all properties. */
  statechange: State;
  /** Dispatched when another stage of the animation is shown. */
  stage: { stage: State['stage'] };
  /** Dispatched when another query token or matrix cell is selected. */
  select: { query: number; cell: Cell | null };
  /**
   * Dispatched when a property was set to an invalid value, the text or the model cannot be run, or a file cannot be
   * loaded.
   */
  error: { error: unknown };
}

type CustomEvents = { [Name in keyof ElementEvents]: CustomEvent<ElementEvents[Name]> };

/** Events of <attention-spotlight>: its own and those of every HTML element. */
export interface AttentionSpotlightEventMap extends Omit<HTMLElementEventMap, keyof ElementEvents>, CustomEvents {}
