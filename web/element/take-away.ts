// What a reader takes along: the picture, the film, the numbers, the address, the tag for a page of their own.
import { html, nothing, type TemplateResult } from 'lit';
import { canRecord, record } from './recording.js';
import { paint } from '../view/canvas.js';
import { toCsv, toHtml, toJson } from '../view/export-data.js';
import { toQuery, writeAttributes } from './properties.js';
import { toSvg } from '../view/svg.js';
import type { Messages } from '../messages/index.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Shown } from './shown.js';

const SHARPNESS = 2; // of a PNG: pixels for each of the page's

const FORMATS = ['png', 'svg', 'film', 'html', 'json', 'csv', 'link', 'tag'] as const;
type Format = (typeof FORMATS)[number];

function download(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser takes it in its own time; a minute is plenty.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function pngOf({ scene, background }: Shown): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(scene.width * SHARPNESS);
  canvas.height = Math.round(scene.height * SHARPNESS);
  const context = canvas.getContext('2d')!;
  context.setTransform(SHARPNESS, 0, 0, SHARPNESS, 0, 0);
  paint(scene, context, background);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be written'))),
      'image/png',
    ),
  );
}

const svgOf = ({ scene, background, texts, state }: Shown): string =>
  toSvg(scene, background, `${texts.title}${texts.colon}${state.text}`);

/** The address of this state on the present page. */
const linkOf = ({ state }: Shown): string => {
  const query = toQuery(state);
  return `${location.origin === 'null' ? '' : location.origin}${location.pathname}${query ? `?${query}` : ''}`;
};

/** What a page of one's own needs. */
const tagOf = ({ state }: Shown): string => `<script type="module">
  import 'attention-spotlight/element';
</script>
<attention-spotlight${writeAttributes(state)}></attention-spotlight>`;

const htmlOf = (shown: Shown): string => {
  const { picture, texts, said, state, background, ink } = shown;
  const page = { locale: texts.locale, title: state.text, paragraphs: [...said, texts.takenFrom] };
  return toHtml(picture, svgOf(shown), page, background, ink);
};

export class TakeAway implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  /** What was done last, in words. */
  #told = '';
  /** How far the film is, 0 … 1. */
  #progress: number | null = null;
  #recording: AbortController | null = null;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#recording?.abort();
  }

  render(texts: Messages, shown: () => Shown | null): TemplateResult {
    const formats = FORMATS.filter((format) => format !== 'film' || canRecord());
    return html`<details class="take" part="take">
      <summary>${texts.take.title}</summary>
      <div class="formats">
        ${formats.map(
          (format) =>
            html`<button ?disabled=${this.#recording !== null} @click=${() => void this.#take(format, shown())}>
              ${texts.take.formats[format]}
            </button>`,
        )}
      </div>
      ${
        this.#progress === null
          ? nothing
          : html`<p>
              <progress max="1" .value=${this.#progress} aria-label=${texts.take.recording}></progress>
              ${texts.take.recording}
              <button @click=${() => this.#recording?.abort()}>${texts.take.cancel}</button>
            </p>`
      }
      <p class="hint" role="status">${this.#told}</p>
    </details>`;
  }

  async #take(format: Format, shown: Shown | null): Promise<void> {
    if (!shown) return;
    const { texts } = shown;
    try {
      this.#told = await this.#takeAs(format, shown);
    } catch (error) {
      this.#told = this.#recording?.signal.aborted
        ? texts.take.cancelled
        : texts.error(error instanceof Error ? error.message : String(error));
    }
    this.#recording = null;
    this.#progress = null;
    this.#host.requestUpdate();
  }

  async #takeAs(format: Format, shown: Shown): Promise<string> {
    const { texts, state, picture } = shown;
    const { text, kind, head, layer } = state;
    const save = (ending: string, content: Blob | string, type = '') => {
      download(`spotlight.${ending}`, content instanceof Blob ? content : new Blob([content], { type }));
      return texts.take.saved(`spotlight.${ending}`);
    };
    const copy = async (content: string) => {
      await navigator.clipboard.writeText(content);
      return texts.take.copied;
    };
    switch (format) {
      case 'png':
        return save('png', await pngOf(shown));
      case 'svg':
        return save('svg', svgOf(shown), 'image/svg+xml');
      case 'film': {
        const film = await this.#film(shown);
        return save(film.type.includes('mp4') ? 'mp4' : 'webm', film);
      }
      case 'html':
        return save('html', htmlOf(shown), 'text/html');
      case 'json':
        return save('json', toJson(picture, { text, kind, layer, head, said: shown.said }), 'application/json');
      case 'csv':
        return save('csv', `\ufeff${toCsv(picture)}`, 'text/csv');
      case 'link':
        return copy(linkOf(shown));
      case 'tag':
        return copy(tagOf(shown));
    }
  }

  #film({ scene, background, timeline, draw }: Shown): Promise<Blob> {
    this.#recording = new AbortController();
    const progress = (share: number) => {
      this.#progress = share;
      this.#host.requestUpdate();
    };
    return record(scene, background, timeline, draw, progress, this.#recording.signal);
  }
}
