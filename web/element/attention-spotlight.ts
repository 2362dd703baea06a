// The custom element <attention-spotlight>: holds the state, runs the model when the state changes, and composes the
// features.
import { html, noChange, nothing, type PropertyDeclaration, type PropertyValues, type TemplateResult } from 'lit';
import { adoptStyles } from '../ui/adopt-styles.js';
import { allows } from './features/host.js';
import { bar } from './features/bar.js';
import { canvasArea } from './panels/canvas-area.js';
import { Content } from './features/content.js';
import { ContinuationFeature } from './features/continuation/continuation-feature.js';
import { ContentElement } from './content-element.js';
import { Experiments } from './features/experiments/experiments.js';
import { ExportMenu } from './export/export-menu.js';
import { frameWithoutTexts } from './features/model/placeholder.js';
import { Heads } from './features/head/heads.js';
import { END, isOver, presentedFrom } from '../view/stages.js';
import { lazyPanel, loadLaterStyles, loadSpokenScene } from './panels/lazy/index.js';
import { Models } from './features/model/models.js';
import { moveSlider, timelinePanel } from './features/playback/timeline-panel.js';
import { panelKey } from './view-model/panel-key.js';
import { Picture } from './render/picture.js';
import { Player } from './features/playback/player.js';
import { Presentation } from './features/presentation/presentation.js';
import { Selection } from './features/selection/selection.js';
import { sharesOf } from './panels/caption.js';
import { shownDoubt, strongestCaption } from './view-model/caption.js';
import { sidePanel } from './panels/side-panel.js';
import { styled } from '../ui/style-vars-directive.js';
import { styles } from './styles/index.js';
import { TextField } from './features/text.js';
import { ZoomController } from './features/selection/zoom-controller.js';
import type { AttentionSource } from './source/attention-source.js';
import type { Cell, Scene } from '../view/scene.js';
import type { Continuation } from './source/continuation.js';
import type { HeadRef, HeadTrace, Run } from '../engine/transformer/run.js';
import type { Messages } from '../locales/index.js';
import type { PictureOptions, PictureType } from './export/picture-blob.js';
import type { SnapshotInput } from './export/snapshot.js';
import type { Timeline } from '../view/timeline.js';
import type { View } from '../view/views/index.js';

/** Canvas pixels per CSS pixel when the page is printed, since paper has a higher resolution than a screen. */
const PRINTED_ENLARGEMENT = 3;

/** Returns the CSS zoom at which the page shows an element; 1 in browsers before 2024, which do not report it. */
const zoomOf = ({ currentCSSZoom }: Partial<Element>): number => currentCSSZoom ?? 1;

export class AttentionSpotlight extends ContentElement {
  static override properties: Record<string, PropertyDeclaration> = {
    hovered: { state: true },
    editingMask: { state: true },
    modelCardRequested: { state: true },
    allTerms: { state: true },
  };
  static override styles = styles;

  /** The matrix cell under the pointer; null if there is none. */
  declare hovered: Cell | null;
  /** True while a click on a cell of the attention matrix masks it. */
  declare editingMask: boolean;
  /** True once the user has opened the model card. */
  declare modelCardRequested: boolean;
  /**
   * True if the card that explains a matrix cell's number lists every term of its sum, instead of only the first ones.
   */
  declare allTerms: boolean;
  readonly #picture = new Picture(
    this,
    () => (this.isPrinting ? PRINTED_ENLARGEMENT : Math.max(this.#presentation.enlargement, zoomOf(this))),
    (error) => this.reportPropertyError(error),
  );
  readonly #content = new Content(this, this.#picture, (error) => this.reportPropertyError(error));
  readonly #models = new Models(this, this.#picture, this.#content.loader);
  readonly #continuation = new ContinuationFeature(this, this.#models);
  readonly #text = new TextField(this, this.#models);
  readonly #heads = new Heads(this, this.#picture);
  readonly #player = new Player(this);
  readonly #zoom = new ZoomController(this, () => this.scene?.viewport ?? null);
  readonly #selection = new Selection(
    this,
    this.#picture,
    this.#zoom,
    this.#heads,
    this.#player,
    () => void this.present(),
  );
  readonly #presentation = new Presentation(this, {
    forward: () => (this.#view.animated ? this.#player.playStage() : this.#selection.moveQuery(1)),
    back: () =>
      this.#view.animated ? this.#player.goTo(this.timeline.stepBack(this.moment)) : this.#selection.moveQuery(-1),
  });
  readonly #experiments = new Experiments(this, this.#picture);
  readonly #exportMenu = new ExportMenu(this);
  #panelKey = '';
  /**
   * True once the panels around the canvas have been rendered. They remain on screen while code for other panels loads.
   */
  #hasPanels = false;
  /**
   * True if the rendered panels match the state. During playback, only the canvas and the slider are updated at every
   * frame.
   */
  #panelsAreCurrent = false;

  constructor() {
    super();
    for (const name of ['editingMask', 'modelCardRequested', 'allTerms'] as const) this[name] = false;
    this.hovered = null;
  }

  /**
   * Fulfilled when the first scene is drawn; rejected if the browser provides no canvas context, or if engine, model, texts or view
   * fail to load or have not loaded within a minute. Loading starts when the element is near the viewport. A retry creates a new
   * promise.
   */
  get ready(): Promise<void> {
    return this.#content.loader.ready;
  }

  /** The model's run of the text; null before the model is loaded, and for external attention. */
  get run(): Run | null {
    return (this.#source?.run ?? null) as Run | null;
  }

  /**
   * Trace of the selected head: the result of every step of its computation; null before the first run, and for
   * external attention.
   */
  get trace(): HeadTrace | null {
    return this.#source?.steps?.trace ?? null;
  }

  /** The drawn scene as data, such as its marks and tokens; null if nothing is drawn. */
  get scene(): Scene | null {
    return this.#picture.canvas?.scene ?? null;
  }

  /**
   * Timing of the animation's stages. It includes a stage for the mask only if the attention is masked. In the first
   * stage, a decoder generates its tokens one by one.
   */
  get timeline(): Timeline {
    return this.#content.timeline;
  }

  /** The source of the displayed attention: a run or external attention; null if there is none. */
  get #source(): AttentionSource | null {
    return this.#picture.source;
  }

  /** Continuation of the text and the most probable next tokens; null for a model that does not continue texts. */
  get continuation(): Continuation | null {
    return this.#source?.continuation ?? null;
  }

  get #view(): View {
    return this.#content.view;
  }

  /**
   * Updates the element. If the engine, or a model that the page has passed in, throws an error only while the element
   * renders, the error is shown in place of the scene.
   */
  protected override performUpdate(): void {
    try {
      this.#picture.parts.arrived(() => super.performUpdate());
    } catch (error) {
      if (this.#content.error) throw error; // showing the error has failed, too
      this.#content.fail(error);
    }
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#content.update(changed, this.isPrinting);
    const { viewModel, parts } = this.#picture;
    adoptStyles(this, parts.useLater(loadLaterStyles) ?? []);
    this.#experiments.ask(this.#view.side === 'step' && isOver(this.moment) && !this.#player.playing);
    const key = panelKey(viewModel, this.#player.playing);
    this.#panelsAreCurrent = changed.size === 1 && changed.has('progress') && key === this.#panelKey;
    this.#panelKey = key;
  }

  protected override updated(changed: PropertyValues): void {
    const { texts } = this.#picture;
    this.#picture.draw(this.#continuation.isWriting || this.isPrinting);
    if (this.#panelsAreCurrent && texts) moveSlider(texts, this);
    super.updated(changed);
  }

  /**
   * The promise `updateComplete`, which also waits for lazily loaded code that an update lacked, and for the update
   * that uses it.
   */
  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    if (!this.#picture.parts.isPending) return isComplete;
    await this.#picture.parts.nextUpdate;
    return this.getUpdateComplete();
  }

  protected override render(): TemplateResult | typeof noChange {
    if (this.#panelsAreCurrent) return noChange;
    const { texts, viewModel, parts } = this.#picture;
    const continuation = texts && this.#continuation.render(texts, parts);
    if (!texts || !continuation) {
      return this.#hasPanels ? noChange : frameWithoutTexts(parts.error, this.currentLanguage);
    }
    this.#hasPanels = true;
    const view = this.#view;
    const { isPending } = this.#experiments.found;
    const spoken = this.#spoken(texts, view);
    const side = this.#side(texts, view); // rendered before the notice about parts of the interface that failed to load
    return html`
      <div
        lang=${texts.locale}
        data-cover=${view.cover ?? nothing}
        data-side=${view.side}
        ?data-zoomable=${view.zoomable}
        class=${this.#presentation.isOn ? 'presenting' : ''}
        ${styled({ '--_spotlight-enlarged': String(this.#presentation.enlargement) })}
      >
        ${bar(texts, this, this.#text, this.#models, this.#heads)} ${this.#models.notices(texts)} ${continuation}
        ${this.#models.sourceNotices(texts, view.side === 'caption')}
        <div class="main">
          ${this.#canvas(texts, view, spoken)}
          <div class="side" part="side" aria-busy=${isPending || parts.isPending ? 'true' : 'false'}>
            ${side} ${this.#experiments.render(texts, this.#heads.select, this.#content.error !== null)}
          </div>
          ${this.#hasTimeline ? timelinePanel(texts, this, this.#player, () => void this.present()) : nothing}
        </div>
        ${
          viewModel && allows(this, 'export')
            ? this.#exportMenu.render(texts, this.#content.loader.given, () => this.#snapshotInput())
            : nothing
        }
        ${this.#models.card(texts, this.#heads.select)}
        <slot name="caption"></slot>
      </div>
    `;
  }

  /** The panel beside the canvas. While the model's results are pending, the previous panel remains. */
  #side(texts: Messages, view: View): TemplateResult | typeof nothing | typeof noChange {
    const { source, viewModel, parts } = this.#picture;
    const props = {
      parts,
      language: this.currentLanguage,
      theme: this.currentTheme,
      pinned: this.cell !== null,
      allTerms: this.allTerms,
      setAllTerms: (allTerms: boolean) => (this.allTerms = allTerms),
      sort: this.sort,
      pin: this.pin,
      setPin: allows(this, 'head') ? (pin: HeadRef | null) => (this.pin = pin) : null,
      consequence: this.#experiments.found.consequence,
      stages: this.timeline.stages,
      moment: this.timeline.shown(this.moment),
      hasFailed: this.#content.error !== null,
      showCard: this.#models.showCard,
    };
    return parts.arrived(() => sidePanel(texts, view, source, viewModel, props)) ?? noChange;
  }

  /**
   * Description of the scene for screen readers; '' before the code that writes it has loaded, and during text
   * generation.
   */
  #spoken(texts: Messages, view: View): string {
    const { source, viewModel, parts } = this.#picture;
    if (!viewModel || this.#continuation.isWriting || !parts.useLater(loadSpokenScene)) return '';
    const context = { texts, parts, language: this.currentLanguage };
    const atEnd = { ...viewModel, moment: END };
    const captions = {
      strongest: strongestCaption(texts, atEnd, source!.baseline),
      doubt: shownDoubt(texts, source!, atEnd),
      shares: sharesOf(texts, viewModel),
    };
    return lazyPanel(loadSpokenScene, context, (spoken, all) => spoken(all, source!, viewModel, view, captions)) ?? '';
  }

  #canvas(texts: Messages, view: View, spoken: string): TemplateResult {
    const error = this.#content.error ?? (view.cover ? null : this.#picture.canvasError);
    const viewModel = error ? null : this.#picture.viewModel;
    return canvasArea(texts, {
      parts: this.#picture.parts,
      language: this.currentLanguage,
      view,
      viewModel,
      spoken,
      input: this.#selection,
      zoom: this.#zoom,
      selectQuery: this.#selection.selectQuery,
      where: this.#hasTimeline && view.hasMatrices ? this : null,
      placeholder: viewModel ? nothing : this.#models.placeholder(texts, error),
    });
  }

  get #hasTimeline(): boolean {
    return (allows(this, 'play') || allows(this, 'scrub')) && !!this.#view.animated && !this.#content.isExternal;
  }

  #snapshotInput(): SnapshotInput | null {
    const input = this.#picture.input;
    return input && { ...input, model: this.#content.loader.shown };
  }

  /**
   * The current scene as a PNG or SVG file. Waits until the scene is drawn, and loads the content of an element that is
   * off screen.
   * @throws TypeError or RangeError that names the argument; the rejection reason of `ready`
   */
  async toBlob(type: PictureType, options?: PictureOptions): Promise<Blob> {
    const { pictureBlob } = await import('./export/picture-blob.js');
    const load = () => this.#content.loader.loadNow();
    return pictureBlob(this, type, options, { load, input: () => this.#snapshotInput() });
  }

  /** Plays the animation from the current moment, or from the beginning if it has ended. */
  play(): void {
    this.#player.play();
  }

  /** Pauses the animation at the current moment. */
  pause(): void {
    this.#player.pause();
  }

  /** Starts the full-screen presentation: arrow keys or a clicker advance it, Escape ends it. Requires a user gesture. */
  present(): Promise<void> {
    if (this.#view.animated) this.#player.goTo(presentedFrom(this.moment));
    return this.#presentation.begin();
  }

  /** Appends a token to the text, and selects the default query token, which predicts the token after that. */
  readonly appendToken = (text: string): void => {
    this.#text.append(text, this.#source?.headRef ?? null);
  };
}
