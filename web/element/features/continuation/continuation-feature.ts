// Text continuation: its panel and its writer, which are only loaded for models that continue texts.
import { nothing, type TemplateResult } from 'lit';
import { adoptStyles } from '../../../ui/adopt-styles.js';
import { allows, type SpotlightHost } from '../host.js';
import type * as Panel from './continuation-panel.js';
import type { ContinuationHost } from './continuation-panel.js';
import type { LazyParts } from '../../render/lazy-parts.js';
import type { Messages } from '../../../locales/index.js';
import type { Models } from '../model/models.js';
import type { Writer, WriterHost } from './writer.js';

export const loadContinuationPanel = (): Promise<typeof Panel> => import('./continuation-panel.js');

export class ContinuationFeature {
  readonly #host: SpotlightHost & ContinuationHost & WriterHost & HTMLElement;
  readonly #models: Models;
  /** The writer, which generates text; null until the panel has loaded. */
  #writer: Writer | null = null;

  constructor(host: SpotlightHost & ContinuationHost & WriterHost & HTMLElement, models: Models) {
    this.#host = host;
    this.#models = models;
  }

  /** True while the model generates text. */
  get isWriting(): boolean {
    return this.#writer?.writing ?? false;
  }

  /**
   * The panel for text continuation; `nothing` for a model that does not continue texts; null while the panel loads, so
   * that the content below stays in place.
   */
  render(texts: Messages, parts: LazyParts): TemplateResult | typeof nothing | null {
    if (!this.#models.offer.writes || !allows(this.#host, 'generate')) return nothing;
    const part = parts.use(loadContinuationPanel);
    if (!part) return parts.error ? nothing : null;
    adoptStyles(this.#host, [part.continuationStyles]);
    this.#writer ??= new part.Writer(this.#host);
    return part.continuationPanel(texts, this.#host, this.#writer);
  }
}
