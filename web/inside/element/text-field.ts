// An input field for a text on which the model runs.
import { html, nothing, type TemplateResult } from 'lit';

type Set = (text: string) => void;

/**
 * Renders the input field.
 * @param listeners `input` is called while the user types, `change` when the text is complete
 */
export function textField(
  label: string,
  hint: string,
  value: string,
  { input, change }: { readonly input?: Set; readonly change?: Set },
): TemplateResult {
  const call = (set?: Set) => (set ? ({ target }: Event) => set((target as HTMLInputElement).value) : nothing);
  return html`<input
    class="text"
    type="text"
    spellcheck="false"
    autocomplete="off"
    aria-label=${label}
    placeholder=${hint}
    .value=${value}
    @input=${call(input)}
    @change=${call(change)}
  />`;
}
