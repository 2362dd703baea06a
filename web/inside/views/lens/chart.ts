// Line chart of the probabilities of the question's two tokens after each layer: the predicted token (solid), and the
// token to compare with (dotted).
import { html, svg, type TemplateResult } from 'lit';
import { LABELS, type ViewCell } from '../../maps/matrix-layout.js';
import { shownToken, type Shown } from '../../element/shown.js';
import type { Lens } from './work.js';
import type { Prediction } from '../../work/answer.js';

const HEIGHT = 130;
const [TOP, BOTTOM] = [22, 8];

export function lensChart(
  { texts, width }: Shown,
  { followed }: Lens,
  { token, against }: Prediction,
  { place }: ViewCell,
): TemplateResult {
  const step = (width - LABELS) / followed.length;
  const largest = Math.max(...followed.flatMap((each) => [each.token, each.against]));
  const ceiling = [0.01, 0.05, 0.1, 0.2, 0.5, 1].find((each) => largest <= each) ?? 1;
  const x = (at: number) => LABELS + (at + 0.5) * step;
  const y = (share: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - share / ceiling);
  const line = (of: 'token' | 'against') => followed.map((each, at) => `${x(at)},${y(each[of])}`).join(' ');
  const [own, rival] = [shownToken(token.text), shownToken(against.text)];
  const peakOf = (of: 'token' | 'against') =>
    followed.reduce((best, each, at) => (each[of] > followed[best]![of] ? at : best), 0);
  const peaks = { token: peakOf('token'), against: peakOf('against') };
  const isNear = Math.abs(peaks.token - peaks.against) * step < 64;
  const isAbove = followed[peaks.token]!.token >= followed[peaks.against]!.against;
  const named = (text: string, of: 'token' | 'against') => {
    const peak = peaks[of];
    const anchor = peak > followed.length * 0.8 ? 'end' : peak < followed.length * 0.1 ? 'start' : 'middle';
    const isBelow = isNear && isAbove === (of === 'against'); // labels at the same position are placed one above, one below
    return svg`<text class="word" x=${x(peak)} y=${y(followed[peak]![of]) + (isBelow ? 17 : -7)} text-anchor=${anchor}>${text}</text>`;
  };
  return html`<svg class="chart" width=${width} height=${HEIGHT} role="img" aria-label=${texts.lens.chart(own, rival)}>
    <rect class="column" x=${x(place) - step / 2} y="0" width=${step} height=${HEIGHT}></rect>
    ${[0, ceiling / 2, ceiling].map(
      (share) => svg`<path class="rule" d="M${LABELS} ${y(share)}H${width}"></path>
        <text class="tick" x=${LABELS - 8} y=${y(share) + 4} text-anchor="end">${texts.percent(share, share < 0.01 && share > 0 ? 1 : 0)}</text>`,
    )}
    <polyline class="rival" points=${line('against')}></polyline>
    <polyline class="own" points=${line('token')}></polyline>
    ${named(rival, 'against')} ${named(own, 'token')}
  </svg>`;
}
