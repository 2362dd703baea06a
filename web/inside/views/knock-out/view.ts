// The view `knockOut`: a map of how the answer changes without each head, which fills up while it is computed.
import { attribution } from '../attribution/results.js';
import { comparedKnockOut } from './compared.js';
import { extremesOf } from '../../maps/head-map-layout.js';
import { headMap, largestOf, mapLegend } from '../../maps/head-map.js';
import { kindChoice } from './kind-choice.js';
import { knockOut as result } from './results.js';
import { styles } from './styles.js';
import { html, nothing, type TemplateResult } from 'lit';
import { placeOf, type Shown } from '../../element/shown.js';
import { repairChart } from './repair-chart.js';
import { strongestHead } from '../../element/first-head.js';
import type { Effects } from './work.js';
import type { View } from '../../element/view.js';

export const view: View = {
  name: 'knockOut',
  result,
  others: () => [attribution],
  draw(shown) {
    const { value } = shown.inspection.result(result);
    return value && drawn(shown, value);
  },
  controls: kindChoice,
  firstHead(inspection) {
    const { status, value } = inspection.result(result);
    return status === 'done' ? strongestHead(inspection, value!.effects.heads) : null;
  },
  compared: comparedKnockOut,
  styles,
};

function drawn(shown: Shown, { effects, original }: Effects): TemplateResult {
  const { texts, inspection } = shown;
  const direct = inspection.result(attribution).value?.heads;
  const map = { values: effects, sign: -1, name: texts.views.knockOut.name } as const;
  const unit = (filled: boolean, value: number) =>
    filled ? texts.knockOut.helps(texts.signed(-value)) : texts.knockOut.hinders(texts.signed(value));
  return html`<div class="legend-room">${largestOf(effects) > 0 ? mapLegend(shown, map, unit) : nothing}</div>
    <div class="knock-out">
      ${headMap(shown, map)}
      <p class="statement">${statementOf(shown, effects, original)}</p>
      ${direct ? repairChart(shown, direct, effects.heads) : nothing}
    </div>`;
}

function statementOf(shown: Shown, { heads }: Effects['effects'], original: number): string {
  const { texts, inspection } = shown;
  const found = extremesOf(inspection.heads, heads);
  if (!found) return '';
  const { largest, smallest, mean } = found;
  const seen = texts.knockOut.seen(
    placeOf(shown, smallest.at),
    texts.signed(smallest.value),
    texts.signed(original),
    texts.signed(original + smallest.value),
    texts.signed(mean),
  );
  return largest.value > 0.005
    ? texts.knockOut.both(seen, texts.knockOut.against(placeOf(shown, largest.at), texts.signed(largest.value)))
    : seen;
}
