// A table of attention methods, with a row for each method that contains its cost and its measurements.
import { html, type TemplateResult } from 'lit';

export const methodTable = (
  label: string,
  columns: readonly string[],
  rows: readonly TemplateResult[],
  isWide = false,
): TemplateResult => html`
  <div class="scroll" tabindex="0" role="region" aria-label=${label}>
    <table class=${isWide ? 'wide' : ''}>
      <thead>
        <tr>
          <td></td>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>
`;
