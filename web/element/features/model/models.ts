// The model as the user sees it: its selection, its notices and its card, and the placeholder until it has loaded.
import { nothing, type TemplateResult } from 'lit';
import { allows, type SpotlightHost } from '../host.js';
import { choice } from '../../panels/controls.js';
import { MODEL_NAMES, type ModelName } from '../../../view/model-names.js';
import { lazyModelCard } from '../../panels/lazy/index.js';
import { modelChange } from '../../state/changes.js';
import { modelNotices, noticePlaceholder, notices, partNotice } from '../../panels/notices.js';
import { placeholder } from './placeholder.js';
import { textFor, type NamedModel } from '../../source/named-models.js';
import type { HeadRef } from '../../../engine/transformer/run.js';
import type { Messages } from '../../../locales/index.js';
import type { ModelLoader } from './model-loader.js';
import type { Picture } from '../../render/picture.js';

export class Models {
  readonly #host: SpotlightHost;
  readonly #picture: Picture;
  readonly #loader: ModelLoader;

  constructor(host: SpotlightHost, picture: Picture, loader: ModelLoader) {
    this.#host = host;
    this.#picture = picture;
    this.#loader = loader;
  }

  /** Example texts and capabilities of the shown model, known before it has loaded. */
  get offer(): NamedModel {
    return this.#loader.offer;
  }

  /** True if the attention of a text is shown, rather than that of an image or external attention. */
  get hasText(): boolean {
    return this.#loader.given !== 'elsewhere' && this.#picture.source?.picture === undefined;
  }

  choice(texts: Messages, setText: (text: string) => void): TemplateResult | typeof nothing {
    if (!allows(this.#host, 'model') || !this.#loader.needsModel) return nothing;
    const { model, text, currentLanguage } = this.#host;
    const choose = (name: ModelName) => {
      setText(textFor(name, text, currentLanguage));
      this.#host.state = modelChange(name);
    };
    return choice('model', texts.model, MODEL_NAMES, model, texts.models, choose, texts.modelHelp);
  }

  notices(texts: Messages): unknown {
    return modelNotices(texts, this.offer, this.#host.text);
  }

  /**
   * Notices about the limits of the scene's numbers, for example that the text is too long.
   * @param headIsDescribed true if the panel beside the canvas describes the head
   */
  sourceNotices(texts: Messages, headIsDescribed: boolean): unknown {
    const { source, viewModel, parts } = this.#picture;
    return [
      viewModel && parts.error ? partNotice(texts, parts.error) : nothing,
      source
        ? notices(texts, source, source.queryIndex(this.#host), headIsDescribed, this.showCard)
        : headIsDescribed
          ? nothing
          : noticePlaceholder,
    ];
  }

  /**
   * Opens the model card; null if the property `controls` excludes it. The card is long, so it is rendered only when it
   * is first opened.
   */
  get showCard(): (() => void) | null {
    return allows(this.#host, 'card') ? this.#showCard : null;
  }

  readonly #showCard = (): void => {
    this.#host.modelCardRequested = true;
    void this.#host.updateComplete.then(() => this.#host.renderRoot.querySelector('dialog')?.showModal());
  };

  card(texts: Messages, select: (head: HeadRef) => void): unknown {
    const { source, parts } = this.#picture;
    if (!source || !this.#host.modelCardRequested) return nothing;
    const props = { heads: source.heads, card: this.offer.card, select };
    return lazyModelCard(texts, parts, this.#host.currentLanguage, props);
  }

  /**
   * Placeholder shown instead of the scene.
   * @param error reason why there is no scene; null if there is no error
   */
  placeholder(texts: Messages, error: Error | null): TemplateResult {
    const { source, parts } = this.#picture;
    const loader = this.#loader;
    return placeholder(texts, {
      hasSource: source !== null,
      isLoaded: loader.model !== null,
      isPending: parts.isPending,
      error,
      partError: parts.error,
      retry: loader.hasFailed && loader.needsModel ? () => loader.retry() : null,
    });
  }
}
