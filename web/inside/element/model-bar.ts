// Bar with facts about the model, which come from its config.json and the headers of its weight files, and with the
// share of the files that has been read.
import { FAMILY_TITLES } from '../../engine/pretrained/families/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { KEPT_PRECISIONS } from '../../engine/parameters/load-parameters.js';
import { keepButton } from './kept-list.js';
import { hostOf, isAddress, titleOf } from '../address.js';
import { MOST_MEMORY, type Opened } from '../opened.js';
import type { Shown } from './shown.js';

export const nameOfModel = ({ texts }: Pick<Shown, 'texts'>, { name, source }: Opened): string =>
  source === 'stories' ? texts.model.stories : titleOf(name);

interface Extras {
  /** Letter A or B before the model's name, if two models are compared. */
  readonly side?: string;
  readonly menu?: TemplateResult | typeof nothing;
}

export function modelBar(shown: Shown, opened: Opened, { side, menu = nothing }: Extras = {}): TemplateResult {
  const { texts, inspection } = shown;
  const { model } = texts;
  const { facts } = opened;
  const { opening } = inspection;
  const isOpen = opening.kind === 'open';
  const size = familyOf(shown, opened);
  const memory = opened.precision ? model.memory(texts.bytes(facts.memory[opened.precision])) : '';
  return html`<section class="model" aria-label=${side === undefined ? model.label : `${model.label}, ${side}`}>
    <strong>${side === undefined ? nothing : `${side}: `}${nameOfModel(shown, opened)}</strong>
    <span class="wide">${size}</span>
    <span class="wide">${headsOf(shown, opened)}</span>
    ${isOpen ? html`<span class="quiet wide">${memory}</span>` : nothing}
    ${opening.kind === 'reading' ? reading(shown, opened, opening.done) : nothing}
    <div class="more">
      ${menu}
      <details>
        <summary>${model.details}</summary>
        ${details(shown, opened)}
      </details>
      <button class="link" @click=${() => inspection.close()}>
        ${opening.kind === 'reading' ? model.cancel : model.close}
      </button>
    </div>
  </section>`;
}

/**
 * Bits per number for the number types of weights. Quantized types are not listed; they are displayed under their own
 * names.
 */
const BITS: Readonly<Record<string, number>> = { F32: 32, F16: 16, BF16: 16, I8: 8 };
/** Minimum share of the parameters that a number type must have to be mentioned. */
const NAMED_TYPE = 0.02;

function familyOf({ texts }: Shown, { facts }: Opened): string {
  const { model } = texts;
  const named = facts.types.filter(([, count]) => count >= NAMED_TYPE * facts.parameters);
  const types = named.map(([type]) => (type in BITS ? model.bits(BITS[type]!) : type));
  const family = FAMILY_TITLES[facts.family] ?? facts.family;
  return model.parameters(family, texts.short(facts.parameters), texts.list([...new Set(types)]));
}

function headsOf({ texts }: Shown, opened: Opened): string {
  const { encoder, decoder } = opened.facts.description;
  const { numHeads, numKvHeads } = (decoder ?? encoder)!;
  return texts.model.heads(layersOf(opened), numHeads, numKvHeads === numHeads ? null : numKvHeads);
}

const layersOf = ({ facts: { description } }: Opened): number =>
  (description.encoder?.layers ?? 0) + (description.decoder?.layers ?? 0);

function reading({ texts }: Shown, { facts: { bytes } }: Opened, done: number): TemplateResult {
  const text = texts.model.reading(texts.bytes(bytes * done), texts.bytes(bytes));
  return html`<span class="reading">
    <progress max="1" .value=${done} aria-label=${text}></progress><span>${text}</span>
  </span>`;
}

function details(shown: Shown, opened: Opened): TemplateResult {
  const { texts, inspection } = shown;
  const { facts, precision, source } = opened;
  const { model } = texts;
  const { encoder, decoder } = facts.description;
  const stack = (decoder ?? encoder)!;
  const lines = [
    familyOf(shown, opened),
    headsOf(shown, opened),
    model.vocabulary(texts.count(stack.vocabulary)),
    model.context(texts.count(facts.contextLength)),
    ...(stack.window ? [model.window(texts.count(stack.window))] : []),
    model.predicts[facts.predicts ?? 'nothing'],
    ...(source === 'stories' ? [] : [isAddress(opened.name) ? model.from(hostOf(opened.name)) : model.onDisk]),
  ];
  return html`<div class="sheet">
    <ul>
      ${lines.map((line) => html`<li>${line}</li>`)}
    </ul>
    ${keepButton(shown, opened)}
    <table>
      <caption>
        ${model.precision}
      </caption>
      <tbody>
        ${KEPT_PRECISIONS.map((each) => {
          const needed = facts.memory[each];
          const fits = needed <= MOST_MEMORY;
          return html`<tr>
            <th scope="row">${model.precisions[each]}</th>
            <td class="number">${texts.bytes(needed)}</td>
            <td>
              ${
                each === precision
                  ? '✓'
                  : fits
                    ? html`<button
                        class="link"
                        @click=${() => void inspection.open(source, { name: opened.name, precision: each })}
                      >
                        ${model.readAgain}
                      </button>`
                    : model.tooMuch
              }
            </td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}

/** Note about a link to a user's own model: tells whether the opened file is the one for which the link was made. */
export function linkNote({ texts, inspection }: Shown): TemplateResult | typeof nothing {
  const { verdict, linked, state, identity } = inspection;
  if (!verdict || !linked) return nothing;
  const { link, percent } = texts;
  const text = {
    checking: () => link.checking(percent(identity.done, 0)),
    same: () => link.same,
    other: () => link.other(linked.model, state.model),
    otherName: () => link.otherName(linked.model, state.model),
  }[verdict]();
  return html`<p class="linked" data-verdict=${verdict} role="status">${text}</p>`;
}
