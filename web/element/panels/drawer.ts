// Controls that a narrow element, as on a phone, shows behind a button; elsewhere they are always open.
import { html, type TemplateResult } from 'lit';

/** The button keeps its state itself: what is open is not part of what the element shows. */
function toggle({ currentTarget }: Event): void {
  const button = currentTarget as HTMLButtonElement;
  button.ariaExpanded = String(button.ariaExpanded !== 'true');
}

export const drawer = (label: string, content: unknown): TemplateResult => html`
  <button class="drawer" aria-expanded="false" @click=${toggle}>${label}</button>
  <div class="drawn">${content}</div>
`;
