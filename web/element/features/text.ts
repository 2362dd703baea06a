// The text field and the menu of example texts.
import { html, nothing, type TemplateResult } from 'lit';
import { allows, type SpotlightHost } from './host.js';
import { guard } from 'lit/directives/guard.js';
import { live } from 'lit/directives/live.js';
import { AUTOMATIC_HEAD, textChange } from '../state/changes.js';
import { LOCALES, type Messages } from '../../locales/index.js';
import type { HeadRef } from '../../engine/transformer/head-ref.js';
import type { Models } from './model/models.js';
import type { State } from '../state/properties.js';

/** Character that the text field shows instead of a line break. It is converted back when the text is edited. */
const LINE_END = '⏎';

export class TextField {
  readonly #host: SpotlightHost;
  readonly #models: Models;
  /**
   * Head that was selected automatically and then fixed in the state, because the user continued the text; null if
   * there is none.
   */
  #kept: HeadRef | null = null;

  constructor(host: SpotlightHost, models: Models) {
    this.#host = host;
    this.#models = models;
  }

  readonly set = (text: string): void => {
    this.#host.hovered = null;
    this.#host.state = { ...this.#releaseHead(), ...textChange(text, this.#host) };
  };

  /** Appends to the element's text. The selected head stays the same, even if it was selected automatically. */
  append(added: string, shown: HeadRef | null): void {
    const { text, head } = this.#host;
    const kept = head === 'auto' ? shown : null;
    if (kept) this.#kept = kept;
    this.#host.state = {
      text: text + added,
      query: -1,
      cell: null,
      ...(kept && { attention: kept.attention, layer: kept.layer, head: kept.head }),
    };
    void this.#host.updateComplete.then(() => this.#showEnd());
  }

  /** State change for a new text: if `append` has fixed the head, it is selected automatically again. */
  #releaseHead(): Partial<State> {
    const { attention, layer, head } = this.#host;
    const kept = this.#kept;
    this.#kept = null;
    const isShown = kept?.attention === attention && kept.layer === layer && kept.head === head;
    return isShown ? AUTOMATIC_HEAD : {};
  }

  readonly #input = ({ target }: InputEvent): void =>
    this.set((target as HTMLTextAreaElement).value.replaceAll(LINE_END, '\n'));

  readonly #key = (event: KeyboardEvent): void => {
    // The Enter key would insert a line break and is not needed, since the text is applied as it is typed.
    if (event.key === 'Enter' && !event.isComposing) event.preventDefault();
  };

  readonly #choose = ({ target }: Event): void => {
    const select = target as HTMLSelectElement;
    if (select.value !== '') this.set(select.value);
    select.value = '';
  };

  render(texts: Messages): TemplateResult | typeof nothing {
    if (!allows(this.#host, 'text') || !this.#models.hasText) return nothing;
    const { text, currentLanguage } = this.#host;
    const { examples, writes } = this.#models.offer;
    const { beginning, beginningHint } = texts.continuation;
    const ofLanguage = examples[LOCALES[currentLanguage].sentences];
    const shown = text.replaceAll('\n', LINE_END);
    return html`<div class="sentence">
      <div class="field" data-text=${shown} ?data-writes=${writes}>
        <textarea
          rows="1"
          aria-label=${writes ? beginning : texts.sentence}
          placeholder=${writes ? beginningHint : texts.sentenceHint}
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          .value=${live(shown)}
          @input=${this.#input}
          @keydown=${this.#key}
        ></textarea>
      </div>
      <select aria-label=${texts.examples} @change=${this.#choose}>
        <option value="">${texts.examples}</option>
        ${guard([ofLanguage], () => ofLanguage.map((example) => html`<option value=${example}>${example}</option>`))}
      </select>
    </div>`;
  }

  /** Scrolls to the end of a text that is longer than its field. */
  #showEnd(): void {
    const field = this.#host.renderRoot.querySelector('.sentence textarea');
    field?.scrollTo(field.scrollWidth, field.scrollHeight);
  }
}
