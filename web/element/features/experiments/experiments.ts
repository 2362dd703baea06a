// The user's experiments: the panel of interventions, their effect, and the effect of the selected head's attention.
import { html, nothing, type TemplateResult } from 'lit';
import { allows, type SpotlightHost } from '../host.js';
import { choice } from '../../panels/controls.js';
import { ConsequenceController, loadConsequences } from './consequence-controller.js';
import { drawer } from '../../panels/drawer.js';
import { hasInterventions, INTERVENTION_NAMES, interventionNamed, noInterventions } from '../../interventions/index.js';
import { lazyPanel, loadExperimentResults } from '../../panels/lazy/index.js';
import { SCOPES } from '../../../view/scope.js';
import type { AttentionSource } from '../../source/attention-source.js';
import type { ControlProps } from '../../interventions/definition.js';
import type { HeadRef } from '../../../engine/transformer/run.js';
import type { Messages } from '../../../locales/index.js';
import type { Picture } from '../../render/picture.js';
import type { Control, State } from '../../state/properties.js';

/**
 * Placeholder tokens for the controls before the model has run; the size of the controls does not depend on the tokens.
 */
const UNKNOWN_TOKENS = ['…', '…'];

export class Experiments {
  readonly #host: SpotlightHost;
  readonly #picture: Picture;
  readonly found: ConsequenceController;

  constructor(host: SpotlightHost, picture: Picture) {
    this.#host = host;
    this.#picture = picture;
    this.found = new ConsequenceController(host, picture.parts);
  }

  /**
   * Requests the effects of the interventions and of the selected head.
   * @param isOfHead true if the panel shows the effect of the selected head
   */
  ask(isOfHead: boolean): void {
    const { source, viewModel, parts, wasDrawn } = this.#picture;
    const isAsked = wasDrawn && source?.outcomes && viewModel && (isOfHead || hasInterventions(this.#host));
    const consequences = isAsked ? parts.use(loadConsequences) : null;
    this.found.ask(
      source && viewModel && consequences && { source, query: viewModel.selection.row, isOfHead, consequences },
    );
  }

  readonly #change = (change: Partial<State>): void => {
    this.#host.state = change;
  };

  /**
   * Renders the user's experiments. Their controls are inert until the model has run; for external attention, which
   * allows no experiments, nothing is rendered.
   * @param hasFailed true if the model has failed to load
   */
  render(texts: Messages, selectHead: (head: HeadRef) => void, hasFailed: boolean): TemplateResult | typeof nothing {
    const { source } = this.#picture;
    const host = this.#host;
    if (source ? !source.run : hasFailed || host.data) return nothing;
    const controls = this.#controls(texts, source);
    const isActive = hasInterventions(host);
    const hasScope = allows(host, 'scope');
    const isOffered =
      controls.some((control) => control !== nothing) || (isActive && (allows(host, 'compare') || hasScope));
    if (!isOffered) return nothing;
    const results = isActive && source ? this.#results(texts, source, selectHead) : nothing;
    const reset = isActive
      ? html`<button class="reset" @click=${() => this.#change({ ...noInterventions(), compare: false })}>
          ${texts.resetInterventions}
        </button>`
      : nothing;
    return html`<div
      class="interventions"
      part="interventions"
      role="group"
      aria-label=${texts.interventions}
      ?inert=${!source}
    >
      <div class="heading">
        <h2>${texts.interventions}</h2>
        ${hasScope ? this.#scopeChoice(texts) : reset}
      </div>
      ${
        hasScope
          ? html`<div class="scope">
              <p class="hint" data-scope=${host.scope}>${texts.scopeNotes[host.scope]}</p>
              ${reset}
            </div>`
          : nothing
      }
      ${drawer(texts.interventions, [controls, results])}
    </div>`;
  }

  #controls(texts: Messages, source: AttentionSource | null): unknown[] {
    const host = this.#host;
    const attention = source?.headRef.attention ?? (host.attention === 'auto' ? 'encoder' : host.attention);
    const headRef = source?.headRef ?? { attention, layer: 0, head: 0 };
    const pinnedKey = host.cell?.matrix === 'attention' && attention !== 'decoder' ? host.cell.column : null;
    const props: ControlProps = {
      texts,
      headRef,
      tokens: source?.run!.tokens.map(({ text }) => text) ?? UNKNOWN_TOKENS,
      selectedToken: source ? (pinnedKey ?? (attention === 'encoder' ? source.queryIndex(host) : null)) : 0,
      editingMask: host.editingMask,
      setEditingMask: (editingMask) => (host.editingMask = editingMask),
    };
    return INTERVENTION_NAMES.filter((name) => allows(host, name)).map((name) =>
      interventionNamed(name).control(host[name], (value) => this.#change({ [name]: value }), props),
    );
  }

  /** Control that chooses the scope of the interventions: one head, a layer or the whole model. */
  #scopeChoice(texts: Messages): TemplateResult {
    const change = (scope: State['scope']) => this.#change({ scope });
    return choice('scope', texts.scope, SCOPES, this.#host.scope, texts.scopes, change, texts.scopeHelp);
  }

  #results(texts: Messages, source: AttentionSource, selectHead: (head: HeadRef) => void): unknown {
    const { parts } = this.#picture;
    const host = this.#host;
    const results = { source, state: host, effect: this.found.effect, change: this.#change, selectHead };
    const props = { ...results, allows: (control: Control) => allows(host, control) };
    return lazyPanel(loadExperimentResults, { texts, parts, language: host.currentLanguage }, (show, all) =>
      show(all, props),
    );
  }
}
