// Nothing is open: how to open a model, and why one was not.
import { FAMILY_NAMES, FAMILY_TITLES, IMAGE_FAMILIES } from '../../engine/pretrained/families/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { IS_APART } from '../work/start-worker.js';
import { MOST_MEMORY } from '../opened.js';
import { PICKLES } from '../../page/chosen-files.js';
import type { Opening } from '../inspection.js';
import type { Shown } from './shown.js';

/** Includes formats that are refused with an explanation. */
const ACCEPTED = ['.gguf', '.safetensors', '.json', '.onnx', ...PICKLES].join();

const TITLES = [
  ...new Set(
    FAMILY_NAMES.filter((each) => !IMAGE_FAMILIES.includes(each)).flatMap((each) => FAMILY_TITLES[each] ?? []),
  ),
];

export function startPanel(shown: Shown): TemplateResult {
  const { inspection } = shown;
  const { open } = shown.texts;
  const choose = ({ target }: Event) => {
    const input = target as HTMLInputElement;
    if (input.files?.length) void inspection.openFiles([...input.files]);
    input.value = ''; // allows choosing the same files again
  };
  return html`<section class="start">
    <h2>${open.title}</h2>
    <p class="lead">${open.lead}</p>
    <div class="drop">
      <p class="statement">${open.drop}</p>
      <p class="ways">
        <label class="button">${open.files}<input type="file" multiple accept=${ACCEPTED} @change=${choose} /></label>
        <label class="button">${open.folder}<input type="file" webkitdirectory @change=${choose} /></label>
      </p>
      <p class="note">${open.accepted(TITLES)}</p>
      <p class="note">${open.private}</p>
    </div>
    <p class="ways">
      <button class="filled" @click=${() => void inspection.openStories()}>${open.stories}</button>
      <span class="note">${open.storiesNote}</span>
    </p>
    <p class="message" role="status">${messageOf(shown, inspection.opening)}</p>
    ${IS_APART ? nothing : html`<p class="note">${open.inPage}</p>`}
  </section>`;
}

function messageOf({ texts, inspection: { state } }: Shown, opening: Opening): string {
  const { open } = texts;
  switch (opening.kind) {
    case 'refused':
      return opening.missing.length > 0 ? open.missing(opening.missing) : open.faults[opening.fault];
    case 'describing':
      return open.describing(opening.name);
    case 'failed':
      return open.failed(opening.message);
    case 'crashed':
      return open.crashed(opening.message);
    case 'none':
      return state.model === '' || state.model === 'stories' ? '' : open.again(state.model, state.sha || null);
    default:
      return '';
  }
}

/** A model that was described, and is not read. */
export const refusalOf = ({ texts: { open, bytes } }: Shown, opening: Opening): string => {
  if (opening.kind === 'images') return open.images;
  if (opening.kind !== 'tooLarge') return '';
  return open.tooLarge(bytes(Math.min(...Object.values(opening.opened.facts.memory))), bytes(MOST_MEMORY));
};
