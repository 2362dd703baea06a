// <gloss-strip>: pronunciation and meaning of tokens that are in another language than the interface. The user can show
// or hide them with a switch.
/// <reference types="vite/types/importMeta.d.ts" />
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { glossesOf, type Gloss } from './glosses.js';
import { LanguageTexts } from '../ui/language-texts.js';
import type { Glosses } from '../locales/glosses.js';
import type { Language } from '../locales/index.js';

const GLOSSES = import.meta.glob<Glosses>('../locales/*/pages/glosses.ts', { import: 'glosses' });

/** Loads the glosses (pronunciation and meaning of tokens) for users of a language; an empty set if there are none. */
const loadGlosses = async (language: Language): Promise<Glosses> =>
  (await GLOSSES[`../locales/${language}/pages/glosses.ts`]?.()) ?? { show: '', words: {} };

const KEY = 'spotlight-glosses';

/** The user's choice to show or hide the glosses, from browser storage; null if there is none. */
function saved(): boolean | null {
  try {
    const choice = localStorage.getItem(KEY);
    return choice === null ? null : choice === 'on';
  } catch {
    return null; // browser storage is not available
  }
}

function save(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, isOn ? 'on' : 'off');
  } catch {
    // Browser storage is not available, so the choice is not saved.
  }
}

export class GlossStrip extends LitElement {
  static override properties = {
    language: {},
    tokens: { attribute: false },
    opens: { type: Boolean },
    chosen: { state: true },
  };
  static override styles = css`
    :host([expected]) {
      display: block;
      min-height: 30px;
    }
    :host([expected][opens]) {
      min-height: 110px;
    }
    :host([expected][opens]:lang(zh)) {
      min-height: 85px;
    }
    label {
      display: flex;
      align-items: center;
      gap: 9px;
      min-height: 30px;
      cursor: pointer;
    }
    input {
      width: 18px;
      height: 18px;
      margin: 0;
    }
    dl {
      display: flex;
      flex-wrap: wrap;
      gap: 0 12px;
      margin: 0;
      font-size: 13px;
      line-height: 1.4;
    }
    div {
      display: flex;
      gap: 6px;
      align-items: baseline;
    }
    dt {
      font-weight: 700;
    }
    dd {
      margin: 0;
    }
  `;

  declare language: Language;
  declare tokens: readonly string[];
  /** True if the glosses are shown until the user switches them off. */
  declare opens: boolean;
  declare chosen: boolean | null;
  readonly #texts = new LanguageTexts(loadGlosses, () => this.language);

  constructor() {
    super();
    Object.assign(this, { language: 'en', tokens: [], opens: false, chosen: saved() });
  }

  protected override async scheduleUpdate(): Promise<void> {
    await this.#texts.load();
    await super.scheduleUpdate();
  }

  #switch(isOn: boolean): void {
    this.chosen = isOn;
    save(isOn);
  }

  protected override render(): TemplateResult | typeof nothing {
    const glosses = this.#texts.current;
    const found = glossesOf(glosses, this.tokens);
    if (found.length === 0) return nothing;
    const isOn = this.chosen ?? this.opens;
    return html`<label>
        <input
          type="checkbox"
          .checked=${isOn}
          @change=${(event: Event) => this.#switch((event.target as HTMLInputElement).checked)}
        />
        ${glosses.show}
      </label>
      ${isOn ? html`<dl>${found.map((gloss) => this.#gloss(gloss))}</dl>` : nothing}`;
  }

  #gloss({ token, sound, meaning }: Gloss): TemplateResult {
    const other = this.language === 'zh' ? 'en' : 'zh';
    return html`<div>
      <dt lang=${other}>${token}</dt>
      <dd>${sound === '' ? nothing : html`<i lang="zh-Latn">${sound}</i>`} ${meaning}</dd>
    </div>`;
  }
}

customElements.define('gloss-strip', GlossStrip);

/**
 * Renders the strip of glosses.
 * @param opens true if the glosses are shown until the user switches them off
 * @param isExpected true if the tokens will be in another language than the interface, so that space is reserved for
 *   the glosses
 */
export const glossStrip = (
  language: Language,
  tokens: readonly string[],
  opens: boolean,
  isExpected: boolean,
): TemplateResult =>
  html`<gloss-strip ?expected=${isExpected} .language=${language} .tokens=${tokens} ?opens=${opens}></gloss-strip>`;
