// Chart of a training run: curves over the training steps, vertical lines with names at important steps, and a marker
// at the displayed step.
import { chartLegend, dashesOf, type CurveStyle } from '../../ui/chart-legend.js';
import { html, svg, type TemplateResult } from 'lit';
import { endOf, LABEL_GAP, placeMarks, type Mark } from './mark-labels.js';

// Approximate widths of charts on the page, in pixels. A chart is drawn in this width, so that its text is hardly
// scaled.
const [WIDTH, HALF_WIDTH] = [380, 180];
const [LEFT, RIGHT, BOTTOM] = [38, 10, 20];
const [PLOT_HEIGHT, HALF_HEIGHT] = [84, 48];
const MAX_INTERVALS = 5; // maximum number of intervals between labels of the x axis
const TOP_ROOM = 12;
const MARK_LINE = 15; // height of a row with names of moments, in pixels

export interface Line extends CurveStyle {
  /** Points of the curve, [training step, value]. */
  points: readonly (readonly [number, number])[];
}

export interface Chart {
  title: string;
  lines: readonly Line[];
  /** A horizontal line with a label, such as the accuracy of guessing. */
  level?: { value: number; name: string };
  marks?: readonly Mark[];
  /**
   * Number of named steps for whose names space is reserved above the curves, so that the curves do not move when they
   * appear.
   */
  maxMarks?: number;
  /**
   * Training steps that are labeled on the x axis, from its first step to its last. A chart of half width only labels
   * these two.
   */
  ticks: readonly number[];
  firstTick: string;
  isHalf?: boolean;
  /** Training step that is displayed on the page; null for the last. */
  shown: number | null;
  /** Upper end of the y axis, which begins at 0. */
  max: number;
  /** True if curves may exceed the upper end of the y axis. */
  isOpen?: boolean;
  write: (value: number) => string;
}

/**
 * The smallest round number (1, 2 or 5 times a power of ten) that is at least `value`; 1 if `value` is not positive.
 */
export function roundUp(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((factor) => factor * power).find((round) => round >= value * (1 - 1e-9)) ?? value;
}

/**
 * Round numbers of training steps for the labels of the x axis, from 0 to the first one that is not before the last
 * step.
 */
export function ticksOf(steps: number): number[] {
  const interval = roundUp(steps / MAX_INTERVALS);
  return Array.from({ length: Math.ceil(steps / interval) + 1 }, (_, at) => at * interval);
}

export function chart({
  title,
  lines,
  level,
  marks = [],
  maxMarks = 0,
  ticks,
  firstTick,
  isHalf = false,
  shown,
  max,
  isOpen = false,
  write,
}: Chart): TemplateResult {
  const top = TOP_ROOM + maxMarks * MARK_LINE;
  const [width, plotHeight] = isHalf ? [HALF_WIDTH, HALF_HEIGHT] : [WIDTH, PLOT_HEIGHT];
  const right = width - RIGHT;
  const bottom = top + plotHeight;
  const height = bottom + BOTTOM;
  const last = ticks.at(-1)!;
  const x = (step: number) => LEFT + Math.min(1, step / last) * (right - LEFT);
  const y = (value: number) => top + (1 - Math.min(1, value / max)) * plotHeight;
  const placed = placeMarks(marks, x, LEFT, right);
  const lineAt = placed.map((mark) => mark.x);
  return html`<figure>
    <figcaption>${title}</figcaption>
    <svg viewBox="0 0 ${width} ${height}" role="img" aria-label=${title}>
      ${[0, max / 2, max].map(
        (value) => svg`
          <line class="grid" x1=${LEFT} x2=${right} y1=${y(value)} y2=${y(value)} />
          <text x=${LEFT - 5} y=${y(value) + 4} text-anchor="end">${isOpen && value === max ? '≥ ' : ''}${write(value)}</text>`,
      )}
      <text x=${LEFT} y=${height - 5}>${firstTick}</text>
      ${(isHalf ? [last] : ticks.slice(1)).map(
        (step) =>
          svg`<text x=${x(step)} y=${height - 5} text-anchor=${step === last ? 'end' : 'middle'}>${step}</text>`,
      )}
      ${level && svg`<line class="level" x1=${LEFT} x2=${right} y1=${y(level.value)} y2=${y(level.value)} />`}
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
      ${level && svg`<text class="level" x=${endOf(level.name, lineAt, right)} y=${y(level.value) - 4} text-anchor="end">${level.name}</text>`}
      ${shown === null ? '' : svg`<line class="shown" x1=${x(shown)} x2=${x(shown)} y1=${top} y2=${bottom} />`}
    </svg>
    ${lines.length > 1 ? chartLegend(lines) : ''}
  </figure>`;
}
