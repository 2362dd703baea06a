// The panel of the user's interventions.
import { html, nothing, type TemplateResult } from 'lit';
import { hasInterventions, INTERVENTION_NAMES, interventionNamed, noInterventions } from '../../interventions/index.js';
import { choice } from '../../panels/controls.js';
import { drawer } from '../../panels/drawer.js';
import { loadExperimentResults } from '../../panels/later/index.js';
import { SCOPES } from '../../../view/scope.js';
import type { AttentionSource } from '../../model/attention-source.js';
import type { ControlProps } from '../../interventions/definition.js';
import type { ExperimentResultsProps } from '../../panels/later/experiment-results.js';
import type { LazyParts } from '../../render/lazy-parts.js';
import type { Messages } from '../../../messages/index.js';
import type { State } from '../../state/properties.js';

interface InterventionPanelProps
  extends Omit<ExperimentResultsProps, 'source' | 'state'>, Pick<ControlProps, 'setEditingMask'> {
  parts: LazyParts;
}

/** Whether the interventions apply to one head, a layer or the whole model. */
const scopeChoice = (texts: Messages, { scope }: State, { change }: InterventionPanelProps): TemplateResult =>
  choice('scope', texts.scope, SCOPES, scope, texts.scopes, (chosen) => change({ scope: chosen }), texts.scopeHelp);

/** @returns nothing for external attention, in which nothing can be changed */
export function interventionPanel(
  texts: Messages,
  source: AttentionSource | null,
  state: State & { editingMask: boolean },
  props: InterventionPanelProps,
): TemplateResult | typeof nothing {
  if (!source?.run) return nothing;
  const { allows, change, parts } = props;
  const { headRef } = source;
  const { attention } = headRef;
  const pinnedKey = state.cell?.matrix === 'attention' && attention !== 'decoder' ? state.cell.column : null;
  const controlProps: ControlProps = {
    ...{ texts, headRef, editingMask: state.editingMask, setEditingMask: props.setEditingMask },
    tokens: source.run.tokens.map(({ text }) => text),
    selectedToken: pinnedKey ?? (attention === 'encoder' ? source.queryIndex(state) : null),
  };
  const controls = INTERVENTION_NAMES.filter(allows).map((name) =>
    interventionNamed(name).control(state[name], (value) => change({ [name]: value }), controlProps),
  );
  const isActive = hasInterventions(state);
  const hasScope = allows('scope');
  const isOffered = controls.some((control) => control !== nothing) || (isActive && (allows('compare') || hasScope));
  if (!isOffered) return nothing;
  const showResults = isActive && parts.use(loadExperimentResults);
  const results = showResults ? parts.arrived(() => showResults(texts, { ...props, source, state })) : nothing;
  const reset = isActive
    ? html`<button class="reset" @click=${() => change({ ...noInterventions(), compare: false })}>
        ${texts.resetInterventions}
      </button>`
    : nothing;
  return html`<div class="interventions" part="interventions" role="group" aria-label=${texts.interventions}>
    <div class="heading">
      <h2>${texts.interventions}</h2>
      ${hasScope ? scopeChoice(texts, state, props) : reset}
    </div>
    ${
      hasScope
        ? html`<div class="scope">
            <p class="hint" data-scope=${state.scope}>${texts.scopeNotes[state.scope]}</p>
            ${reset}
          </div>`
        : nothing
    }
    ${drawer(texts.interventions, [controls, results])}
  </div>`;
}
