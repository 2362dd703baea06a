// <attention-spotlight>: holds the state, runs the model when the state changes, and draws the view.
import { html, noChange, nothing, type PropertyDeclaration, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { addCjkPunctuationFont } from '../ui/cjk-punctuation-font.js';
import { forOtherText, INTERVENTION_NAMES } from './interventions/index.js';
import { viewOf, type View } from '../view/views/index.js';
import { bar } from './panels/bar.js';
import { sidePanel } from './panels/side-panel.js';
import { strongestCaption } from './panels/caption.js';
import { CanvasInput } from './input/canvas-input.js';
import { interventionPanel } from './panels/intervention-panel.js';
import { canvasArea, type CanvasAreaProps } from './panels/canvas-area.js';
import { moveSlider, timelineControls } from './panels/controls.js';
import { modelCard } from './panels/model-card.js';
import { ConsequenceController } from './model/consequence-controller.js';
import { ModelLoader } from './model/model-loader.js';
import { ExternalAttentionSource, type ExternalAttention } from './model/external-attention.js';
import { ModelAttentionSource } from './model/model-attention-source.js';
import { messagesIn, preferredLanguage, type Messages } from '../messages/index.js';
import { BEGINNING, isOver, stepBack, stepForward, type Moment } from '../view/stages.js';
import { notices } from './panels/notices.js';
import { tabSeparated } from './panels/numbers-table.js';
import { CanvasController } from './render/canvas-controller.js';
import { buildViewModel, type RenderContext } from './render/build-view-model.js';
import { panelKey } from './render/panel-key.js';
import { Player } from './input/player.js';
import { Presentation } from './input/presentation.js';
import { takeSnapshot, type Snapshot } from './export/snapshot.js';
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
    back: () => (this.#view.animated ? this.#goTo(stepBack(this.moment)) : this.#moveQuery(-1)),
  });
  readonly #transition = new TransitionController(this, () => this.#paint());
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
    Object.assign(this, { hovered: null, editingMask: false, modelCardRequested: false, allTerms: false, data: null });
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

  /** When each stage plays. A decoder generates its tokens one by one. */
  get timeline(): Timeline {
    const source = this.#source;
    return new Timeline(source && source.headRef.attention !== 'encoder' ? source.tokens.query.length : 0);
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

  get #view(): View {
    return viewOf(this);
  }

  get #texts(): Messages {
    return messagesIn[this.lang === 'auto' ? preferredLanguage(navigator.languages) : this.lang];
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
    if (changed.has('model') || changed.has('data')) this.#loader.ensureLoaded();
    if (['data', 'model', 'text', 'scope', ...INTERVENTION_NAMES].some((name) => changed.has(name))) this.#compute();
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
    return {
      state: this.state,
      hovered: this.hovered,
      theme: this.currentTheme,
      palette: this.palette,
      texts: this.#texts,
    };
  }

  protected override updated(changed: PropertyValues): void {
    this.#transition.show(this.#view.transitions ? this.#viewModel : null);
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
    const caption = viewModel && !this.#player.playing ? strongestCaption(texts, viewModel, source!.baseline) : '';
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
          ...{ texts, source, text: this.text, view: this.view, sort: this.sort, theme: this.currentTheme },
          isExternal: this.#isExternal,
          sortable: view.sortable,
          allows: this.#allows,
          change: this.#change,
          setText: this.#setText,
          selectAttention: this.#selectAttention,
          selectHead: this.#selectHead,
        })}
        ${source && notices(texts, source, this.text, view.side === 'caption', showCard)}
        <div class="main">
          ${canvasArea(texts, {
            ...{ view, viewModel, caption, input: this.#input, zoom: this.#zoom, selectQuery: this.#selectQuery },
            copyTable: () => void this.#copyTable(),
            where: this.#hasTimeline && view.hasMatrices ? this.#where : null,
            placeholder: {
              hasSource: source !== null,
              isLoaded: this.#loader.model !== null,
              error: this.#error,
              retry: this.#loader.hasFailed && !this.#isExternal ? () => this.#loader.retry() : null,
            },
          })}
          <div class="side" part="side">
            ${sidePanel(texts, view, source, viewModel, {
              ...{ theme: this.currentTheme, pinned: this.cell !== null, allTerms: this.allTerms, showCard },
              ...{ sort: this.sort, pin: this.pin, setPin: this.#allows('head') ? (pin) => (this.pin = pin) : null },
              consequence: this.#consequence.consequence,
              setAllTerms: (allTerms) => (this.allTerms = allTerms),
            })}
            ${interventionPanel(texts, source, this, {
              ...{ allows: this.#allows, change: this.#change, selectHead: this.#selectHead },
              setEditingMask: (editingMask) => (this.editingMask = editingMask),
            })}
          </div>
          ${this.#timeline(texts)}
        </div>
        ${viewModel && this.#allows('export') ? this.#exportMenu.render(texts, !this.#isExternal, () => this.#snapshot()) : nothing}
        ${
          source && source.heads.length > 0 && this.modelCardRequested
            ? guard([texts, source.heads], () => modelCard(texts, source.heads, this.#selectHead))
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

  #timeline(texts: Messages): TemplateResult | typeof nothing {
    if (!this.#hasTimeline) return nothing;
    const allowed = { play: this.#allows('play'), scrub: this.#allows('scrub') };
    return timelineControls(texts, this.timeline, this.moment, this.#player.playing, this.speed, allowed, {
      toggle: () => this.#player.toggle(),
      back: () => this.#goTo(stepBack(this.moment)),
      forward: () => this.#goTo(stepForward(this.moment)),
      seek: (seconds) => this.#goTo(this.timeline.momentAt(seconds)),
      goTo: (stage) => this.#goTo({ stage, progress: 1 }),
      setSpeed: (speed) => (this.speed = speed),
      present: () => void this.present(),
    });
  }

  #snapshot(): Snapshot | null {
    const source = this.#source;
    const { canvas } = this.#canvas;
    return source && canvas && takeSnapshot(source, this.#renderContext, canvas.surface, this.timeline);
  }

  async #copyTable(): Promise<void> {
    if (this.#viewModel) await navigator.clipboard.writeText(tabSeparated(this.#viewModel));
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
    if (this.#view.animated) this.#goTo(isOver(this.moment) ? BEGINNING : this.moment);
    return this.#presentation.begin();
  }

  #goTo(moment: Moment): void {
    this.#player.pause();
    this.moment = moment;
  }

  /** Selects a head. The tokens of another attention type are others, so the selection is dropped. */
  readonly #selectHead = (attention: AttentionType, layer: number, head: number): void => {
    if (attention !== this.#source?.headRef.attention) {
      this.query = -1;
      this.cell = null;
    }
    Object.assign(this, { attention, layer, head });
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

  /** Sets another text, and drops what refers to tokens of the last one. */
  readonly #setText = (text: string): void => {
    this.text = text;
    this.query = -1;
    this.cell = null;
    this.hovered = null;
    this.state = forOtherText(this);
  };
}
