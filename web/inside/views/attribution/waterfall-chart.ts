// Waterfall chart of a logit attribution, in which each step begins where the previous one ends. Filled steps raise the
// logit difference, hollow ones lower it.
import { html, nothing, svg, type TemplateResult } from 'lit';
import { labeledLayers, LABELS } from '../../maps/matrix-layout.js';
import { rangeOf, type Step } from './waterfall.js';
import type { Shown } from '../../element/shown.js';

const [HEIGHT, TOP, BOTTOM] = [240, 26, 44];
/**
 * Minimum widths in pixels: of the space for the number above the total, and of a chart that has room for both notes
 * below its axis, side by side.
 */
const [NUMBER, NOTES] = [64, 460];

export function waterfallChart(
  { texts, width, isNarrow }: Shown,
  steps: readonly Step[],
  total: number,
): TemplateResult {
  const left = isNarrow ? 44 : LABELS;
  const [low, high] = rangeOf(steps.flatMap(({ from, to }) => [from, to]));
  const step = Math.min((width - left) / (steps.length + 1), (width - left - NUMBER) / steps.length);
  const x = (at: number) => left + at * step;
  const y = (value: number) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - value)) / (high - low);
  const bar = Math.max(1, step - (step > 8 ? 3 : 1));
  const drawn = steps.map(({ kind, layer, value, from, to }, at) => {
    const name = texts.attribution.steps[kind];
    const label = `${layer === undefined ? name : texts.ofLayer(layer + 1, name)}: ${texts.signed(value)}`;
    return svg`<rect class=${value >= 0 ? 'helps' : 'hinders'} x=${x(at) + (step - bar) / 2} y=${Math.min(y(from), y(to))}
        width=${bar} height=${Math.max(1, Math.abs(y(from) - y(to)))}><title>${label}</title></rect>
      <path class="rule" d="M${x(at) + step / 2} ${y(to)}h${step}"></path>`;
  });
  const layers = steps.filter(({ layer }) => layer !== undefined);
  const count = Math.max(0, ...layers.map(({ layer }) => layer! + 1));
  const perLayer = layers.length / Math.max(1, count);
  const numbered = new Set(labeledLayers(count, perLayer * step));
  const begins = steps.findIndex(({ layer }) => layer === 0);
  const labels = Array.from({ length: count }, (_, layer) => layer)
    .filter((layer) => numbered.has(layer + 1))
    .map(
      (layer) => svg`<text class="tick" x=${x(begins + (layer + 0.5) * perLayer)} y=${HEIGHT - BOTTOM + 18}
        text-anchor="middle">${layer + 1}</text>`,
    );
  const before = steps.slice(0, Math.max(0, begins)).map(({ kind }) => texts.attribution.steps[kind]);
  return html`<svg
    class="chart waterfall"
    width=${width}
    height=${HEIGHT}
    role="img"
    aria-label=${texts.attribution.chart}
  >
    ${[low, 0, high]
      .filter((value) => value === 0 || Math.abs(y(value) - y(0)) > 16)
      .map(
        (value) => svg`<path class="rule" d="M${left} ${y(value)}H${width}"></path>
        <text class="tick" x=${left - 8} y=${y(value) + 4} text-anchor="end">${texts.signed(value)}</text>`,
      )}
    ${drawn}
    <rect
      class="total"
      x=${width - bar}
      y=${Math.min(y(0), y(total))}
      width=${bar}
      height=${Math.max(1, Math.abs(y(0) - y(total)))}
    >
      <title>${texts.attribution.total}: ${texts.signed(total)}</title>
    </rect>
    <text class="value" x=${width} y=${Math.min(y(0), y(total)) - 7} text-anchor="end">${texts.signed(total)}</text>
    ${labels}
    <text class="tick" x=${left - 8} y=${HEIGHT - BOTTOM + 18} text-anchor="end">${texts.layer}</text>
    <text class="tick" x=${left} y=${HEIGHT - 6}>${texts.attribution.order(before)}</text>
    ${
      width - left < NOTES
        ? nothing
        : svg`<text class="tick" x=${width} y=${HEIGHT - 6} text-anchor="end">${texts.attribution.total}</text>`
    }
  </svg>`;
}
