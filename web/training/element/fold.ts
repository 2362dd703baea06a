// A part of the page that can be collapsed. On small screens it is collapsed at first.
import { html, type TemplateResult } from 'lit';

export interface Fold {
  name: string;
  /** Text after the name of the collapsible part. */
  note?: string;
  /** True on wide screens. When it changes, it overrides the user's choice. */
  isOpen: boolean;
  /** True if the part can be collapsed on small screens only. */
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
