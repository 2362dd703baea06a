// Draws two-dimensional vectors as points in a plane.
import { html, svg, type TemplateResult } from 'lit';

/** Upper ends of the x axis and of the y axis, in the units of the vectors. */
const [RIGHT, TOP] = [8, 6];
const [WIDTH, HEIGHT, MARGIN] = [360, 280, 24];

const x = (value: number) => MARGIN + (value * (WIDTH - 2 * MARGIN)) / RIGHT;
const y = (value: number) => HEIGHT - MARGIN - (value * (HEIGHT - 2 * MARGIN)) / TOP;

export interface Point {
  name: string;
  at: readonly [number, number];
}

const coordinates = ({ at }: Point): string => at.map((each) => Number(each.toFixed(2))).join(', ');

/**
 * Draws the tokens' vectors and the output that is computed from them.
 * @param output the output; null to leave it out
 * @param describe returns the text alternative from the points' names and coordinates
 */
export function plane(
  describe: (points: readonly (readonly [name: string, coordinates: string])[]) => string,
  tokens: readonly Point[],
  output: Point | null,
): TemplateResult {
  const points = [...tokens, ...(output ? [output] : [])];
  const corners = tokens.map(({ at }) => `${x(at[0])},${y(at[1])}`).join(' ');
  const range = (last: number) => Array.from({ length: last + 1 }, (_, value) => value);
  const label = (point: Point, isBelow = false) => {
    const { name, at } = point;
    // Offsets of a point's label: the label of the output must not cover that of a token.
    const isAtTheEdge = at[0] > (isBelow ? 0.45 : 0.7) * RIGHT;
    const above = isAtTheEdge ? -12 : -8;
    return svg`<text
      x=${x(at[0]) + (isAtTheEdge ? 4 : 9)}
      y=${y(at[1]) + (isBelow ? 20 : above)}
      text-anchor=${isAtTheEdge ? 'end' : 'start'}
      class="name"
    >${name} (${coordinates(point)})</text>`;
  };
  return html`<figure>
    <svg
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      role="img"
      aria-label=${describe(points.map((point) => [point.name, coordinates(point)]))}
    >
      ${range(RIGHT).map(
        (value) => svg`<line x1=${x(value)} x2=${x(value)} y1=${y(0)} y2=${y(TOP)} class="grid" />
        <text x=${x(value)} y=${y(0) + 16} text-anchor="middle">${value}</text>`,
      )}
      ${range(TOP).map(
        (value) => svg`<line x1=${x(0)} x2=${x(RIGHT)} y1=${y(value)} y2=${y(value)} class="grid" />
        <text x=${x(0) - 8} y=${y(value) + 4} text-anchor="end">${value}</text>`,
      )}
      <polygon points=${corners} class="hull" />
      ${output ? tokens.map(({ at }) => svg`<line x1=${x(at[0])} y1=${y(at[1])} x2=${x(output.at[0])} y2=${y(output.at[1])} class="mark" />`) : ''}
      ${tokens.map((token) => svg`<circle cx=${x(token.at[0])} cy=${y(token.at[1])} r="7" class="token" />${label(token)}`)}
      ${output ? svg`<circle cx=${x(output.at[0])} cy=${y(output.at[1])} r="9" class="output" />${label(output, true)}` : ''}
    </svg>
  </figure>`;
}
