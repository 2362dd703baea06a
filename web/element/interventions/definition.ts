// Interface of an intervention.
import type { nothing, TemplateResult } from 'lit';
import type { Intervention } from '../../engine/transformer/intervention.js';
import type { HeadRef, Run } from '../../engine/transformer/run.js';
import type { Messages } from '../../locales/index.js';
import type { PropertyCodec } from '../property-codecs.js';

/** The text and the model of a run. */
export interface RunContext extends Pick<Run, 'layers' | 'numHeads'> {
  tokenCount: number;
}

/** Data that the control of an intervention needs besides its value. */
export interface ControlProps {
  texts: Messages;
  headRef: HeadRef;
  tokens: readonly string[];
  /** The index of the selected token of the sentence; null: none. */
  selectedToken: number | null;
  /** True if a click on a cell masks it. */
  editingMask: boolean;
  setEditingMask: (editingMask: boolean) => void;
}

/** A change of the run that the user can make: a property of the element, and its control. */
export interface InterventionDefinition<Value> {
  /** The property. Its default is no intervention. */
  readonly codec: PropertyCodec<Value>;
  /** The property as the engine takes it, without tokens and heads that the run does not have. */
  readonly toEngine: (value: Value, context: RunContext) => Intervention;
  /** The value for another text, if it names tokens; otherwise the value is kept. */
  readonly forOtherText?: (value: Value) => Value;
  /** The control in the panel of interventions; `nothing` where it does not apply to the selected head. */
  readonly control: (
    value: Value,
    change: (value: Value) => void,
    props: ControlProps,
  ) => TemplateResult | TemplateResult[] | typeof nothing;
}
