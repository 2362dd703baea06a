// A part of the training page that the user can collapse. On small screens, it is collapsed at first.
import { html, type TemplateResult } from 'lit';

export interface Fold {
  name: string;
  /** Text after the heading of the part. */
  note?: string;
  /** True to expand the part, as on wide screens. A change of the value overrides the user's choice. */
  isOpen: boolean;
  /** True if the part can only be collapsed on small screens. */
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
