// A drop-down menu of values with a label.
import { html, type TemplateResult } from 'lit';

/** Renders a drop-down menu of values. @param note text that follows the menu */
export function choice<Value extends string>(
  label: string,
  values: readonly Value[],
  names: Readonly<Record<Value, string>>,
  chosen: Value,
  choose: (value: Value) => void,
  note = '',
): TemplateResult {
  const change = ({ target }: Event) => choose(values[(target as HTMLSelectElement).selectedIndex]!);
  return html`<label class="choice"
    >${label}
    <select @change=${change}>
      ${values.map((each) => html`<option value=${each} .selected=${each === chosen}>${names[each]}</option>`)}
    </select>
    <span>${note}</span></label
  >`;
}
