// <attention-spotlight>: holds the state, runs the model when the state changes, and draws the view.
import { html, noChange, nothing, type PropertyDeclaration, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { addCjkPunctuationFont } from '../ui/cjk-punctuation-font.js';
import { INTERVENTION_NAMES } from './interventions/index.js';
import { headChange, modelChange, textChange } from './state/changes.js';
import { viewOf, type View } from '../view/views/index.js';
import { bar, sentenceFieldOf, showEnd } from './panels/bar.js';
import { sidePanel } from './panels/side-panel.js';
import { spokenCaption } from './panels/caption.js';
import { CanvasInput } from './input/canvas-input.js';
import { interventionPanel } from './panels/intervention-panel.js';
import { canvasArea, type CanvasAreaProps } from './panels/canvas-area.js';
import { moveSlider } from './panels/controls.js';
import { timelinePanel } from './panels/timeline-panel.js';
import { modelCard } from './panels/model-card.js';
import { continuationPanel } from './panels/continuation-panel.js';
import { textFor } from './model/named-models.js';
import { ConsequenceController } from './model/consequence-controller.js';
import { ModelLoader } from './model/model-loader.js';
import { ExternalAttentionSource, type ExternalAttention } from './model/external-attention.js';
import { ModelAttentionSource } from './model/model-attention-source.js';
import { languageOf, messagesIn, type Messages } from '../messages/index.js';
import { isOver, presentedFrom, type Moment } from '../view/stages.js';
import { modelNotices, notices } from './panels/notices.js';
import { CanvasController } from './render/canvas-controller.js';
import { buildViewModel, type RenderContext } from './render/build-view-model.js';
import { panelKey } from './render/panel-key.js';
import { Player } from './input/player.js';
import { Presentation } from './input/presentation.js';
import { Writer } from './input/writer.js';
import type { SnapshotInput } from './export/snapshot.js';
import { StatefulElement } from './state/stateful-element.js';
import { styled } from '../ui/style-vars-directive.js';
import { styles } from './styles/index.js';
import { ExportMenu } from './export/export-menu.js';
import { defaultHead } from './model/head-selection.js';
import { TransitionController } from './render/transition-controller.js';
import { ThemeController } from '../ui/theme-controller.js';
import { Timeline } from '../view/timeline.js';
import { ZoomController } from './input/zoom-controller.js';
import type { AttentionSource } from './model/attention-source.js';
import type { Continuation } from './model/continuation.js';
import type { ShownModel } from './model/shown-model.js';
import type { PretrainedModel } from '../engine/models/pretrained-model.js';
import type { ModelName } from '../view/model-names.js';
import type { AttentionType, HeadTrace, Run } from '../engine/model/run.js';
import { offers, type Control, type State } from './state/properties.js';
import type { Cell, Scene } from '../view/scene.js';
import type { Palette } from '../view/marks/palette.js';
import type { Theme } from '../ui/palette-css.js';
import type { ViewModelData } from '../view/view-model.js';

export class AttentionSpotlight extends StatefulElement {
  static override properties: Record<string, PropertyDeclaration> = {
    hovered: { state: true },
    editingMask: { state: true },
    modelCardRequested: { state: true },
    allTerms: { state: true },
    data: { attribute: false },
    pretrained: { attribute: false },
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
  /** External attention, shown in place of a run; null: none. */
  declare data: ExternalAttention | null;
  /** A model of `engine.loadPretrained`, or of `withImage`, shown in place of the one that `model` names; null: none. */
  declare pretrained: PretrainedModel | ShownModel | null;

  readonly #loader = new ModelLoader(this, {
    failed: (error) => this.#fail(error),
    recovering: () => {
      this.#error = null;
      this.requestUpdate();
    },
  });
  readonly #theme = new ThemeController(this);
  #source: AttentionSource | null = null;
  /** Why there is nothing to show; null: nothing went wrong. */
  #error: Error | null = null;
  readonly #canvas = new CanvasController(this);
  /** Null before there is a token to show. */
  #viewModel: ViewModelData | null = null;
  #panelKey = '';
  /** Whether the rendered panels show the current state, except for the canvas and the slider. */
  #panelsAreCurrent = false;
  readonly #player = new Player(this);
  readonly #presentation = new Presentation(this, {
    forward: () => (this.#view.animated ? this.#player.playStage() : this.#moveQuery(1)),
    back: () => (this.#view.animated ? this.#player.goTo(this.timeline.stepBack(this.moment)) : this.#moveQuery(-1)),
  });
  readonly #transition = new TransitionController(this, () => this.#paint());
  readonly #writer = new Writer(this);
  readonly #consequence = new ConsequenceController(this);
  readonly #exportMenu = new ExportMenu(this);
  readonly #zoom = new ZoomController(this, () => this.scene?.viewport ?? null);
  readonly #input = new CanvasInput(this, {
    canvas: () => this.#canvas.canvas,
    viewModel: () => this.#viewModel,
    zoom: this.#zoom,
    allows: (control) => this.#allows(control),
    headOf: (panel) => this.#viewModel?.headGrid().panels[panel]?.head ?? null,
    editsMask: () => this.editingMask && this.#source?.headRef.attention === 'encoder',
    selectHead: ({ attention, layer, head }) => this.#selectHead(attention, layer, head),
    selectQuery: (queryIndex) => this.#selectQuery(queryIndex),
    togglePlaying: () => this.#player.toggle(),
    present: () => void this.present(),
  });

  constructor() {
    super();
    for (const name of ['editingMask', 'modelCardRequested', 'allTerms'] as const) this[name] = false;
    for (const name of ['hovered', 'data', 'pretrained'] as const) this[name] = null;
  }

  /**
   * Fulfilled when the first scene can be drawn, rejected if the engine or the model fails to load or has not loaded
   * after a minute. Loading starts when the element comes near the screen. Another try to load is another promise.
   */
  get ready(): Promise<void> {
    return this.#loader.ready;
  }

  /** The model's run of the text; null before the model is loaded, and for external attention. */
  get run(): Run | null {
    return this.#source?.run ?? null;
  }

  /** Every step of the selected head; null before the first run, and for external attention. */
  get trace(): HeadTrace | null {
    return this.#source?.steps?.trace ?? null;
  }

  /** What is on the canvas, as data; null: nothing. */
  get scene(): Scene | null {
    return this.#canvas.canvas?.scene ?? null;
  }

  get moment(): Moment {
    return { stage: this.stage, progress: this.progress };
  }
  set moment({ stage, progress }: Moment) {
    this.stage = stage;
    this.progress = progress;
  }

  /** When each stage plays. A decoder generates its tokens one by one. The mask is a stage where there is one. */
  get timeline(): Timeline {
    const { generatedTokens, steps } = this.#source ?? { generatedTokens: 0, steps: null };
    return new Timeline({ generatedTokens, isMasked: steps?.isMasked !== false, lastStage: this.#view.lastStage });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addCjkPunctuationFont(this.ownerDocument);
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
    return viewOf(this);
  }

  get #texts(): Messages {
    return messagesIn[languageOf(this.lang)];
  }

  /** The current theme: that of the property, or the system's. */
  get currentTheme(): Theme {
    return this.#theme.theme;
  }

  /** The current colors: the theme's, as far as style sheets do not override them. */
  get palette(): Palette {
    return this.#theme.palette;
  }

  readonly #allows = (control: Control): boolean => offers(this.controls, control);

  // 1. From the text to a run, and to the steps of one head.

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('model')) this.#loader.invalidate();
    if (['model', 'data', 'pretrained'].some((name) => changed.has(name))) this.#loader.ensureLoaded();
    if (['data', 'pretrained', 'model', 'text', 'scope', ...INTERVENTION_NAMES].some((name) => changed.has(name)))
      this.#compute();
    else if (['attention', 'layer', 'head'].some((name) => changed.has(name))) this.#source?.selectHead(this);
    this.#viewModel = this.#source && buildViewModel(this.#source, this.#renderContext);
    const isStoryOver = this.#view.side === 'step' && isOver(this.moment) && !this.#player.playing;
    this.#consequence.ask(isStoryOver ? this.#source : null, this.#viewModel?.selection.row ?? -1);
    const key = panelKey(this.#viewModel, this.#player.playing);
    this.#panelsAreCurrent = changed.size === 1 && changed.has('progress') && key === this.#panelKey;
    this.#panelKey = key;
  }

  #compute(): void {
    this.#source = null;
    this.#error = null;
    try {
      if (this.#isExternal) this.#source = new ExternalAttentionSource(this.data);
      else if (this.#loader.model) this.#source = new ModelAttentionSource(this.#loader.model, this.state);
      this.#source?.selectHead(this);
    } catch (error) {
      this.#fail(error);
    }
  }

  // 2. From the run and the state to the scene and the panels.

  get #renderContext(): RenderContext {
    const { state, hovered, currentTheme: theme, palette } = this;
    return { state, hovered, theme, palette, texts: this.#texts };
  }

  protected override updated(changed: PropertyValues): void {
    this.#transition.show(this.#view.transitions && !this.#writer.writing ? this.#viewModel : null);
    this.#paint();
    if (this.#panelsAreCurrent) moveSlider(this.renderRoot, this.#texts, this.timeline, this.moment);
    super.updated(changed);
  }

  #paint(): void {
    const viewModel = this.#viewModel && { ...this.#viewModel, transition: this.#transition.transition };
    const { canvas } = this.#canvas;
    if (!canvas) return;
    canvas.enlargement = this.#presentation.enlargement;
    canvas.draw(this.#view, viewModel);
  }

  protected override render(): TemplateResult | typeof noChange {
    if (this.#panelsAreCurrent) return noChange;
    const texts = this.#texts;
    const view = this.#view;
    const source = this.#source;
    const viewModel = this.#viewModel;
    const caption =
      viewModel && !this.#player.playing && !this.#writer.writing ? spokenCaption(texts, source!, viewModel) : '';
    const showCard = this.#allows('card') ? this.#showModelCard : null;
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
          field: sentenceFieldOf(texts, this.#loader.offer, languageOf(this.lang), this.text),
          model: this.#loader.needsModel ? this.model : null,
          isExternal: this.#isExternal || source?.picture !== undefined,
          sortable: view.sortable,
          allows: this.#allows,
          change: this.#change,
          setText: this.#setText,
          setModel: this.#setModel,
          selectAttention: this.#selectAttention,
          selectHead: this.#selectHead,
        })}
        ${modelNotices(texts, this.#loader.offer, this.text)}
        ${this.#loader.offer.writes && this.#allows('generate') ? continuationPanel(texts, this, this.#writer) : nothing}
        ${source && notices(texts, source, source.queryIndex(this), view.side === 'caption', showCard)}
        <div class="main">
          ${canvasArea(texts, {
            ...{ view, viewModel, caption, input: this.#input, zoom: this.#zoom, selectQuery: this.#selectQuery },
            where: this.#hasTimeline && view.hasMatrices ? this.#where : null,
            placeholder: {
              hasSource: source !== null,
              isLoaded: this.#loader.model !== null,
              error: this.#error,
              retry: this.#loader.hasFailed && this.#loader.needsModel ? () => this.#loader.retry() : null,
            },
          })}
          <div class="side" part="side" aria-busy=${this.#consequence.isPending ? 'true' : 'false'}>
            ${sidePanel(texts, view, source, viewModel, {
              ...{ theme: this.currentTheme, pinned: this.cell !== null, allTerms: this.allTerms, showCard },
              ...{ sort: this.sort, pin: this.pin, setPin: this.#allows('head') ? (pin) => (this.pin = pin) : null },
              ...{ consequence: this.#consequence.consequence, stages: this.timeline.stages },
              setAllTerms: (allTerms) => (this.allTerms = allTerms),
            })}
            ${interventionPanel(texts, source, this, {
              ...{ allows: this.#allows, change: this.#change, selectHead: this.#selectHead },
              setEditingMask: (editingMask) => (this.editingMask = editingMask),
            })}
          </div>
          ${this.#hasTimeline ? timelinePanel(texts, this, this.#player, this.#allows) : nothing}
        </div>
        ${viewModel && this.#allows('export') ? this.#exportMenu.render(texts, !this.#isExternal, () => this.#snapshotInput()) : nothing}
        ${
          source && source.heads.length > 0 && this.modelCardRequested
            ? guard([texts, source.heads], () =>
                modelCard(texts, source.heads, this.#loader.offer.card, this.#selectHead),
              )
            : nothing
        }
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
    const source = this.#source;
    const surface = this.#canvas.canvas?.surface;
    return source && surface ? { source, context: this.#renderContext, surface, timeline: this.timeline } : null;
  }

  // 3. User actions.

  readonly #change = (change: Partial<State>): void => {
    this.state = change;
  };

  /** Plays from the current moment, or from the beginning if that is the end. */
  play(): void {
    this.#player.play();
  }

  pause(): void {
    this.#player.pause();
  }

  /** Shows the story alone, on the whole screen; arrow keys or a clicker go on, Escape ends. Needs a gesture of the user. */
  present(): Promise<void> {
    if (this.#view.animated) this.#player.goTo(presentedFrom(this.moment));
    return this.#presentation.begin();
  }

  readonly #selectHead = (attention: AttentionType, layer: number, head: number): void => {
    this.state = headChange({ attention, layer, head }, this.#source, this);
  };

  readonly #selectAttention = (attention: AttentionType): void => {
    const { layer, head } = defaultHead(this.#source?.heads ?? [], attention);
    this.#selectHead(attention, layer, head);
  };

  #moveQuery(by: number): void {
    if (!this.#viewModel) return;
    const { queryTokens, selection } = this.#viewModel;
    this.#selectQuery(Math.min(queryTokens.length - 1, Math.max(0, selection.row + by)));
  }

  readonly #selectQuery = (queryIndex: number): void => {
    this.query = queryIndex;
    this.cell = null;
  };

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

  readonly #setModel = (model: ModelName): void => {
    this.#setText(textFor(model, this.text, languageOf(this.lang)));
    this.state = modelChange(model);
  };

  readonly #setText = (text: string): void => {
    this.hovered = null;
    this.state = { ...this.#writer.release(), ...textChange(text, this) };
  };
}
