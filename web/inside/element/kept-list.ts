// List of the models in the browser's storage, and a button that stores the open model.
import { filesOf } from '../kept-models.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { Opened } from '../opened.js';
import type { Shown } from './shown.js';

export function keptList({ texts, inspection }: Shown): TemplateResult | typeof nothing {
  const { kept } = texts;
  const models = inspection.storage.kept.value ?? [];
  if (models.length === 0) return nothing;
  return html`<section class="kept">
    <h3>${kept.title}</h3>
    <ul>
      ${models.map(
        ({ name, bytes }) =>
          html`<li>
            <button @click=${() => void inspection.openKept(name)}>${kept.open(name)}</button>
            <span class="quiet">${texts.bytes(bytes)}</span>
            <button
              class="link"
              aria-label=${kept.removeLabel(name)}
              @click=${() => void inspection.storage.forget(name)}
            >
              ${kept.remove}
            </button>
          </li>`,
      )}
    </ul>
  </section>`;
}

/**
 * Button that stores the open model in the browser's storage; nothing if the model is not from the user's disk, or if
 * the browser has no storage.
 */
export function keepButton({ texts, inspection }: Shown, { name, source }: Opened): TemplateResult | typeof nothing {
  const { kept } = texts;
  const {
    opened,
    storage: { keeping, kept: list },
  } = inspection;
  const files = source === 'stories' ? [] : filesOf(source);
  if (!opened || files.length === 0 || list.value === null) return nothing;
  const isKept = inspection.storage.has(name) || keeping.status === 'done';
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const failure = /quota/i.test(keeping.error) ? kept.noRoom : kept.failed(keeping.error);
  const status = {
    running: kept.keeping(texts.percent(keeping.done, 0)),
    failed: failure,
    done: kept.done,
    idle: isKept ? kept.done : '',
    stopped: '',
  }[keeping.status];
  return html`<p class="keep">
    ${
      isKept || keeping.status === 'running'
        ? nothing
        : html`<button @click=${() => inspection.storage.keep(opened)}>${kept.keep(texts.bytes(bytes))}</button>`
    }
    <span role="status">${status}</span>
  </p>`;
}
