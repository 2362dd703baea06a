// A slider for integers, with a label and the display of its value.
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

export const slider = (
  name: string,
  value: number,
  [min, max]: readonly [number, number],
  set: (value: number) => void,
): TemplateResult =>
  html`<label>
    <span class="named">${name}</span> <b>${value}</b>
    <input
      type="range"
      min=${min}
      max=${max}
      .value=${live(String(value))}
      @input=${(event: InputEvent) => set((event.target as HTMLInputElement).valueAsNumber)}
    />
  </label>`;
