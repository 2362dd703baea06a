// All heads as small pictures of their attention in this text, with the role that each is named for; in the order of the model or of
// a number.
import { hasRole, rankedHeads, scoreOf } from '../../views/ranked-heads.js';
import { headGrid } from './head-map.js';
import { headRanking } from './head-ranking.js';
import { html, nothing, svg, type TemplateResult } from 'lit';
import { nameOfHead } from '../../views/head-roles.js';
import { patternUrl } from './pattern-pictures.js';
import { SHOWN_ROLES, SORTS } from '../../state.js';
import { viewHead } from '../view-frame.js';
import type { HeadRef } from '../../../engine/transformer/head-ref.js';
import type { HeadScore } from '../../../analysis/index.js';
import type { Shown } from '../shown.js';

export function headsView(shown: Shown): TemplateResult {
  const { inspection, texts } = shown;
  const { roles, state } = inspection;
  const again = () => {
    roles.reset();
    inspection.set({});
  };
  const scores = roles.value?.heads ?? [];
  const named = scores.filter((each) => nameOfHead(each) !== null).length;
  const count = scores.length > 0 ? texts.heads.count(named, scores.length, state.sort === 'layer') : nothing;
  return html`${viewHead(shown, { task: roles, again, controls: choices(shown) })}
    ${state.sort === 'layer' ? headPictures(shown, scores) : ranking(shown, scores)}
    <p class="statement">${count}</p>
    <p class="note">${texts.heads.scored}</p>`;
}

function choices({ texts, inspection }: Shown): TemplateResult {
  const { sort, role } = inspection.state;
  const index = ({ target }: Event) => (target as HTMLSelectElement).selectedIndex;
  const isLinear = inspection.opened?.facts.predicts !== 'masked';
  const sorts = SORTS.filter((each) => inspection.question || each === 'layer' || each === 'role').filter(
    (each) => isLinear || each !== 'direct',
  );
  return html`<div class="choices">
    <label class="choice"
      >${texts.heads.sort}
      <select @change=${(event: Event) => inspection.set({ sort: sorts[index(event)]! })}>
        ${sorts.map((each) => html`<option .selected=${each === sort}>${texts.heads.sorts[each]}</option>`)}
      </select></label
    >
    <label class="choice"
      >${texts.heads.role}
      <select @change=${(event: Event) => inspection.set({ role: SHOWN_ROLES[index(event)]! })}>
        ${SHOWN_ROLES.map((each) => html`<option .selected=${each === role}>${texts.heads.shownRoles[each]}</option>`)}
      </select></label
    >
  </div>`;
}

/** Pictures of all heads where they stand in the model; those with a role bear an outline. */
export function headPictures(shown: Shown, scores: readonly HeadScore[]): TemplateResult {
  const { inspection, texts } = shown;
  const pictures = inspection.patterns.value;
  const { role } = inspection.state;
  const cell = (at: HeadRef, [x, y]: readonly [number, number], size: number) => {
    if (!hasRole(scores, at, role)) return svg``;
    const url = pictures && patternUrl(pictures, at, shown.scale);
    const score = scoreOf(scores, at);
    return svg`${url ? svg`<image href=${url} x=${x + 1} y=${y + 1} width=${size - 2} height=${size - 2}></image>` : nothing}
      ${score && nameOfHead(score) ? svg`<rect class="named" x=${x} y=${y} width=${size} height=${size}></rect>` : nothing}`;
  };
  return headGrid(shown, { name: texts.views.heads.name, cellOf: cell });
}

function ranking(shown: Shown, scores: readonly HeadScore[]): TemplateResult {
  const { heads, state, attribution, effects } = shown.inspection;
  const known = {
    scores,
    direct: attribution.value?.heads ?? null,
    total: effects.value?.effects.heads ?? null,
  };
  return headRanking(shown, rankedHeads(heads, state.sort, state.role, known));
}
