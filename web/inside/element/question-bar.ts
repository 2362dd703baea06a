// The question about the model's prediction, above the views: a sentence with two menus, one for the token in question
// and one for the token to compare with.
import { html, nothing, type TemplateResult } from 'lit';
import type { Answer, Candidate, Prediction } from '../work/answer.js';
import { interventionList } from './intervention-list.js';
import { recipeMenu, recipeNote } from './recipe-menu.js';
import { shownToken, type Shown } from './shown.js';
import { textField } from './text-field.js';

export function questionBar(shown: Shown): TemplateResult {
  const { texts, inspection } = shown;
  const { ask } = texts;
  const { answer } = inspection;
  const prediction = answer.value?.prediction;
  return html`<section class="ask" aria-label=${ask.label}>
    ${questionField(shown)} ${secondField(shown)} ${prediction ? blanks(shown, answer.value!, prediction) : nothing}
    ${recipeMenu(shown)}
    <div class="state">
      <p class="aside" role="status">${asideOf(shown)}</p>
      ${interventionList(shown)}
    </div>
    ${recipeNote(shown)}
  </section>`;
}

export const questionField = ({ texts: { ask }, inspection, type }: Shown): TemplateResult =>
  textField(ask.text, ask.textHint, inspection.state.text, { input: (text) => type({ text }) });

/** The question about the prediction as a sentence; for a model without predictions, only its text. */
export function questionText({ texts: { take }, inspection: { answer, state } }: Shown): string {
  const { prediction, tokens } = answer.value ?? {};
  if (!prediction) return take.noQuestion(state.text);
  const [token, against, after] = [prediction.token, prediction.against, tokens![prediction.position]!];
  return take.question(state.text, shownToken(token.text), shownToken(against.text), shownToken(after.text));
}

/** Input field for the output of an encoder-decoder, or for the second sentence of a model with token types. */
function secondField({ texts: { ask }, inspection }: Shown): TemplateResult | typeof nothing {
  const { encoder, decoder } = inspection.opened!.facts.description;
  const isPair = !decoder && (encoder?.tokenTypes ?? 0) > 1;
  if (!isPair && !decoder?.hasCrossAttention) return nothing;
  return textField(isPair ? ask.pair : ask.output, isPair ? ask.pairHint : ask.outputHint, inspection.state.second, {
    change: (second) => inspection.set({ second }),
  });
}

function asideOf({ texts, inspection: { answer, state } }: Shown): TemplateResult | string {
  const { ask } = texts;
  if (answer.status === 'failed')
    return (state.interventions.length > 0 ? texts.interventions : ask).failed(answer.error);
  if (!answer.value) return answer.status === 'running' ? ask.running : '';
  const { prediction } = answer.value;
  if (!prediction) return ask.none;
  const { baseline } = prediction;
  const differenceOf = ({ token, against }: Pick<Prediction, 'token' | 'against'>) =>
    texts.signed(token.logit - against.logit);
  return html`${ask.difference} ${baseline ? `${differenceOf(baseline)} → ` : nothing}
    <b class="number">${differenceOf(prediction)}</b>`;
}

function blanks({ texts, inspection }: Shown, { tokens }: Answer, prediction: Prediction): TemplateResult {
  const { ask } = texts;
  const { candidates, token, against, position } = prediction;
  const label = ({ text, probability }: Candidate) => `${shownToken(text)}\u2002${texts.percent(probability, 0)}`;
  const select = (kind: 'token' | 'against', name: string, chosen: Candidate) => {
    const listed = candidates.some(({ id }) => id === chosen.id) ? candidates : [...candidates, chosen];
    const choose = ({ target }: Event) => inspection.choose(kind, Number((target as HTMLSelectElement).value));
    return html`<select class=${kind} aria-label=${name} @change=${choose}>
      ${listed.map((each) => html`<option value=${each.id} .selected=${each.id === chosen.id}>${label(each)}</option>`)}
    </select>`;
  };
  const move = ({ target }: Event) =>
    inspection.set({ position: Number((target as HTMLSelectElement).value), token: null, against: null });
  return html`<select class="position" aria-label=${ask.position} title=${ask.position} @change=${move}>
      ${tokens.map(
        ({ text }, at) =>
          html`<option value=${at} .selected=${at === position}>${ask.at(shownToken(text), at + 1)}</option>`,
      )}
    </select>
    <span class="blanks">
      <span>${ask.why}</span>
      ${select('token', ask.token, token)}
      <span>${ask.ratherThan}</span>
      <span class="last">${select('against', ask.rival, against)} ${ask.end}</span>
    </span>`;
}
