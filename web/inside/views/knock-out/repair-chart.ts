// Scatter plot of the heads' direct effects (x) and total effects (y). On the diagonal, the whole effect is direct;
// close to the horizontal axis, later layers compensate for the missing head.
import { allHeads, headAtPoint, numberOf } from '../../maps/head-map-layout.js';
import { html, nothing, svg, type TemplateResult } from 'lit';
import { isSameHead } from '../../../engine/transformer/head-ref.js';
import { placeOf, type Shown } from '../../element/shown.js';
import type { PerAttention } from '../../../analysis/index.js';

const [LEFT, TOP, RIGHT, BOTTOM] = [56, 12, 12, 44];
const [HEIGHT, MOST_WIDTH] = [280, 420];

/**
 * Draws the scatter plot.
 * @param direct contribution of each head to the logit difference
 * @param change change of the logit difference when the head is knocked out
 */
export function repairChart(shown: Shown, direct: PerAttention, change: PerAttention): TemplateResult {
  const { texts, inspection, head, point, width: room } = shown;
  const width = Math.min(MOST_WIDTH, room);
  const points = allHeads(inspection.heads).flatMap((at) => {
    const [x, y] = [numberOf(direct, at), numberOf(change, at)];
    return x === undefined || y === undefined || Number.isNaN(y) ? [] : [{ at, x, y: -y }];
  });
  const largest = points.reduce((most, { x, y }) => Math.max(most, Math.abs(x), Math.abs(y)), 0) || 1;
  const across = (value: number) => LEFT + ((width - LEFT - RIGHT) * (value + largest)) / (2 * largest);
  const down = (value: number) => TOP + ((HEIGHT - TOP - BOTTOM) * (largest - value)) / (2 * largest);
  const places = points.map((each) => ({ ...each, left: across(each.x), top: down(each.y) }));
  const nearest = ({ offsetX, offsetY }: MouseEvent) => headAtPoint(places, offsetX, offsetY);
  const select = (event: MouseEvent) => {
    const at = nearest(event);
    if (at) inspection.select(at);
  };
  const marked = places.filter(({ at }) => head !== null && isSameHead(at, head));
  return html`<figure class="repair">
    <figcaption>${texts.knockOut.repair}</figcaption>
    <svg
      class="chart"
      width=${width}
      height=${HEIGHT}
      role="img"
      aria-label=${texts.knockOut.repair}
      @click=${select}
      @pointermove=${(event: PointerEvent) => point(nearest(event))}
      @pointerleave=${() => point(null)}
    >
      <path class="rule" d="M${LEFT} ${down(0)}H${width - RIGHT}M${across(0)} ${TOP}V${HEIGHT - BOTTOM}"></path>
      <path class="diagonal" d="M${across(-largest)} ${down(-largest)}L${across(largest)} ${down(largest)}"></path>
      ${places.map(({ left, top }) => svg`<circle class="point" cx=${left} cy=${top} r="3.5"></circle>`)}
      ${marked.map(
        ({ at, left, top }) => svg`<circle class="mark" cx=${left} cy=${top} r="7"></circle>
          <text class="word" x=${left + (left > width / 2 ? -12 : 12)} y=${top < TOP + 16 ? top + 24 : top - 8}
            text-anchor=${left > width / 2 ? 'end' : 'start'}>${placeOf(shown, at)}</text>`,
      )}
      ${[-largest, largest].map(
        (value) => svg`<text class="tick" x=${across(value)} y=${HEIGHT - BOTTOM + 18}
            text-anchor=${value < 0 ? 'start' : 'end'}>${texts.signed(value)}</text>
          <text class="tick" x=${LEFT - 8} y=${down(value) + 4} text-anchor="end">${texts.signed(value)}</text>`,
      )}
      <text class="tick" x=${width - RIGHT} y=${HEIGHT - 6} text-anchor="end">${texts.knockOut.repairAxes}</text>
    </svg>
    <p class="note">
      ${texts.knockOut.repairNote} ${inspection.state.kind === 'zero' ? nothing : texts.knockOut.repairReplaced}
    </p>
  </figure>`;
}
