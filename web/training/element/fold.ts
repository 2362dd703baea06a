// A collapsible part of the page, initially collapsed on small screens.
import { html, type TemplateResult } from 'lit';

export interface Fold {
  name: string;
  /** Text after the name. */
  note?: string;
  /** True on wide screens. A change overrides what the user has toggled. */
  isOpen: boolean;
  /** True if it is collapsible only on small screens. */
  isFixed?: boolean;
}

export const fold = ({ name, note = '', isOpen, isFixed = false }: Fold, content: unknown): TemplateResult =>
  html`<details class=${isFixed ? 'fold fixed' : 'fold'} ?open=${isOpen}>
    <summary>
      <h2>${name}</h2>
      <small>${note}</small>
    </summary>
    ${content}
  </details>`;
