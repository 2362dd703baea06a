// Controls that a narrow element collapses behind a button; in a wide element they are always visible.
import { html, type TemplateResult } from 'lit';

/**
 * Opens or closes the collapsed controls. The button's aria-expanded attribute holds this state; it is not part of the
 * element's state.
 */
function toggle({ currentTarget }: Event): void {
  const button = currentTarget as HTMLButtonElement;
  button.ariaExpanded = String(button.ariaExpanded !== 'true');
}

export const drawer = (label: string, content: unknown): TemplateResult => html`
  <button class="drawer" aria-expanded="false" @click=${toggle}>${label}</button>
  <div class="drawn">${content}</div>
`;
