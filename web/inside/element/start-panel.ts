// Panel that is shown while no model is open: the ways to open one, and the reason why the last attempt failed.
import { FAMILY_NAMES, FAMILY_TITLES, IMAGE_FAMILIES } from '../../engine/pretrained/families/index.js';
import { keptList } from './kept-list.js';
import { hostOf, isAddress, titleOf } from '../address.js';
import { html, nothing, type TemplateResult } from 'lit';
import { IS_APART } from '../work/start-worker.js';
import { MOST_MEMORY } from '../opened.js';
import { PICKLES } from '../../page/chosen-files.js';
import type { Failed, Opening } from '../model-opening.js';
import type { InsideTexts } from '../texts.js';
import type { Shown } from './shown.js';

/**
 * File types that the file chooser offers. They include formats that the page cannot read, which are refused with an
 * explanation.
 */
const ACCEPTED = ['.gguf', '.safetensors', '.json', '.onnx', ...PICKLES].join();

const TITLES = [
  ...new Set(
    FAMILY_NAMES.filter((each) => !IMAGE_FAMILIES.includes(each)).flatMap((each) => FAMILY_TITLES[each] ?? []),
  ),
];

export function startPanel(shown: Shown): TemplateResult {
  const { inspection } = shown;
  const { open } = shown.texts;
  return html`<section class="start">
    <h2>${open.title}</h2>
    <p class="lead">${open.lead}</p>
    <div class="drop">
      <p class="statement">${open.drop}</p>
      <p class="ways">${fileInputs(shown, (files) => void inspection.openFiles(files))}</p>
      ${addressForm(shown)}
      <p class="note">${open.accepted(TITLES)}</p>
      <p class="note">${open.private}</p>
    </div>
    <p class="ways">
      <button class="filled" @click=${() => void inspection.openStories()}>${open.stories}</button>
      <span class="note">${open.storiesNote}</span>
    </p>
    ${keptList(shown)}
    <p class="message" role="status">
      ${messageOf(shown, inspection.opening)}
      ${
        inspection.opening.kind === 'describing'
          ? html`<button class="link" @click=${() => inspection.close()}>${shown.texts.model.cancel}</button>`
          : nothing
      }
    </p>
    ${IS_APART ? nothing : html`<p class="note">${open.inPage}</p>`}
  </section>`;
}

export function fileInputs(
  { texts: { open } }: Shown,
  openFiles: (files: File[], input: Element) => void,
): TemplateResult {
  const choose = ({ target }: Event) => {
    const input = target as HTMLInputElement;
    if (input.files?.length) openFiles([...input.files], input);
    input.value = ''; // allows the user to choose the same files again
  };
  return html`<label class="button"
      >${open.files}<input type="file" multiple accept=${ACCEPTED} @change=${choose}
    /></label>
    <label class="button">${open.folder}<input type="file" webkitdirectory @change=${choose} /></label>`;
}

/** Form for the web address of a model. It names the host before anything is requested from it. */
function addressForm({ texts, inspection }: Shown): TemplateResult {
  const { address: own } = texts.open;
  const { typed, address } = inspection;
  const submit = (event: Event) => {
    event.preventDefault();
    if (address !== null) void inspection.openAddress(address);
  };
  const input = ({ target }: Event) => inspection.type((target as HTMLInputElement).value);
  const host = address && hostOf(address);
  return html`<form class="address" @submit=${submit}>
    <label
      >${own.label}
      <input
        type="text"
        inputmode="url"
        spellcheck="false"
        autocomplete="off"
        placeholder=${own.hint}
        .value=${typed}
        @input=${input}
      />
    </label>
    ${host === null ? nothing : html`<button>${own.open(host)}</button>`}
    <p class="note" aria-live="polite">
      ${host === null ? (typed.trim() === '' ? nothing : own.invalid) : own.names(host)}
    </p>
  </form>`;
}

/** Status message about the model that is being opened; '' if there is nothing to report. */
export function messageOf({ texts, inspection: { state } }: Shown, opening: Opening): string {
  const { open } = texts;
  switch (opening.kind) {
    case 'refused':
      return opening.missing.files.length > 0
        ? open.missing(opening.missing.files, opening.missing.family)
        : open.faults[opening.fault];
    case 'describing':
      return open.describing(titleOf(opening.name));
    case 'failed':
      return failureOf(texts, opening.name, opening);
    case 'crashed':
      return open.crashed(opening.message);
    case 'none':
      if (isAddress(state.model)) return open.address.linked(hostOf(state.model));
      return state.model === '' || state.model === 'stories' ? '' : open.again(state.model, state.sha || null);
    default:
      return '';
  }
}

const failureOf = ({ open }: InsideTexts, name: string, { fault, message }: Failed): string =>
  fault && isAddress(name) ? open.address.faults[fault](hostOf(name), message) : open.failed(message);

/** Message that explains why a model was described but not read, or not read completely. */
export function refusalOf({ texts }: Shown, opening: Opening): string {
  const { open, bytes } = texts;
  switch (opening.kind) {
    case 'images':
      return open.images;
    case 'tooLarge':
      return open.tooLarge(bytes(Math.min(...Object.values(opening.opened.facts.memory))), bytes(MOST_MEMORY));
    case 'stopped':
      return failureOf(texts, opening.opened.name, opening);
    default:
      return '';
  }
}
