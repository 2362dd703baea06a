// Small line charts and bar charts for the figures of the course.
import { styled } from '../../../ui/style-vars-directive.js';
import { chartLegend, dashesOf, type CurveStyle } from '../../../ui/chart-legend.js';
import { html, svg, type TemplateResult } from 'lit';

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [300, 130, 38, 22];

export interface Curve extends CurveStyle {
  /** Value of the curve at each x position, between 0 and the upper end of the y axis. */
  values: readonly number[];
}

/**
 * Line chart. Its x axis has labeled positions, one of which is marked by a vertical line.
 * @param max upper end of the y axis, which begins at 0
 * @param tick formats a label of the y axis
 * @param description text alternative
 */
export function curves(
  title: string,
  labels: readonly string[],
  marked: number,
  lines: readonly Curve[],
  max: number,
  tick: (value: number) => string = String,
  description = title,
): TemplateResult {
  const x = (position: number) => LEFT + (position * (WIDTH - LEFT - 8)) / Math.max(1, labels.length - 1);
  const y = (value: number) => 8 + (1 - value / max) * (HEIGHT - BOTTOM - 8);
  const labelStep = Math.max(1, Math.ceil((labels.length - 1) / 4));
  return html`<figure>
    <figcaption>${title}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${description}>
      ${[0, max / 2, max].map(
        (value) => svg`
          <line x1=${LEFT} x2=${WIDTH - 8} y1=${y(value)} y2=${y(value)} class="grid" />
          <text x=${LEFT - 6} y=${y(value) + 4} text-anchor="end">${tick(value)}</text>`,
      )}
      ${labels.map((label, index) =>
        index % labelStep === 0
          ? svg`<text x=${x(index)} y=${HEIGHT - 5} text-anchor=${index === labels.length - 1 ? 'end' : 'middle'}>${label}</text>`
          : '',
      )}
      <line x1=${x(marked)} x2=${x(marked)} y1="8" y2=${HEIGHT - BOTTOM} class="mark" />
      ${lines.map(
        (line) =>
          svg`<polyline fill="none" stroke="var(${line.color})" stroke-width="2.5" stroke-dasharray=${dashesOf(line)}
            points=${line.values.map((value, index) => `${x(index)},${y(value)}`).join(' ')} />`,
      )}
    </svg>
    ${chartLegend(lines)}
  </figure>`;
}

/** Bar chart with one bar for each token. The y axis ends at the largest value. */
export function bars(
  title: string,
  tokens: readonly string[],
  values: readonly number[],
  color: string,
  { max = 1, text = (value) => value.toFixed(3) }: { max?: number; text?: (value: number) => string } = {},
): TemplateResult {
  return html`<figure>
    <figcaption>${title}</figcaption>
    <table class="bars">
      ${tokens.map((token, index) => {
        const value = values[index]!;
        return html`<tr>
          <th scope="row"><bdi>${token}</bdi></th>
          <td>
            <span
              ${styled({ width: `${Math.max(0, Math.min(100, (100 * value) / max))}%`, background: `var(${color})` })}
            ></span>
          </td>
          <td>${text(value)}</td>
        </tr>`;
      })}
    </table>
  </figure>`;
}
