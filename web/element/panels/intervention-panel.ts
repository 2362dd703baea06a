// The panel of the user's interventions.
import { html, nothing, type TemplateResult } from 'lit';
import {
  hasInterventions,
  INTERVENTION_NAMES,
  interventionNamed,
  noInterventions,
  type Interventions,
} from '../interventions/index.js';
import { onOff } from '../interventions/controls.js';
import type { AttentionType, HeadRef } from '../../engine/model/run.js';
import type { Control, State } from '../state/properties.js';
import type { ControlProps } from '../interventions/definition.js';

export interface InterventionPanelProps extends ControlProps {
  values: Interventions;
  /** Whether the weights are shown as differences from the baseline. */
  compare: boolean;
  allows: (control: Control) => boolean;
  change: (change: Partial<State>) => void;
  /** The head that the interventions change most, if they hardly change the selected one. */
  mostAffectedHead: HeadRef | null;
  selectHead: (attention: AttentionType, layer: number, head: number) => void;
}

/** Which head shows the interventions, if the selected one does not. */
function affectedHeadHint({
  texts,
  mostAffectedHead,
  allows,
  selectHead,
}: InterventionPanelProps): TemplateResult | typeof nothing {
  if (!mostAffectedHead) return nothing;
  const { attention, layer, head } = mostAffectedHead;
  const label = texts.largestEffect(texts.headLabel(layer, head, null));
  return html`<p class="hint" role="status">
    ${texts.noVisibleEffect}
    ${
      allows('head')
        ? html`<button class="link" @click=${() => selectHead(attention, layer, head)}>${label}</button>`
        : label
    }
  </p>`;
}

export function interventionPanel(props: InterventionPanelProps): TemplateResult | typeof nothing {
  const { texts, values, compare, allows, change } = props;
  const controls = INTERVENTION_NAMES.filter(allows).map((name) =>
    interventionNamed(name).control(values[name], (value) => change({ [name]: value }), props),
  );
  const afterwards = hasInterventions(values)
    ? [
        allows('compare') ? onOff(texts.compare, texts.compareHelp, compare, (on) => change({ compare: on })) : nothing,
        html`<button class="reset" @click=${() => change({ ...noInterventions(), compare: false })}>
          ${texts.resetInterventions}
        </button>`,
      ]
    : [];
  const parts = [...controls, ...afterwards];
  if (parts.every((part) => part === nothing)) return nothing;
  return html`<div class="interventions" part="interventions" role="group" aria-label=${texts.interventions}>
    <h2>${texts.interventions}</h2>
    ${parts} ${affectedHeadHint(props)}
  </div>`;
}
