// The knock-out map: what the answer loses without each head. It fills as it is computed.
import { extremesOf } from '../views/head-map.js';
import { headMap, largestOf, mapLegend } from './heads/head-map.js';
import { html, nothing, type TemplateResult } from 'lit';
import { placeOf, type Shown } from './shown.js';
import { repairChart } from './repair-chart.js';
import { REPLACEMENTS } from '../work/replacements.js';
import { viewHead } from './view-frame.js';
import type { Effects } from '../work/effects.js';

export function effectsView(shown: Shown): TemplateResult {
  const { inspection } = shown;
  const { effects } = inspection;
  const again = () => {
    effects.reset();
    inspection.set({});
  };
  return html`${viewHead(shown, { task: effects, again, controls: kindChoice(shown) })}
  ${effects.value ? drawn(shown, effects.value) : html`<div class="room"></div>`}`;
}

export function kindChoice({ texts, inspection }: Shown): TemplateResult {
  const { kind } = inspection.state;
  const { effects } = texts;
  const choose = ({ target }: Event) => {
    const chosen = REPLACEMENTS.find((each) => each === (target as HTMLSelectElement).value);
    if (chosen) inspection.set({ kind: chosen });
  };
  const { read = null } = inspection.effects.value ?? {};
  return html`<label class="choice"
      >${effects.kind}
      <select @change=${choose}>
        ${REPLACEMENTS.map((each) => html`<option value=${each} .selected=${each === kind}>${effects.kinds[each]}</option>`)}
      </select>
      <span>${read ? effects.of(read.count, read.isRandom) : nothing}</span></label
    >${kind === 'resample' ? html`<span class="note">${effects.resampled(inspection.state.other)}</span>` : nothing}`;
}

function drawn(shown: Shown, { effects, original }: Effects): TemplateResult {
  const { texts, inspection } = shown;
  const direct = inspection.attribution.value?.heads;
  const map = { values: effects, sign: -1, name: texts.views.effects.name } as const;
  const unit = (filled: boolean, value: number) =>
    filled ? texts.effects.helps(texts.signed(-value)) : texts.effects.hinders(texts.signed(value));
  return html`<div class="legend-room">${largestOf(effects) > 0 ? mapLegend(shown, map, unit) : nothing}</div>
    <div class="effects">
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
  const seen = texts.effects.seen(
    placeOf(shown, smallest.at),
    texts.signed(smallest.value),
    texts.signed(original),
    texts.signed(original + smallest.value),
    texts.signed(mean),
  );
  return largest.value > 0.005
    ? texts.effects.both(seen, texts.effects.against(placeOf(shown, largest.at), texts.signed(largest.value)))
    : seen;
}
