// The legend of a chart with curves: the name of each curve beside its color.
import { html, svg, type TemplateResult } from 'lit';

export interface CurveStyle {
  name: string;
  /** Name of the custom property that contains the curve's color, such as '--_spotlight-query'. */
  color: string;
  dashed?: boolean;
}

const DASHES = '5 4';

export const dashesOf = ({ dashed }: CurveStyle): string => (dashed ? DASHES : 'none');

const sample = (curve: CurveStyle): TemplateResult =>
  svg`<line x2="24" y1="3" y2="3" stroke="var(${curve.color})" stroke-width="3" stroke-dasharray=${dashesOf(curve)} />`;

export const chartLegend = (curves: readonly CurveStyle[]): TemplateResult => html`
  <ul class="legend">
    ${curves.map(
      (curve) =>
        html`<li>
          <svg viewBox="0 0 24 6" width="24" height="6" aria-hidden="true">${sample(curve)}</svg>
          ${curve.name}
        </li>`,
    )}
  </ul>
`;
