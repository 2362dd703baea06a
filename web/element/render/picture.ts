// Rendering pipeline of an element: builds a view model from attention source and state, and draws it on the canvas.
// Texts and drawing code are loaded on first use.
import { buildViewModel, loadHeadPanels, type RenderContext } from '../view-model/build-view-model.js';
import { CanvasController } from './canvas-controller.js';
import { LazyParts, preloadParts, type PartLoader } from './lazy-parts.js';
import { TransitionController } from './transition-controller.js';
import { LOCALES, type Language, type Messages } from '../../locales/index.js';
import { DRAWINGS, type Drawing, type View } from '../../view/views/index.js';
import type { LitElement } from 'lit';
import { shownParts, type AttentionSource } from '../source/attention-source.js';
import type { Cell } from '../../view/scene.js';
import type { Palette } from '../../view/marks/palette.js';
import type { State } from '../state/properties.js';
import type { Theme } from '../../ui/palette-css.js';
import type { Timeline } from '../../view/timeline.js';
import type { Surface, ViewModelData } from '../../view/view-model.js';

interface PictureHost extends LitElement {
  readonly state: State;
  readonly currentLanguage: Language;
  readonly hovered: Cell | null;
  readonly currentTheme: Theme;
  readonly palette: Palette;
  readonly fonts: string;
  readonly timeline: Timeline;
}

/** Inputs from which the scene on the canvas is computed. */
export interface PictureInput {
  source: AttentionSource;
  context: RenderContext;
  drawing: Drawing;
  surface: Surface;
  timeline: Timeline;
}

export class Picture {
  readonly #host: PictureHost;
  readonly parts: LazyParts;
  readonly #canvas: CanvasController;
  readonly #transition: TransitionController;
  readonly #enlargement: () => number;
  #source: AttentionSource | null = null;
  #view: View | null = null;
  #texts: Messages | null = null;
  #drawing: Drawing | null = null;
  /** Function that builds the panels of the view 'heads'; null until its code is loaded. */
  #headPanels: RenderContext['headPanels'] = null;
  #viewModel: ViewModelData | null = null;
  #wasDrawn = false;

  /**
   * @param enlargement returns the scale at which the page shows the canvas
   * @param failed called when a part of the program cannot be loaded
   */
  constructor(host: PictureHost, enlargement: () => number, failed: (error: unknown) => void) {
    this.#host = host;
    this.#enlargement = enlargement;
    this.parts = new LazyParts(host, failed);
    this.#canvas = new CanvasController(host);
    this.#transition = new TransitionController(host, () => this.#paint());
  }

  get canvas(): CanvasController['canvas'] {
    return this.#canvas.canvas;
  }

  get canvasError(): Error | null {
    return this.#canvas.error;
  }

  get view(): View | null {
    return this.#view;
  }

  /**
   * Texts of the interface; null before they are loaded. When the language changes, the previous texts remain until the
   * new ones have loaded.
   */
  get texts(): Messages | null {
    return this.#texts;
  }

  /**
   * View model of the scene; null while there are no tokens, or while the interface's texts or the view's drawing code
   * are loading.
   */
  get viewModel(): ViewModelData | null {
    return this.#viewModel;
  }

  /**
   * The attention source that is shown. When another one is wanted, the previous one stays until the new one has the
   * data that every view needs.
   */
  get source(): AttentionSource | null {
    return this.#source;
  }

  /**
   * Computes the view model of the scene.
   * @param wanted attention source to show; null if there is none yet
   */
  update(wanted: AttentionSource | null, view: View): void {
    this.#view = view;
    this.#texts = this.parts.use(LOCALES[this.#host.currentLanguage].loadMessages) ?? this.#texts;
    this.#drawing = this.parts.use(view.load);
    this.#headPanels = view.side === 'heads' ? this.parts.use(loadHeadPanels) : null;
    const context = this.#context;
    const build = (source: AttentionSource) => {
      shownParts(source);
      return { source, viewModel: context && buildViewModel(source, context) };
    };
    const shown = wanted ? this.parts.arrived(() => build(wanted)) : { source: null, viewModel: null };
    if (shown) [this.#source, this.#viewModel] = [shown.source, shown.viewModel];
  }

  /**
   * Returns a promise that is fulfilled when the scene can be drawn.
   * @param next parts of the program to load afterwards, when the browser is idle
   * @param failed called if the drawing code cannot be loaded
   */
  async drawn(next: readonly PartLoader<unknown>[], failed: (error: unknown) => void): Promise<void> {
    await this.#host.updateComplete;
    if (!this.#context) failed(this.parts.error);
    while (!this.#context) await this.parts.nextUpdate;
    this.#wasDrawn = true;
    this.#host.requestUpdate();
    const { loadDetails, loadGlossary } = LOCALES[this.#host.currentLanguage];
    preloadParts([...DRAWINGS, loadHeadPanels, ...next, loadDetails, loadGlossary]);
    this.parts.endFirstPicture();
  }

  /** True once the first scene can be drawn. Code that the first scene does not need is loaded later. */
  get wasDrawn(): boolean {
    return this.#wasDrawn;
  }

  /**
   * Draws the scene on the canvas.
   * @param isWriting true while the model generates text, which disables transitions
   */
  draw(isWriting: boolean): void {
    this.#transition.show(this.#view?.transitions && !isWriting ? this.#viewModel : null);
    this.#paint();
  }

  #paint(): void {
    const { canvas } = this.#canvas;
    if (!canvas || !this.#view) return;
    canvas.enlargement = this.#enlargement();
    canvas.fonts = this.#host.fonts;
    const viewModel = this.#viewModel && { ...this.#viewModel, transition: this.#transition.transition };
    const { cover } = this.#view;
    this.parts.arrived(() => canvas.draw(cover, this.#drawing, viewModel));
  }

  /**
   * Context of the scene: everything it is computed from except the attention source; null until all parts of the
   * program that it needs have loaded.
   */
  get #context(): RenderContext | null {
    const [texts, headPanels] = [this.#texts, this.#headPanels];
    if (!texts || !this.#drawing || (this.#view?.side === 'heads' && !headPanels)) return null;
    const { state, hovered, currentTheme: theme, palette } = this.#host;
    return { state, hovered, theme, palette, texts, headPanels };
  }

  /** Input of an export, from which it can compute the scene again; null if there is no scene. */
  get input(): PictureInput | null {
    const [source, context, drawing] = [this.#source, this.#context, this.#drawing];
    const surface = this.canvas?.surface;
    if (!source || !context || !drawing || !surface) return null;
    return { source, context, drawing, surface, timeline: this.#host.timeline };
  }
}
