// The panel of the export menu: a button for each format, and the progress of the current export.
import { messageOf } from '../../engine/core/file-contents.js';
import { html, nothing, type TemplateResult } from 'lit';
import { EXPORTED_HEADS, PIXEL_RATIOS, type ExportFormat, type ExportOptions } from './formats/format.js';
import { exportAs, FORMATS, type FormatName } from './formats/index.js';
import type { Messages } from '../../locales/index.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { SnapshotInput } from './snapshot.js';

export class ExportPanel implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #options: ExportOptions = { pixelRatio: 2, heads: 'one' };
  /** Message for the user about the result of the last export. */
  #status = '';
  /** Completed share of the current export, from 0 to 1; null if unknown. */
  #progress: number | null = null;
  /** Cancels the export in progress; null if there is none. */
  #cancellation: AbortController | null = null;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#cancellation?.abort();
  }

  /**
   * Renders the panel of formats.
   * @param given content that the page has passed in: 'files' for a model opened from files, 'elsewhere' for external
   *   attention; null for the named model
   */
  render(texts: Messages, given: 'files' | 'elsewhere' | null, input: () => SnapshotInput | null): TemplateResult {
    const formats: readonly ExportFormat[] = FORMATS;
    const offered = formats.filter(
      ({ isSupported, needsRun, isStateOnly }) =>
        isSupported() && !(given === 'elsewhere' && needsRun) && !(given && isStateOnly),
    );
    return html`<div class="formats">
        ${this.#choice('pixelRatio', texts.export.size, PIXEL_RATIOS, (ratio) => `${ratio}×`)}
        ${this.#choice('heads', texts.export.numbers, EXPORTED_HEADS, (heads) => texts.export.heads[heads])}
        ${offered.map(
          (format) =>
            html`<button ?disabled=${this.#cancellation !== null} @click=${() => void this.#run(format, input())}>
              ${texts.export.formats[format.name as FormatName]}
            </button>`,
        )}
      </div>
      ${given ? html`<p class="hint">${texts.export.notReproducible[given]}</p>` : nothing}
      ${
        this.#progress === null
          ? nothing
          : html`<p>
              <progress max="1" .value=${this.#progress} aria-label=${texts.export.recording}></progress>
              ${texts.export.recording}
              <button @click=${() => this.#cancellation?.abort()}>${texts.export.cancel}</button>
            </p>`
      }
      <p class="hint" role="status">${this.#status}</p>`;
  }

  #choice<Name extends keyof ExportOptions>(
    option: Name,
    label: string,
    values: readonly ExportOptions[Name][],
    textOf: (value: ExportOptions[Name]) => string,
  ): TemplateResult {
    const change = (event: Event) => {
      this.#options = { ...this.#options, [option]: values[(event.target as HTMLSelectElement).selectedIndex]! };
    };
    return html`<label
      >${label}
      <select @change=${change}>
        ${values.map((value) => html`<option ?selected=${value === this.#options[option]}>${textOf(value)}</option>`)}
      </select></label
    >`;
  }

  async #run(format: ExportFormat, input: SnapshotInput | null): Promise<void> {
    if (!input || this.#cancellation) return;
    const { texts } = input.context;
    const cancellation = new AbortController();
    this.#cancellation = cancellation;
    const { signal } = cancellation;
    const onProgress = (share: number) => {
      this.#progress = share;
      this.#host.requestUpdate();
    };
    try {
      this.#status = await exportAs(format, input, { ...this.#options, signal, onProgress });
    } catch (error) {
      this.#status = signal.aborted ? texts.export.canceled : texts.error(messageOf(error));
    }
    this.#cancellation = null;
    this.#progress = null;
    this.#host.requestUpdate();
  }
}
