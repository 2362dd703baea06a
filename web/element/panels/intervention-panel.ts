// The panel of the user's interventions.
import { html, nothing, type TemplateResult } from 'lit';
import {
  hasInterventions,
  INTERVENTION_NAMES,
  interventionNamed,
  noInterventions,
  type Interventions,
} from '../interventions/index.js';
import { choice } from './controls.js';
import { drawer } from './drawer.js';
import { onOff } from '../interventions/controls.js';
import { SCOPES } from '../../view/scope.js';
import type { AttentionType, HeadRef } from '../../engine/model/run.js';
import type { Control, State } from '../state/properties.js';
import type { AttentionSource } from '../model/attention-source.js';
import type { ControlProps } from '../interventions/definition.js';
import type { Messages } from '../../messages/index.js';

interface InterventionPanelProps extends ControlProps, Pick<State, 'compare' | 'scope'> {
  values: Interventions;
  /** Whether the interventions changed the translation, so that there is nothing to compare with. */
  isIncomparable: boolean;
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

/** Not offered where there is nothing to compare with. */
function compareSwitch({ texts, compare, isIncomparable, change }: InterventionPanelProps): TemplateResult {
  return isIncomparable
    ? html`<p class="hint">${texts.compareUnavailable}</p>`
    : onOff(texts.compare, texts.compareHelp, compare, (on) => change({ compare: on }));
}

/** Whether the interventions apply to the whole model or to one head, and what that means for the numbers. */
function scopeChoice({ texts, scope, change }: InterventionPanelProps): TemplateResult {
  return html`${choice('scope', texts.scope, SCOPES, scope, texts.scopes, (chosen) => change({ scope: chosen }), texts.scopeHelp)}
    <p class="hint" data-scope=${scope}>${texts.scopeNotes[scope]}</p>`;
}

function panel(props: InterventionPanelProps): TemplateResult | typeof nothing {
  const { texts, values, allows, change } = props;
  const controls = INTERVENTION_NAMES.filter(allows).map((name) =>
    interventionNamed(name).control(values[name], (value) => change({ [name]: value }), props),
  );
  const isActive = hasInterventions(values);
  const afterwards = isActive
    ? [allows('compare') ? compareSwitch(props) : nothing, allows('scope') ? scopeChoice(props) : nothing]
    : [];
  const parts = [...controls, ...afterwards];
  if (parts.every((part) => part === nothing)) return nothing;
  return html`<div class="interventions" part="interventions" role="group" aria-label=${texts.interventions}>
    <div class="heading">
      <h2>${texts.interventions}</h2>
      ${
        isActive
          ? html`<button class="reset" @click=${() => change({ ...noInterventions(), compare: false, scope: 'model' })}>
              ${texts.resetInterventions}
            </button>`
          : nothing
      }
    </div>
    ${drawer(texts.interventions, [parts, affectedHeadHint(props)])}
  </div>`;
}

type Actions = Pick<InterventionPanelProps, 'allows' | 'change' | 'setEditingMask' | 'selectHead'>;

/** @returns nothing for external attention, in which nothing can be changed */
export function interventionPanel(
  texts: Messages,
  source: AttentionSource | null,
  state: State & { editingMask: boolean },
  actions: Actions,
): TemplateResult | typeof nothing {
  if (!source?.run) return nothing;
  const { headRef, isIncomparable, mostAffectedHead } = source;
  const { attention } = headRef;
  const pinnedKey = state.cell?.matrix === 'attention' && attention !== 'decoder' ? state.cell.column : null;
  return panel({
    ...{ texts, headRef, isIncomparable, mostAffectedHead, ...actions },
    values: state,
    ...{ compare: state.compare, scope: state.scope, editingMask: state.editingMask },
    tokens: source.run.tokens.map(({ text }) => text),
    selectedToken: pinnedKey ?? (attention === 'encoder' ? source.queryIndex(state) : null),
  });
}
