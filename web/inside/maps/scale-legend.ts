// Legend of a color scale.
import { html, type TemplateResult } from 'lit';
import { styled } from '../../ui/style-vars-directive.js';
import type { ColorScale } from '../../view/marks/palette.js';

/**
 * Number of color stops in the legend's gradient. Many stops are needed to approximate a color scale that is not
 * linear.
 */
const STOPS = 16;

/**
 * Renders the legend of a color scale.
 * @param labels labels at equal distances, in ascending order
 * @param low number at the lower end of the legend
 */
export function scaleLegend(
  { high, color, ...scale }: ColorScale,
  labels: readonly string[],
  low = scale.low,
): TemplateResult {
  const stops = Array.from(
    { length: STOPS + 1 },
    (_, at) => `rgb(${color(low + ((high - low) * at) / STOPS).join(' ')})`,
  );
  return html`<p class="scale">
    <i ${styled({ background: `linear-gradient(to right, ${stops.join(', ')})` })}></i>
    <span>${labels.map((label) => html`<small>${label}</small>`)}</span>
  </p>`;
}
