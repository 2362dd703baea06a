// The export menu below the scene. Few users export, so its panel of formats is loaded when the menu is first opened.
import { messageOf } from '../../engine/core/file-contents.js';
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { ExportPanel } from './export-panel.js';
import type { Messages } from '../../locales/index.js';
import type { SnapshotInput } from './snapshot.js';

export class ExportMenu {
  readonly #host: ReactiveControllerHost;
  /** The panel of formats; null until the menu is opened. */
  #panel: ExportPanel | null = null;
  /** Error message if loading the panel of formats has failed; otherwise ''. */
  #failure = '';

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /**
   * Renders the export menu.
   * @param given content that the page has passed in: 'files' for a model opened from files, 'elsewhere' for external
   *   attention; null for the named model
   */
  render(texts: Messages, given: 'files' | 'elsewhere' | null, input: () => SnapshotInput | null): TemplateResult {
    return html`<details class="export" part="export" @toggle=${() => void this.#load(texts)}>
      <summary><span>${texts.export.title}</span> <span class="hint">${texts.export.what}</span></summary>
      ${this.#panel?.render(texts, given, input) ?? nothing}
      ${this.#failure && html`<p class="hint" role="status">${this.#failure}</p>`}
    </details>`;
  }

  /** Loads the panel of formats. After a failure, opening the menu again tries again. */
  async #load(texts: Messages): Promise<void> {
    try {
      this.#panel ??= new (await import('./export-panel.js')).ExportPanel(this.#host);
      this.#failure = '';
    } catch (error) {
      this.#failure = texts.error(messageOf(error));
    }
    this.#host.requestUpdate();
  }
}
