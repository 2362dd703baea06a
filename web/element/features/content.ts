// The attention that the element displays: a model's run of the text, external attention, or an error if there is
// neither.
import { INTERVENTION_NAMES } from '../interventions/index.js';
import { loadConsequences } from './experiments/consequence-controller.js';
import { loadContinuationPanel } from './continuation/continuation-feature.js';
import { loadPresentation } from './presentation/presentation.js';
import { ModelAttentionSource } from '../source/model-attention-source.js';
import { ModelLoader } from './model/model-loader.js';
import { PANELS } from '../panels/lazy/index.js';
import { propertiesOf } from '../state/properties.js';
import { Timeline } from '../../view/timeline.js';
import { viewOf, type View } from '../../view/views/index.js';
import type { AttentionSource } from '../source/attention-source.js';
import type { externalAttention } from '../source/external-attention.js';
import type { LitElement, PropertyValues } from 'lit';
import type { Picture } from '../render/picture.js';
import type { SpotlightHost } from './host.js';

const loadExternalAttention = async (): Promise<typeof externalAttention> =>
  (await import('../source/external-attention.js')).externalAttention;

/** Properties of the element that determine the model's run, in addition to the interventions. */
const RUN_PROPERTIES = ['data', 'pretrained', 'model', 'text', 'scope'];

export class Content {
  readonly #host: LitElement & SpotlightHost;
  readonly #picture: Picture;
  readonly #report: (error: unknown) => void;
  readonly loader: ModelLoader;
  /** Attention source that will be shown once its results have arrived; null if nothing is to be shown. */
  #wanted: AttentionSource | null = null;
  #error: Error | null = null;
  /** True while the code that reads external attention is loading. */
  #lacksReader = false;

  /** @param report reports an error to the page */
  constructor(host: LitElement & SpotlightHost, picture: Picture, report: (error: unknown) => void) {
    this.#host = host;
    this.#picture = picture;
    this.#report = report;
    this.loader = new ModelLoader(host, {
      failed: (error) => this.fail(error),
      recovering: () => {
        this.#error = null;
        host.requestUpdate();
      },
      drawn: (failed) => picture.drawn([...PANELS, loadConsequences, loadContinuationPanel, loadPresentation], failed),
      undrawable: () => picture.canvasError,
    });
  }

  /** The error that is shown in place of the scene; null if there is none. */
  get error(): Error | null {
    return this.#error;
  }

  fail(error: unknown): void {
    this.#error = error instanceof Error ? error : new Error(String(error));
    this.#wanted = null;
    this.#report(error);
    this.#host.requestUpdate();
  }

  get isExternal(): boolean {
    return this.loader.given === 'elsewhere';
  }

  get view(): View {
    return viewOf(this.#host, !this.isExternal);
  }

  /**
   * Timing of the animation's stages. It includes a stage for the mask only if the attention is masked. In the first
   * stage, a decoder generates its tokens one by one.
   */
  get timeline(): Timeline {
    const { generatedTokens, steps } = this.#picture.source ?? { generatedTokens: 0, steps: null };
    const isMasked = steps ? steps.isMasked : this.#host.attention === 'decoder' || this.#host.causal;
    const { lastStage } = this.view;
    return new Timeline({ generatedTokens, stages: steps?.stages, isMasked, lastStage });
  }

  /**
   * Updates the displayed attention when properties of the element have changed.
   * @param isPrinting true to show the content immediately, if the page has already loaded the model
   */
  update(changed: PropertyValues, isPrinting: boolean): void {
    const { loader } = this;
    const hasChanged = (names: readonly string[]) => names.some((name) => changed.has(name));
    if (changed.has('model')) loader.invalidate();
    if (hasChanged(['model', 'data', 'pretrained'])) loader.ensureLoaded();
    const isTaken = isPrinting && !this.#picture.source && loader.takeLoaded();
    this.#picture.parts.begin();
    const isNew = isTaken || this.#lacksReader || hasChanged([...RUN_PROPERTIES, ...INTERVENTION_NAMES]);
    if (isNew) this.#error = null;
    try {
      if (isNew) this.#wanted = this.#newSource();
      else if (hasChanged(propertiesOf('head'))) this.#wanted = this.#wanted?.withHead(this.#host) ?? null;
      this.#picture.update(this.#wanted, this.view);
    } catch (error) {
      this.fail(error); // the engine has rejected the text or the model
      this.#picture.update(null, this.view);
    }
  }

  #newSource(): AttentionSource | null {
    const { model } = this.loader;
    const read = this.isExternal ? this.#picture.parts.use(loadExternalAttention) : null;
    this.#lacksReader = this.isExternal && !read;
    if (this.#lacksReader) return this.#wanted; // the current content remains until the code has loaded
    return read ? read(this.#host.data, this.#host) : model && new ModelAttentionSource(model, this.#host.state);
  }
}
