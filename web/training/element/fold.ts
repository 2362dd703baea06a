// A part of the page that can be folded away. On a small screen it begins folded.
import { html, type TemplateResult } from 'lit';

export interface Fold {
  name: string;
  /** After the name. */
  note?: string;
  /** Changes what the user has folded only when the screen becomes wide or narrow. */
  isOpen: boolean;
  /** Whether it can be folded on a small screen only. */
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
