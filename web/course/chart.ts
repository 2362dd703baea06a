// Small charts of the course.
import { styled } from '../element/styled.js';
import { html, svg, type TemplateResult } from 'lit';

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [300, 130, 34, 22];

export interface Curve {
  name: string;
  /** A custom property of the element, as '--query'. */
  color: string;
  dashed?: boolean;
  /** One for each place along the axis; all between 0 and the chart's end. */
  values: readonly number[];
}

/** Curves over a row of places, one of which is marked.  @param end of the axis that begins at 0 */
export function curves(
  title: string,
  places: readonly string[],
  marked: number,
  lines: readonly Curve[],
  end: number,
): TemplateResult {
  const x = (at: number) => LEFT + (at * (WIDTH - LEFT - 8)) / Math.max(1, places.length - 1);
  const y = (value: number) => 8 + (1 - value / end) * (HEIGHT - BOTTOM - 8);
  const every = Math.ceil(places.length / 6);
  return html`<figure>
    <figcaption>${title}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${title}>
      ${[0, end / 2, end].map(
        (value) => svg`
          <line x1=${LEFT} x2=${WIDTH - 8} y1=${y(value)} y2=${y(value)} class="grid" />
          <text x=${LEFT - 6} y=${y(value) + 4} text-anchor="end">${value}</text>`,
      )}
      ${places.map((place, at) =>
        at % every === 0
          ? svg`<text x=${x(at)} y=${HEIGHT - 5} text-anchor=${at === places.length - 1 ? 'end' : 'middle'}>${place}</text>`
          : '',
      )}
      <line x1=${x(marked)} x2=${x(marked)} y1="8" y2=${HEIGHT - BOTTOM} class="mark" />
      ${lines.map(
        ({ color, dashed, values }) =>
          svg`<polyline fill="none" stroke="var(${color})" stroke-width="2.5" stroke-dasharray=${dashed ? '5 4' : 'none'}
            points=${values.map((value, at) => `${x(at)},${y(value)}`).join(' ')} />`,
      )}
    </svg>
    <ul class="legend">
      ${lines.map(
        ({ name, color, dashed }) =>
          html`<li>
            <svg viewBox="0 0 24 6" width="24" height="6" aria-hidden="true">
              <line
                x2="24"
                y1="3"
                y2="3"
                stroke="var(${color})"
                stroke-width="3"
                stroke-dasharray=${dashed ? '5 4' : 'none'}
              />
            </svg>
            ${name}
          </li>`,
      )}
    </ul>
  </figure>`;
}

/** A bar for each word; its length is a share, 0 … 1. */
export function bars(
  title: string,
  words: readonly string[],
  shares: readonly number[],
  color: string,
): TemplateResult {
  return html`<figure>
    <figcaption>${title}</figcaption>
    <table class="bars">
      ${words.map(
        (word, at) =>
          html`<tr>
            <th scope="row"><bdi>${word}</bdi></th>
            <td>
              <span ${styled({ width: `${100 * Math.min(1, shares[at]!)}%`, background: `var(${color})` })}></span>
            </td>
            <td>${shares[at]! < 0.001 ? shares[at]!.toExponential(0) : shares[at]!.toFixed(3)}</td>
          </tr>`,
      )}
    </table>
  </figure>`;
}
