// Interface of an intervention, a change that the user makes in the model's run.
import type { nothing, TemplateResult } from 'lit';
import type { Intervention } from '../../engine/transformer/intervention.js';
import type { HeadRef, Run } from '../../engine/transformer/run.js';
import type { Messages } from '../../locales/index.js';
import type { PropertyCodec } from '../property-codecs.js';

export interface RunContext extends Pick<Run, 'layers' | 'numHeads'> {
  tokenCount: number;
}

/** Inputs of an intervention's control, besides its value. */
export interface ControlProps {
  texts: Messages;
  headRef: HeadRef;
  tokens: readonly string[];
  /** Index of the query token that the user has selected in the sentence; null if none is selected. */
  selectedToken: number | null;
  editingMask: boolean;
  setEditingMask: (editingMask: boolean) => void;
}

/** An intervention in the model's run. It consists of a property of the element and the control that changes it. */
export interface InterventionDefinition<Value> {
  /** Converts the property's value to and from text. The codec's default value stands for no intervention. */
  readonly codec: PropertyCodec<Value>;
  /**
   * Converts the property's value to the engine's interventions. Tokens and heads that the run does not have are left
   * out.
   */
  readonly toEngine: (value: Value, context: RunContext) => Intervention;
  /**
   * Converts the property's value, if it refers to tokens by index, for another text. Without this function, the value
   * stays the same.
   */
  readonly forOtherText?: (value: Value) => Value;
  /** Renders the control of the intervention; `nothing` if the intervention does not apply to the selected head. */
  readonly control: (
    value: Value,
    change: (value: Value) => void,
    props: ControlProps,
  ) => TemplateResult | TemplateResult[] | typeof nothing;
}
