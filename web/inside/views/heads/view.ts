// The view `heads`: attention patterns of all heads as small images with the names of their roles, arranged as in the
// model, or sorted by a number.
import { attribution } from '../attribution/results.js';
import { choice } from '../../element/choice.js';
import { comparedHeads } from './compared.js';
import { rankedHeads } from './ranked-heads.js';
import { headPictures } from './head-pictures.js';
import { heads as result, orderedBy, patterns, similar } from './results.js';
import { knockOut } from '../knock-out/results.js';
import { headRanking } from './ranking.js';
import { html, nothing, type TemplateResult } from 'lit';
import { firstShown, isSink, nameOfHead } from './head-roles.js';
import { SHOWN_ROLES, SORTS } from '../../state.js';
import { similarHeads } from './similar-heads.js';
import { styles } from './styles.js';
import type { HeadScore } from '../../../analysis/index.js';
import type { Shown } from '../../element/shown.js';
import type { View } from '../../element/view.js';

export const view: View = {
  name: 'heads',
  result,
  others: (state) => [patterns, similar, ...orderedBy(state)],
  draw(shown) {
    const { inspection, texts } = shown;
    const { sort } = inspection.state;
    const scores = inspection.result(result).value?.heads ?? [];
    const named = scores.filter((each) => nameOfHead(each) !== null).length;
    const count = scores.length > 0 ? texts.heads.count(named, scores.length, sort === 'layer') : nothing;
    return html`${sort === 'layer' ? headPictures(shown, scores) : ranking(shown, scores)}
      <p class="statement">${count}</p>
      <p class="note">${texts.heads.scored}</p>`;
  },
  controls: choices,
  /** A head that is selected by default has a role, so it is never an attention sink. */
  firstHead(inspection) {
    const { status, value } = inspection.result(result);
    const scores = status === 'done' ? value!.heads : [];
    const head = firstShown(scores) ?? scores.find((each) => !isSink(each));
    return head ? { attention: head.attention, layer: head.layer, head: head.head } : null;
  },
  headNotes: similarHeads,
  compared: comparedHeads,
  styles,
};

function choices({ texts, inspection }: Shown): TemplateResult {
  const { sort, role } = inspection.state;
  const { heads } = texts;
  const isLinear = inspection.opened?.facts.predicts !== 'masked';
  const sorts = SORTS.filter((each) => inspection.question || each === 'layer' || each === 'role').filter(
    (each) => isLinear || each !== 'direct',
  );
  return html`<div class="choices">
    ${choice(heads.sort, sorts, heads.sorts, sort, (chosen) => inspection.set({ sort: chosen }))}
    ${choice(heads.role, SHOWN_ROLES, heads.shownRoles, role, (chosen) => inspection.set({ role: chosen }))}
  </div>`;
}

function ranking(shown: Shown, scores: readonly HeadScore[]): TemplateResult {
  const { inspection } = shown;
  const { heads, state } = inspection;
  const known = {
    scores,
    direct: inspection.result(attribution).value?.heads ?? null,
    total: inspection.result(knockOut).value?.effects.heads ?? null,
  };
  return headRanking(shown, rankedHeads(heads, state.sort, state.role, known));
}
