// Form controls that several interventions use.
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

export function onOff(label: string, help: string, on: boolean, onChange: (on: boolean) => void): TemplateResult {
  return html`<label class="switch" title=${help}>
    <input
      type="checkbox"
      .checked=${live(on)}
      @change=${(event: Event) => onChange((event.target as HTMLInputElement).checked)}
    />${label}</label
  >`;
}

/** A slider for whole numbers from 0 to max. */
export function slider(
  label: string,
  help: string,
  valueText: string,
  range: { value: number; max: number },
  onInput: (value: number) => void,
): TemplateResult {
  return html`<label class="slider" title=${help}>
    ${label}
    <input
      type="range"
      min="0"
      max=${range.max}
      step="1"
      aria-valuetext=${valueText}
      .value=${live(String(range.value))}
      @input=${(event: InputEvent) => onInput(Number((event.target as HTMLInputElement).value))}
    />
    <span>${valueText}</span>
  </label>`;
}

export function toggleButton(label: string, on: boolean, onClick: () => void): TemplateResult {
  return html`<button class="toggle" aria-pressed=${on ? 'true' : 'false'} @click=${onClick}>${label}</button>`;
}
