// Panel beside a view that describes the selected head or, in some views, the selected cell.
import { comparable, nameOfHead } from '../views/heads/head-roles.js';
import { attribution } from '../views/attribution/results.js';
import { DRAWN } from '../views/index.js';
import { heads } from '../views/heads/results.js';
import { knockOut } from '../views/knock-out/results.js';
import { blockButton, interventionButtons } from './intervention-buttons.js';
import { html, nothing, type TemplateResult } from 'lit';
import { isSameHead, type HeadRef } from '../../engine/transformer/head-ref.js';
import { labAddress } from './lab-address.js';
import { numberOf } from '../maps/head-map-layout.js';
import { computation } from '../computation.js';
import { placeOf, shownToken, type Shown } from './shown.js';
import { scoreOf } from '../views/heads/ranked-heads.js';
import { sidesOf } from '../sides.js';
import { styled } from '../../ui/style-vars-directive.js';
import type { row as request } from '../work/patterns.js';
import type { ShownToken } from '../work/answer.js';
import type { HeadRoleName, HeadScore, PerAttention, RoleScore } from '../../analysis/index.js';

/**
 * Attention weights of one query in the selected head, for the panel. In the view `score`, the query is that of the
 * displayed score; otherwise it is the position of the question.
 */
export const row = computation<typeof request>('row', (inputs) => {
  const { head: at } = inputs.state;
  return at && { at, query: inputs.queryAt(at.attention) };
});

export function detailPanel(shown: Shown): TemplateResult {
  const { texts } = shown;
  return html`<aside class="detail" aria-label=${texts.selected.title}>
    <small>${texts.selected.title}</small>
    ${contentOf(shown)}
  </aside>`;
}

function contentOf(shown: Shown): TemplateResult {
  const { texts, head, inspection } = shown;
  const own = DRAWN[inspection.state.view].detail?.(shown);
  if (own) return own;
  return head ? headDetail(shown, head) : html`<p class="note">${texts.selected.nothing}</p>`;
}

function headDetail(shown: Shown, at: HeadRef): TemplateResult {
  const { inspection, texts } = shown;
  const { headNumbers, headNotes } = DRAWN[inspection.state.view];
  const score = scoreOf(inspection.result(heads).value?.heads ?? [], at);
  return html`<h2 class="place">${placeOf(shown, at)}</h2>
    ${score ? roleCards(shown, score) : nothing} ${headNumbers ? headNumbers(shown) : effectsOf(shown, at)}
    ${interventionButtons(shown, at)} ${attended(shown, at)} ${headNotes?.(shown, at)}
    ${inspection.state.model === 'stories' ? html`<p><a class="button" href=${labAddress(inspection, at)}>${texts.selected.lab}</a></p>` : nothing}`;
}

/** Direct and total effect of a head on the answer, which the panel always shows side by side. */
function effectsOf({ texts, inspection }: Shown, at: HeadRef): TemplateResult | typeof nothing {
  if (!inspection.question) return nothing;
  const numberIn = (values: PerAttention | undefined) => values && numberOf(values, at);
  const direct = numberIn(inspection.result(attribution).value?.heads);
  const total = numberIn(inspection.result(knockOut).value?.effects.heads);
  const shownNumber = (value: number | null | undefined) =>
    typeof value === 'number' && !Number.isNaN(value) ? html`<b>${texts.signed(value)}</b>` : texts.selected.notYet;
  // The direct and the total effect of a head are comparable only for zero-ablation, which removes the whole direct
  // effect. A smaller total effect then means that later layers compensate.
  const isComparable = typeof direct === 'number' && typeof total === 'number' && inspection.state.kind === 'zero';
  const repaired = isComparable ? direct + total : 0;
  const isRepair =
    isComparable && direct * total <= 0 && Math.abs(total) < Math.abs(direct) && Math.abs(repaired) >= 0.005;
  return html`<dl class="numbers">
      <dt>${texts.selected.direct}</dt>
      <dd class="number">${shownNumber(direct)}</dd>
      <dt>${texts.selected.total}</dt>
      <dd class="number">${shownNumber(total)}</dd>
    </dl>
    <p class="note one-line">${isRepair ? texts.selected.madeUp(texts.signed(repaired)) : nothing}</p>`;
}

function attended(shown: Shown, at: HeadRef): TemplateResult | typeof nothing {
  const { texts, inspection } = shown;
  const { answer, state } = inspection;
  const { status, value: weights } = inspection.result(row);
  const { value } = answer;
  const isOf = state.head !== null && isSameHead(state.head, at);
  if (!value || status !== 'done' || !weights || !isOf) return nothing;
  const { queries, keys } = sidesOf(value, at.attention);
  const query = inspection.queryAt(at.attention);
  if (!queries[query] || weights.every((weight) => weight === 0)) return nothing; // the head is switched off
  const largest = [...weights]
    .map((weight, key) => ({ weight, key }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_KEYS);
  const word = (tokens: readonly ShownToken[], position: number) => shownToken(tokens[position]!.text);
  return html`<h3>${texts.selected.attends(word(queries, query))}</h3>
    <ol class="bars blockable">
      ${largest.map(
        ({ weight, key }) =>
          html`<li>
            ${
              state.view === 'score'
                ? html`<button
                    class="word"
                    title=${texts.score.take}
                    @click=${() => inspection.set({ pair: [query, key] })}
                  >
                    ${word(keys, key)}
                  </button>`
                : html`<span class="word">${word(keys, key)}</span>`
            }
            <i class="weight" ${styled({ '--share': `${100 * weight}%` })}></i>
            <span class="number">${texts.percent(weight, 0)}</span>
            ${
              weight > 0 && weight < 1
                ? blockButton(
                    shown,
                    at,
                    [query, key],
                    texts.interventions.blockPair(word(queries, query), word(keys, key)),
                  )
                : html`<span></span>`
            }
          </li>`,
      )}
    </ol>`;
}

const MOST_KEYS = 6;

/**
 * Cards for the roles of a head: first the role that names the head, then the others by score, and last, set apart,
 * attention to the first token.
 */
function roleCards({ texts, inspection }: Shown, score: HeadScore): TemplateResult {
  const named = nameOfHead(score);
  const { first, ...others } = score.roles;
  const cards = (Object.entries(others) as [HeadRoleName, RoleScore][])
    .filter(([name]) => name !== 'positionOnly') // the score `positionOnly` says nothing about what the head attends to
    .map(([name, role]) => ({ name, role: comparable(role) }))
    .sort((a, b) => b.role.score - a.role.score)
    .slice(0, MOST_ROLES);
  const card = (
    name: string,
    { score: share, baseline, n, interval }: Pick<RoleScore, 'score' | 'baseline' | 'n' | 'interval'>,
  ) =>
    html`<div class="role">
      <p><span>${name}</span><b class="number">${texts.percent(share, 0)}</b></p>
      <div class="track" ${styled({ '--share': `${100 * share}%`, '--chance': `${100 * baseline}%` })}></div>
      <p class="note">
        ${texts.heads.measured(
          texts.percent(baseline, 0),
          texts.count(n),
          texts.percent(Math.max(0, interval[0]), 0),
          texts.percent(Math.min(1, interval[1]), 0),
        )}
      </p>
    </div>`;
  return html`<p class="statement">${named ? texts.heads.named[named.role] : texts.heads.none}</p>
    ${cards.map(({ name, role }) => card(texts.heads.roles[name], role))}
    ${
      first
        ? html`${card(texts.heads.sink, first)}
            <p class="note">${texts.heads.sinkNote}</p>`
        : nothing
    }
    ${inspection.result(heads).value?.texts === 0 ? html`<p class="note">${texts.heads.noSentences}</p>` : nothing}`;
}

const MOST_ROLES = 3;
