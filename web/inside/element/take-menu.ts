// Export menu of a view: image, numbers, the attention weights of all layers, and a link.
import { DRAWN } from '../views/index.js';
import { interventionName } from './intervention-list.js';
import { isPatch } from '../interventions.js';
import { fitsAddress, linkTo } from '../state.js';
import { html, nothing, type TemplateResult } from 'lit';
import { fileNameOf, isAddress } from '../address.js';
import { saveFile } from '../../ui/save-file.js';
import { questionText } from './question-bar.js';
import type { Shown } from './shown.js';
import type { Caption } from '../picture/picture.js';
import type { ExportFormat } from '../../analysis/index.js';
import type { Inspection, Taken } from '../inspection.js';
import type { Running } from '../task.js';

/** File formats for the result of a view. */
const NUMBER_FORMATS = ['csv', 'json', 'npz'] as const satisfies readonly ExportFormat[];
/** File formats for the attention weights of all layers, which are too many numbers for text formats. */
const ATTENTION_FORMATS = ['npz', 'safetensors'] as const satisfies readonly ExportFormat[];

type Take = (running: Running<Taken>) => Promise<Taken>;

export function takeMenu(shown: Shown): TemplateResult {
  const { texts, inspection } = shown;
  const { take } = texts;
  const { state, taking, opened } = inspection;
  const isKnown = inspection.result(DRAWN[state.view].result).value !== null;
  const isRunning = taking.status === 'running';
  const start = (make: Take) => {
    taking.reset(); // the same export may be repeated
    taking.start(' ', make);
  };
  const button = (label: string, isEnabled: boolean, make: (view: Element) => Take) =>
    html`<button
      ?disabled=${!isEnabled || isRunning}
      @click=${({ currentTarget }: Event) => start(make((currentTarget as Element).closest('.view')!))}
    >
      ${label}
    </button>`;
  const row = (name: string, buttons: TemplateResult[]) =>
    html`<dt>${name}</dt>
      <dd class="ways">${buttons}</dd>`;
  const isOwn = opened?.source !== 'stories' && !isAddress(state.model);
  return html`<details class="about take">
    <summary>${take.title}</summary>
    <div class="sheet">
      <dl>
        ${row(take.picture, [
          button('SVG', isKnown, (view) => (running) => savePicture(shown, view, 'svg', running)),
          button('PNG', isKnown, (view) => (running) => savePicture(shown, view, 'png', running)),
        ])}
        ${row(
          take.numbers,
          NUMBER_FORMATS.map((format) =>
            button(format.toUpperCase(), isKnown, () => saveResult(inspection, state.view, format)),
          ),
        )}
        ${row(
          take.attention,
          ATTENTION_FORMATS.map((format) =>
            button(format === 'safetensors' ? format : format.toUpperCase(), true, () =>
              saveResult(inspection, 'attention', format),
            ),
          ),
        )}
        ${row(take.link, [button(take.copy, fitsAddress(state), () => (running) => copyLink(inspection, isOwn, running))])}
      </dl>
      <p class="quiet">${fitsAddress(state) ? (isOwn ? take.ownLink : nothing) : take.tooLong}</p>
      <p class="taken" role="status">${taken(shown)}</p>
    </div>
  </details>`;
}

function taken({ texts: { take, percent, task }, inspection: { taking } }: Shown): TemplateResult | string {
  const { status, value, done, error } = taking;
  if (status === 'running')
    return html`${take.running(percent(done, 0))}
      <button class="link" @click=${() => taking.stop()}>${task.stop}</button>`;
  if (status === 'failed') return take.failed(error);
  if (!value) return '';
  if (value.kind === 'file') return take.saved(value.name);
  if (value.isCopied) return take.copied;
  return html`${take.notCopied} <input type="text" readonly aria-label=${take.link} .value=${value.url} />`;
}

/** Exports the result of a view, or all attention weights, to a file. */
function saveResult(
  inspection: Inspection,
  what: Parameters<Inspection['file']>[0]['what'],
  format: Parameters<Inspection['file']>[0]['format'],
): Take {
  return async ({ signal, onProgress }) => {
    const file = await inspection.file({ what, format }, { signal, onProgress });
    const name = fileNameOf(inspection.state.model, what, format);
    saveFile(name, file);
    return { kind: 'file', name };
  };
}

async function savePicture(
  shown: Shown,
  view: Element,
  format: 'svg' | 'png',
  { signal, onProgress }: Running<Taken>,
): Promise<Taken> {
  const { inspection } = shown;
  const sha = await inspection.sha256({ signal, onProgress });
  const { pictureOf } = await import('../picture/picture.js');
  const picture = pictureOf(view, captionOf(shown, sha));
  const file =
    format === 'svg'
      ? new Blob([picture.svg], { type: 'image/svg+xml' })
      : await (await import('../picture/png.js')).pngOf(picture);
  const name = fileNameOf(inspection.state.model, inspection.state.view, format);
  saveFile(name, file);
  return { kind: 'file', name };
}

/** Lines of text below an exported image: the model, the question, and the definition of the numbers. */
function captionOf(shown: Shown, sha256: string | null): Caption {
  const { texts, inspection } = shown;
  const { state, opened } = inspection;
  const { take, model, views } = texts;
  const { precision, facts, source } = opened!;
  const { definition } = views[state.view];
  const name = source === 'stories' ? model.stories : state.model;
  return {
    lines: [
      take.model(name, model.precisions[precision!], sha256),
      questionText(shown),
      ...(state.interventions.length > 0
        ? [take.interventions(state.interventions.map((each) => interventionName(shown, each)))]
        : []),
      definition,
    ],
    about: {
      program: 'attention-spotlight',
      view: state.view,
      definition,
      model: { name: state.model, family: facts.family, precision, sha256 },
      input: state.text,
      question: inspection.question,
      interventions: state.interventions,
      ...(state.interventions.some(isPatch) && { other: state.other }),
    },
  };
}

/** Copies a link that opens the same state. If the model is the user's own, the link identifies its file by a hash. */
async function copyLink(
  inspection: Inspection,
  isOwn: boolean,
  { signal, onProgress }: Running<Taken>,
): Promise<Taken> {
  if (isOwn) await inspection.sha256({ signal, onProgress });
  const url = linkTo(inspection.state, location.href);
  try {
    await navigator.clipboard.writeText(url); // fails on pages without HTTPS
    return { kind: 'link', url, isCopied: true };
  } catch {
    return { kind: 'link', url, isCopied: false };
  }
}
