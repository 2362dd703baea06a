// A group of toggle buttons of which exactly one is pressed.
import { html, type TemplateResult } from 'lit';

export function choice<Name extends string>(
  label: string,
  names: readonly Name[],
  chosen: Name | null,
  textOf: (name: Name) => string,
  choose: (name: Name) => void,
): TemplateResult {
  return html`<p class="choice" role="group" aria-label=${label}>
    ${names.map(
      (name) =>
        html`<button aria-pressed=${name === chosen ? 'true' : 'false'} @click=${() => choose(name)}>
          ${textOf(name)}
        </button>`,
    )}
  </p>`;
}
