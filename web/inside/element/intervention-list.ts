// List of the active interventions, each with a button that removes it, and the model's answer with and without them.
import { html, nothing, type TemplateResult } from 'lit';
import { partName, placeOf, shownToken, type Shown } from './shown.js';
import { sidesOf } from '../sides.js';
import { isByToken } from '../../analysis/patched-activation.js';
import type { Intervention, KeptPatch } from '../interventions.js';
import type { Prediction } from '../work/answer.js';

export function interventionList(shown: Shown): TemplateResult {
  const { texts, inspection } = shown;
  const { interventions: own } = texts;
  const { interventions } = inspection.state;
  const item = (intervention: Intervention) => {
    const name = interventionName(shown, intervention);
    return html`<li>
      <button
        class="intervention"
        aria-label=${own.remove(name)}
        title=${own.remove(name)}
        @click=${() => inspection.intervene(intervention)}
      >
        ${name} <span aria-hidden="true">×</span>
      </button>
    </li>`;
  };
  return html`<div class="interventions" role="group" aria-label=${own.title}>
    ${
      interventions.length === 0
        ? html`<span class="quiet">${own.none}</span>`
        : html`<ul>
            ${interventions.map(item)}
          </ul>`
    }
    ${inspection.canUndo ? html`<button class="link" @click=${() => inspection.undo()}>${own.undo}</button>` : nothing}
    ${interventions.length === 0 ? nothing : changes(shown)}
  </div>`;
}

export function interventionName(shown: Shown, intervention: Intervention): string {
  const { texts, inspection } = shown;
  const { interventions } = texts;
  const { value } = inspection.answer;
  if (intervention.kind === 'patched') return patchName(shown, intervention);
  const place = partName(shown, intervention.at);
  if (intervention.kind !== 'blocked') return interventions[intervention.kind](place);
  const sides = value && sidesOf(value, intervention.at.attention);
  const nameOf = (side: 'queries' | 'keys', at: number) => shownToken(sides?.[side][at]?.text ?? String(at + 1));
  return interventions.blocked(place, nameOf('queries', intervention.query), nameOf('keys', intervention.key));
}

function patchName(shown: Shown, { activation, at, place }: KeptPatch): string {
  const { texts, inspection } = shown;
  const name = texts.patching.activations[activation];
  if (!isByToken(activation)) {
    const { heads } = inspection;
    const own = heads.find(({ attention }) => attention === at.attention);
    const head = activation === 'key' || activation === 'value' ? place * (own?.group ?? 1) : place;
    return texts.interventions.patched(texts.patching.ofHead(name, placeOf(shown, { ...at, head })));
  }
  const { value } = inspection.answer;
  const token = value && sidesOf(value, at.attention).queries[place]?.text;
  return texts.interventions.patched(texts.patching.place(name, shownToken(token ?? String(place + 1)), at.layer + 1));
}

/** Probabilities of the question's two tokens with and without the interventions. */
function changes(shown: Shown): TemplateResult {
  const { texts, inspection } = shown;
  const { status, done, value } = inspection.answer;
  const prediction = value?.prediction;
  const known = prediction?.baseline ? changesOf(shown, prediction) : nothing;
  const content = status === 'running' ? texts.task.computing(texts.percent(done, 0)) : known;
  return html`<span class="changes" role="status">${content}</span>
    <span class="quiet">${texts.interventions.note}</span>`;
}

function changesOf({ texts }: Shown, { token, against, baseline }: Prediction): TemplateResult[] {
  const change = (kind: 'token' | 'against') =>
    html`<span class="number"
      >${texts.interventions.change(
        shownToken({ token, against }[kind].text),
        texts.percent(baseline![kind].probability, 1),
        texts.percent({ token, against }[kind].probability, 1),
      )}</span
    >`;
  return [change('token'), change('against')];
}
