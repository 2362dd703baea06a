// Controls for the settings of a training run.
import { CHOICES, defaultSettings, MAX_SEED, SWITCHES, toParameters, type Settings } from '../settings.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { TrainingTexts } from '../texts.js';

const NUMBERS = ['layers', 'numHeads', 'embedDim', 'feedforwardDim', 'learningRate', 'batch'] as const;

const isChanged = (settings: Settings): boolean =>
  toParameters(settings).toString() !== toParameters(defaultSettings(settings.task, settings.text)).toString();

/** Renders the controls for the settings. @param change called with the setting that the user has changed */
export function settingsPanel(
  texts: TrainingTexts,
  settings: Settings,
  change: (changed: Partial<Settings>) => void,
): TemplateResult {
  const { labels, positions, attentionOnly } = texts.settings;
  const choose = (name: keyof typeof CHOICES) => (event: Event) => {
    const { selectedIndex } = event.target as HTMLSelectElement;
    change({ [name]: CHOICES[name][selectedIndex] });
  };
  const changeSeed = (event: Event) => {
    const seed = (event.target as HTMLInputElement).valueAsNumber;
    if (Number.isInteger(seed) && seed >= 0 && seed <= MAX_SEED) change({ seed });
  };
  return html`<div class="settings">
    ${NUMBERS.map(
      (name) =>
        html`<label>
          <span>${labels[name]}</span>
          <select name=${name} @change=${choose(name)}>
            ${CHOICES[name].map(
              (value) =>
                html`<option .selected=${value === settings[name]}>
                  ${name === 'feedforwardDim' && value === 0 ? attentionOnly : value}
                </option>`,
            )}
          </select>
        </label>`,
    )}
    <label>
      <span>${labels.positions}</span>
      <select name="positions" @change=${choose('positions')}>
        ${CHOICES.positions.map(
          (name) => html`<option .selected=${name === settings.positions}>${positions[name]}</option>`,
        )}
      </select>
    </label>
    <label>
      <span>${labels.seed}</span>
      <input
        name="seed"
        type="number"
        min="0"
        max=${MAX_SEED}
        step="1"
        .value=${String(settings.seed)}
        @change=${changeSeed}
      />
    </label>
    ${SWITCHES.map(
      (name) =>
        html`<label class="switch">
          <input
            type="checkbox"
            name=${name}
            .checked=${settings[name]}
            @change=${(event: Event) => change({ [name]: (event.target as HTMLInputElement).checked })}
          />
          <span>${labels[name]}</span>
        </label>`,
    )}
    ${
      isChanged(settings)
        ? html`<button class="link" @click=${() => change(defaultSettings(settings.task, settings.text))}>
            ${texts.settings.usual}
          </button>`
        : nothing
    }
  </div>`;
}
