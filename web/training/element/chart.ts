// A chart of a run: curves over the steps, named moments, and the moment that is shown.
import { chartLegend, dashesOf, type CurveStyle } from '../../ui/chart-legend.js';
import { html, svg, type TemplateResult } from 'lit';
import { LABEL_GAP, placeMarks, widthOf, type Mark } from './mark-labels.js';

const [WIDTH, LEFT, RIGHT, BOTTOM] = [460, 38, 10, 20];
const PLOT_HEIGHT = 112;
const TOP_ROOM = 12;
const MARK_LINE = 15; // pixels for the name of a moment

export interface Line extends CurveStyle {
  /** [step, value] */
  points: readonly (readonly [number, number])[];
}

export interface Chart {
  title: string;
  lines: readonly Line[];
  /** A horizontal line with a name. */
  level?: { value: number; name: string };
  marks?: readonly Mark[];
  /** Moments for which there is room above the curves, so that these stay where they are. */
  maxMarks?: number;
  /** The last step of the x axis. */
  steps: number;
  /** The step that is shown; null: the last. */
  shown: number | null;
  /** Of the y axis, which begins at 0. */
  max: number;
  write: (value: number) => string;
}

/** A round number at or above another. */
export function roundUp(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((factor) => factor * power).find((round) => round >= value * 0.999) ?? value;
}

export function chart({
  title,
  lines,
  level,
  marks = [],
  maxMarks = 0,
  steps,
  shown,
  max,
  write,
}: Chart): TemplateResult {
  const top = TOP_ROOM + maxMarks * MARK_LINE;
  const bottom = top + PLOT_HEIGHT;
  const height = bottom + BOTTOM;
  const x = (step: number) => LEFT + Math.min(1, step / steps) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => top + (1 - Math.min(1, value / max)) * PLOT_HEIGHT;
  const placed = placeMarks(marks, x, LEFT, WIDTH - RIGHT);
  const levelEnd = level
    ? Math.min(
        ...placed.map((mark) => mark.x).filter((each) => each > WIDTH - RIGHT - widthOf(level.name)),
        WIDTH - RIGHT + LABEL_GAP,
      ) - LABEL_GAP
    : 0;
  return html`<figure>
    <figcaption>${title}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label=${title}>
      ${[0, max / 2, max].map(
        (value) => svg`
          <line class="grid" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(value)} y2=${y(value)} />
          <text x=${LEFT - 5} y=${y(value) + 4} text-anchor="end">${write(value)}</text>`,
      )}
      ${[0, 0.5, 1].map(
        (share) =>
          svg`<text x=${x(share * steps)} y=${height - 5} text-anchor=${share === 1 ? 'end' : share === 0 ? 'start' : 'middle'}>${Math.round(share * steps)}</text>`,
      )}
      ${level && svg`<line class="level" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(level.value)} y2=${y(level.value)} />`}
      ${placed.map(
        (mark) => svg`<line class="moment" x1=${mark.x} x2=${mark.x} y1=${MARK_LINE * mark.row + 4} y2=${bottom} />`,
      )}
      ${lines.map(
        (line) =>
          svg`<polyline fill="none" stroke="var(${line.color})" stroke-width="2.2" stroke-linejoin="round"
            stroke-dasharray=${dashesOf(line)} opacity=${line.dashed ? 0.75 : 1}
            points=${line.points.map(([step, value]) => `${x(step).toFixed(1)},${y(value).toFixed(1)}`).join(' ')} />`,
      )}
      ${placed.map(({ text, side, row, ...mark }) => {
        const [shift, anchor] = side === 'left' ? [-LABEL_GAP, 'end'] : [LABEL_GAP, 'start'];
        return svg`<text class="moment" x=${mark.x + shift} y=${MARK_LINE * row + 14} text-anchor=${anchor}>${text}</text>`;
      })}
      ${level && svg`<text class="level" x=${levelEnd} y=${y(level.value) - 4} text-anchor="end">${level.name}</text>`}
      ${shown === null ? '' : svg`<line class="shown" x1=${x(shown)} x2=${x(shown)} y1=${top} y2=${bottom} />`}
    </svg>
    ${lines.length > 1 ? chartLegend(lines) : ''}
  </figure>`;
}
