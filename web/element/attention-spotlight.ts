// <attention-spotlight>: holds the state, runs the model when the state changes, and draws the view.
import { html, noChange, nothing, type PropertyDeclaration, type PropertyValues, type TemplateResult } from 'lit';
import { hasInterventions, INTERVENTION_NAMES } from './interventions/index.js';
import { viewOf, type View } from '../view/views/index.js';
import { bar, sentenceFieldOf, showEnd } from './panels/bar.js';
import { sidePanel } from './panels/side-panel.js';
import { spokenCaption } from './view-model/caption.js';
import { CanvasInput } from './features/selection/canvas-input.js';
import { interventionPanel } from './features/experiments/intervention-panel.js';
import { canvasArea, type CanvasAreaProps } from './panels/canvas-area.js';
import { moveSlider } from './panels/controls.js';
import { timelinePanel } from './features/playback/timeline-panel.js';
import { modelCardLater, PANELS } from './panels/later/index.js';
import { continuationPanel } from './features/continuation/continuation-panel.js';
import { ConsequenceController, loadConsequences } from './features/experiments/consequence-controller.js';
import { ModelLoader } from './features/model/model-loader.js';
import { checkExternalAttention, ExternalAttentionSource } from './model/external-attention.js';
import { ModelAttentionSource } from './model/model-attention-source.js';
import { isOver, presentedFrom } from '../view/stages.js';
import { modelNotices, notices, partNotice } from './panels/notices.js';
import { frameWithoutTexts, placeholder } from './features/model/placeholder.js';
import { panelKey } from './view-model/panel-key.js';
import { Picture } from './render/picture.js';
import { Player } from './features/playback/player.js';
import { Presentation } from './features/presentation/presentation.js';
import { Writer } from './features/continuation/writer.js';
import type { PictureOptions, PictureType } from './export/picture-blob.js';
import type { SnapshotInput } from './export/snapshot.js';
import { ContentElement } from './content-element.js';
import { styled } from '../ui/style-vars-directive.js';
import { styles } from './styles/index.js';
import { ExportMenu } from './export/export-menu.js';
import { UserActions } from './features/user-actions.js';
import { Timeline } from '../view/timeline.js';
import { ZoomController } from './features/selection/zoom-controller.js';
import type { AttentionSource } from './model/attention-source.js';
import type { Continuation } from './model/continuation.js';
import type { HeadTrace, Run } from '../engine/transformer/run.js';
import { offers, type Control } from './state/properties.js';
import type { Cell, Scene } from '../view/scene.js';

/** Pixels of the canvas per pixel of the screen: paper shows smaller ones. */
const PRINTED_ENLARGEMENT = 3;

export class AttentionSpotlight extends ContentElement {
  static override properties: Record<string, PropertyDeclaration> = {
    hovered: { state: true },
    editingMask: { state: true },
    modelCardRequested: { state: true },
    allTerms: { state: true },
  };
  static override styles = styles;

  /** The cell under the pointer. */
  declare hovered: Cell | null;
  /** Whether a click on a cell masks it. */
  declare editingMask: boolean;
  /** Whether the user has opened the model card. */
  declare modelCardRequested: boolean;
  /** Whether every term of a sum is written out. */
  declare allTerms: boolean;
  readonly #loader = new ModelLoader(this, {
    failed: (error) => this.#fail(error),
    recovering: () => {
      this.#error = null;
      this.requestUpdate();
    },
    drawn: (failed) => this.#picture.drawn([...PANELS, loadConsequences], failed),
    undrawable: () => this.#picture.canvasError,
  });
  /** What is to be shown, as soon as it has arrived; null: nothing. */
  #wanted: AttentionSource | null = null;
  /** Why there is nothing to show; null: nothing went wrong. */
  #error: Error | null = null;
  readonly #picture = new Picture(
    this,
    () => (this.isPrinting ? PRINTED_ENLARGEMENT : this.#presentation.enlargement),
    (error) => this.reportPropertyError(error),
  );
  #panelKey = '';
  /** Whether the rendered panels show the current state, except for the canvas and the slider. */
  #panelsAreCurrent = false;
  readonly #player = new Player(this);
  readonly #presentation = new Presentation(this, {
    forward: () => (this.#view.animated ? this.#player.playStage() : this.#actions.moveQuery(1)),
    back: () =>
      this.#view.animated ? this.#player.goTo(this.timeline.stepBack(this.moment)) : this.#actions.moveQuery(-1),
  });
  readonly #writer = new Writer(this);
  readonly #actions = new UserActions(this, {
    source: () => this.#source,
    viewModel: () => this.#picture.viewModel,
    writer: this.#writer,
  });
  readonly #consequence = new ConsequenceController(this, this.#picture.parts);
  readonly #exportMenu = new ExportMenu(this);
  readonly #zoom = new ZoomController(this, () => this.scene?.viewport ?? null);
  readonly #input = new CanvasInput(this, {
    canvas: () => this.#picture.canvas,
    viewModel: () => this.#picture.viewModel,
    zoom: this.#zoom,
    allows: (control) => this.#allows(control),
    headOf: (panel) => this.#picture.viewModel?.headGrid().panels[panel]?.head ?? null,
    editsMask: () => this.editingMask && this.#source?.headRef.attention === 'encoder',
    selectHead: ({ attention, layer, head }) => this.#actions.selectHead(attention, layer, head),
    selectQuery: this.#actions.selectQuery,
    togglePlaying: () => this.#player.toggle(),
    present: () => void this.present(),
  });

  constructor() {
    super();
    for (const name of ['editingMask', 'modelCardRequested', 'allTerms'] as const) this[name] = false;
    this.hovered = null;
  }

  /**
   * Fulfilled when the first scene is drawn, rejected if the browser gives nothing to draw on, or if engine, model, texts or
   * view fail to load or have not loaded after a minute. Loading starts when the element comes near the screen. Another try to
   * load is another promise.
   */
  get ready(): Promise<void> {
    return this.#loader.ready;
  }

  /** The model's run of the text; null before the model is loaded, and for external attention. */
  get run(): Run | null {
    return (this.#source?.run ?? null) as Run | null;
  }

  /** Every step of the selected head; null before the first run, and for external attention. */
  get trace(): HeadTrace | null {
    return this.#source?.steps?.trace ?? null;
  }

  /** What is on the canvas, as data; null: nothing. */
  get scene(): Scene | null {
    return this.#picture.canvas?.scene ?? null;
  }

  /** When each stage of the attention plays. A decoder generates its tokens one by one. The mask is a stage where there is one. */
  get timeline(): Timeline {
    const { generatedTokens, steps } = this.#source ?? { generatedTokens: 0, steps: null };
    const { lastStage } = this.#view;
    return new Timeline({ generatedTokens, stages: steps?.stages, isMasked: steps?.isMasked !== false, lastStage });
  }

  /** What is shown; null: nothing. */
  get #source(): AttentionSource | null {
    return this.#picture.source;
  }

  #fail(error: unknown): void {
    this.#error = error instanceof Error ? error : new Error(String(error));
    this.reportPropertyError(error);
    this.requestUpdate();
  }

  get #isExternal(): boolean {
    return (this.data ?? null) !== null;
  }

  /** How the model goes on with the text, and what comes next most likely; null where it does not. */
  get continuation(): Continuation | null {
    return this.#source?.continuation ?? null;
  }

  get #view(): View {
    return viewOf(this, !this.#isExternal);
  }

  readonly #allows = (control: Control): boolean => offers(this.controls, control);

  /** An error of the engine's or of a given model's that comes only when it is shown is said in place of the picture. */
  protected override performUpdate(): void {
    try {
      super.performUpdate();
    } catch (error) {
      if (this.#error) throw error; // it cannot be said either
      this.#wanted = null;
      this.#fail(error);
    }
  }

  // 1. From the text to a run, and to the steps of one head.

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (changed.has('model')) this.#loader.invalidate();
    if (['model', 'data', 'pretrained'].some((name) => changed.has(name))) this.#loader.ensureLoaded();
    const isTaken = this.isPrinting && !this.#source && this.#loader.takeLoaded();
    this.#show(changed, isTaken);
    const { viewModel } = this.#picture;
    const isStoryOver = this.#view.side === 'step' && isOver(this.moment) && !this.#player.playing;
    this.#askForConsequences(isStoryOver);
    const key = panelKey(viewModel, this.#player.playing);
    this.#panelsAreCurrent = changed.size === 1 && changed.has('progress') && key === this.#panelKey;
    this.#panelKey = key;
  }

  #askForConsequences(isOfHead: boolean): void {
    const { viewModel, parts, wasDrawn } = this.#picture;
    const source = this.#source;
    const isAsked = wasDrawn && source?.outcomes && viewModel && (isOfHead || hasInterventions(this));
    const consequences = isAsked ? parts.use(loadConsequences) : null;
    this.#consequence.ask(
      source && viewModel && consequences && { source, query: viewModel.selection.row, isOfHead, consequences },
    );
  }

  /** Text and model that the engine does not take are said in place of the picture. */
  #show(changed: PropertyValues, isTaken: boolean): void {
    const hasChanged = (names: readonly string[]) => names.some((name) => changed.has(name));
    const isNew = isTaken || hasChanged(['data', 'pretrained', 'model', 'text', 'scope', ...INTERVENTION_NAMES]);
    if (isNew) this.#error = null;
    try {
      if (isNew) this.#wanted = this.#newSource();
      else if (hasChanged(['attention', 'layer', 'head'])) this.#wanted = this.#wanted?.withHead(this) ?? null;
      this.#picture.update(this.#wanted, this.#view);
    } catch (error) {
      this.#fail(error);
      this.#wanted = null;
      this.#picture.update(null, this.#view);
    }
  }

  #newSource(): AttentionSource | null {
    if (this.#isExternal) return new ExternalAttentionSource(checkExternalAttention(this.data), this);
    return this.#loader.model && new ModelAttentionSource(this.#loader.model, this.state);
  }

  // 2. From the run and the state to the scene and the panels.

  protected override updated(changed: PropertyValues): void {
    const { texts } = this.#picture;
    this.#picture.draw(this.#writer.writing || this.isPrinting);
    if (this.#panelsAreCurrent && texts) moveSlider(this.renderRoot, texts, this.timeline, this.moment);
    super.updated(changed);
  }

  /** Includes that what an update lacked has been loaded and drawn. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    if (!this.#picture.parts.isPending) return isComplete;
    await this.#picture.parts.nextUpdate;
    return this.getUpdateComplete();
  }

  protected override render(): TemplateResult | typeof noChange {
    if (this.#panelsAreCurrent) return noChange;
    const { texts, viewModel, parts } = this.#picture;
    if (!texts) return frameWithoutTexts(parts.error);
    const view = this.#view;
    const source = this.#source;
    const error = this.#error ?? (view.cover ? null : this.#picture.canvasError);
    const caption =
      viewModel && !this.#player.playing && !this.#writer.writing ? spokenCaption(texts, source!, viewModel) : '';
    const showCard = this.#allows('card') ? this.#showModelCard : null;
    // Before the notice that says which part is lacking.
    const side = sidePanel(texts, view, source, viewModel, {
      ...{ theme: this.currentTheme, pinned: this.cell !== null, allTerms: this.allTerms, showCard },
      ...{ sort: this.sort, pin: this.pin, setPin: this.#allows('head') ? (pin) => (this.pin = pin) : null },
      ...{ consequence: this.#consequence.consequence, stages: this.timeline.stages, parts },
      language: this.currentLanguage,
      setAllTerms: (allTerms) => (this.allTerms = allTerms),
    });
    const card =
      source && this.modelCardRequested
        ? modelCardLater(texts, parts, this.currentLanguage, {
            ...{ heads: source.heads, card: this.#loader.offer.card, select: this.#actions.selectHead },
          })
        : nothing;
    return html`
      <div
        lang=${texts.locale}
        data-cover=${view.cover ?? nothing}
        data-side=${view.side}
        ?data-zoomable=${view.zoomable}
        class=${this.#presentation.isOn ? 'presenting' : ''}
        ${styled({ '--_spotlight-enlarged': String(this.#presentation.enlargement) })}
      >
        ${bar({
          ...{ texts, source, view: this.view, sort: this.sort, theme: this.currentTheme },
          field: sentenceFieldOf(texts, this.#loader.offer, this.currentLanguage, this.text),
          model: this.#loader.needsModel ? this.model : null,
          isExternal: this.#isExternal || source?.picture !== undefined,
          sortable: view.sortable,
          allows: this.#allows,
          change: this.#actions.change,
          setText: this.#actions.setText,
          setModel: this.#actions.setModel,
          selectAttention: this.#actions.selectAttention,
          selectHead: this.#actions.selectHead,
        })}
        ${modelNotices(texts, this.#loader.offer, this.text)}
        ${this.#loader.offer.writes && this.#allows('generate') ? continuationPanel(texts, this, this.#writer) : nothing}
        ${viewModel && parts.error ? partNotice(texts, parts.error) : nothing}
        ${source && notices(texts, source, source.queryIndex(this), view.side === 'caption', showCard)}
        <div class="main">
          ${canvasArea(texts, {
            ...{ parts, language: this.currentLanguage, view, caption, input: this.#input, zoom: this.#zoom },
            viewModel: error ? null : viewModel,
            selectQuery: this.#actions.selectQuery,
            where: this.#hasTimeline && view.hasMatrices ? this.#where : null,
            placeholder:
              viewModel && !error
                ? nothing
                : placeholder(texts, {
                    hasSource: source !== null,
                    isLoaded: this.#loader.model !== null,
                    isPending: parts.isPending,
                    ...{ error, partError: parts.error },
                    retry: this.#loader.hasFailed && this.#loader.needsModel ? () => this.#loader.retry() : null,
                  }),
          })}
          <div class="side" part="side" aria-busy=${this.#consequence.isPending || parts.isPending ? 'true' : 'false'}>
            ${side}
            ${interventionPanel(texts, source, this, {
              ...{ allows: this.#allows, change: this.#actions.change, selectHead: this.#actions.selectHead },
              ...{ parts, effect: this.#consequence.effect },
              setEditingMask: (editingMask) => (this.editingMask = editingMask),
            })}
          </div>
          ${this.#hasTimeline ? timelinePanel(texts, this, this.#player, this.#allows) : nothing}
        </div>
        ${viewModel && this.#allows('export') ? this.#exportMenu.render(texts, this.#loader.given, () => this.#snapshotInput()) : nothing}
        ${card}
        <slot name="caption"></slot>
        <div class="visually-hidden" aria-live="polite">${caption}</div>
      </div>
    `;
  }

  get #hasTimeline(): boolean {
    return (this.#allows('play') || this.#allows('scrub')) && this.#view.animated && !this.#isExternal;
  }

  get #where(): CanvasAreaProps['where'] {
    return { moment: this.moment, isOpen: this.matrices, setOpen: (matrices) => (this.matrices = matrices) };
  }

  #snapshotInput(): SnapshotInput | null {
    const input = this.#picture.input;
    return input && { ...input, model: this.#loader.shown };
  }

  /**
   * The picture that is shown, as a PNG or SVG file. Waits until it is; an element far from the screen is loaded for it.
   * @throws TypeError or RangeError that names the argument, and what `ready` is rejected with
   */
  async toBlob(type: PictureType, options?: PictureOptions): Promise<Blob> {
    const { pictureBlob } = await import('./export/picture-blob.js');
    const load = () => this.#loader.loadNow();
    return pictureBlob(this, type, options, { load, input: () => this.#snapshotInput() });
  }

  // 3. User actions.

  /** Plays from the current moment, or from the beginning if that is the end. */
  play(): void {
    this.#player.play();
  }

  /** Stops at the current moment. */
  pause(): void {
    this.#player.pause();
  }

  /** Shows the story alone, on the whole screen; arrow keys or a clicker go on, Escape ends. Needs a gesture of the user. */
  present(): Promise<void> {
    if (this.#view.animated) this.#player.goTo(presentedFrom(this.moment));
    return this.#presentation.begin();
  }

  /** The model card is long: it is rendered when it is opened first. */
  readonly #showModelCard = (): void => {
    this.modelCardRequested = true;
    void this.updateComplete.then(() => this.renderRoot.querySelector('dialog')?.showModal());
  };

  /** Adds to the end of the text. The query is again the token that what comes next depends on. */
  readonly goOnWith = (text: string): void => {
    this.state = this.#writer.goingOn(text, this.#source?.headRef ?? null);
    void this.updateComplete.then(() => showEnd(this.renderRoot));
  };
}
