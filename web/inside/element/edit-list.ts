// The list of edits beside the question: each can be taken back, and the answer stands beside that of the model as it is.
import { html, nothing, type TemplateResult } from 'lit';
import { partName, placeOf, shownToken, type Shown } from './shown.js';
import { sidesOf } from '../views/sides.js';
import { isByToken } from '../../analysis/patched-activation.js';
import type { Edit, KeptPatch } from '../edits.js';
import type { Prediction } from '../work/answer.js';

export function editList(shown: Shown): TemplateResult {
  const { texts, inspection } = shown;
  const { edits: own } = texts;
  const { edits } = inspection.state;
  const item = (edit: Edit) => {
    const name = editName(shown, edit);
    return html`<li>
      <button
        class="edit"
        aria-label=${own.remove(name)}
        title=${own.remove(name)}
        @click=${() => inspection.edit(edit)}
      >
        ${name} <span aria-hidden="true">×</span>
      </button>
    </li>`;
  };
  return html`<div class="edits" role="group" aria-label=${own.title}>
    ${
      edits.length === 0
        ? html`<span class="quiet">${own.none}</span>`
        : html`<ul>
            ${edits.map(item)}
          </ul>`
    }
    ${inspection.canUndo ? html`<button class="link" @click=${() => inspection.undo()}>${own.undo}</button>` : nothing}
    ${edits.length === 0 ? nothing : changes(shown)}
  </div>`;
}

/** An edit in words. */
export function editName(shown: Shown, edit: Edit): string {
  const { texts, inspection } = shown;
  const { edits } = texts;
  const { value } = inspection.answer;
  if (edit.kind === 'patched') return patchName(shown, edit);
  const place = partName(shown, edit.at);
  if (edit.kind !== 'blocked') return edits[edit.kind](place);
  const sides = value && sidesOf(value, edit.at.attention);
  const nameOf = (side: 'queries' | 'keys', at: number) => shownToken(sides?.[side][at]?.text ?? String(at + 1));
  return edits.blocked(place, nameOf('queries', edit.query), nameOf('keys', edit.key));
}

function patchName(shown: Shown, { activation, at, place }: KeptPatch): string {
  const { texts, inspection } = shown;
  const name = texts.pair.activations[activation];
  if (!isByToken(activation)) {
    const { heads } = inspection;
    const own = heads.find(({ attention }) => attention === at.attention);
    const head = activation === 'key' || activation === 'value' ? place * (own?.group ?? 1) : place;
    return texts.edits.patched(texts.pair.ofHead(name, placeOf(shown, { ...at, head })));
  }
  const { value } = inspection.answer;
  const token = value && sidesOf(value, at.attention).queries[place]?.text;
  return texts.edits.patched(texts.pair.place(name, shownToken(token ?? String(place + 1)), at.layer + 1));
}

/** Probabilities without and with the edits. */
function changes(shown: Shown): TemplateResult {
  const { texts, inspection } = shown;
  const { status, done, value } = inspection.answer;
  const prediction = value?.prediction;
  const known = prediction?.baseline ? changesOf(shown, prediction) : nothing;
  const content = status === 'running' ? texts.task.computing(texts.percent(done, 0)) : known;
  return html`<span class="changes" role="status">${content}</span> <span class="quiet">${texts.edits.note}</span>`;
}

function changesOf({ texts }: Shown, { token, against, baseline }: Prediction): TemplateResult[] {
  const change = (kind: 'token' | 'against') =>
    html`<span class="number"
      >${texts.edits.change(
        shownToken({ token, against }[kind].text),
        texts.percent(baseline![kind].probability, 1),
        texts.percent({ token, against }[kind].probability, 1),
      )}</span
    >`;
  return [change('token'), change('against')];
}
