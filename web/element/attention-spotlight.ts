// <attention-spotlight>: holds the state, has the model run when something changes, and shows the picture.
import { html, nothing, type PropertyDeclaration, type PropertyValues, type TemplateResult } from 'lit';
import { addChineseMarks } from './chinese-marks.js';
import { bestBuild } from '../engine/features.js';
import { CHANGES, withoutWords } from './changes.js';
import { matrixBox, matrixFrame } from '../view/matrix-view.js';
import { explanation, headsExplanation, strongestOf } from './explanation.js';
import { Gestures } from './gestures.js';
import { handsOn } from './hands-on.js';
import {
  headChoice,
  kindChoice,
  orderChoice,
  sentenceField,
  timelineControls,
  viewChoice,
  zoomButtons,
} from './controls.js';
import { modelCard } from './model-card.js';
import { ModelLoading } from './model-loading.js';
import { GivenLooking, type GivenAttention } from './given.js';
import { Looking, type Look } from './looking.js';
import { messagesIn, preferredLanguage, type Messages } from '../messages/index.js';
import { stepBack, stepForward, type Moment } from '../view/stages.js';
import { notices } from './notices.js';
import { numbersTable, tabSeparated } from './numbers-table.js';
import { drawView, finished, heightOf, panelsOf, pictureOf, type Eyes } from './picture-of.js';
import { Player } from './player.js';
import { shownOf, type Shown } from './shown.js';
import { StageCanvas } from './stage-canvas.js';
import { StatefulElement } from './stateful-element.js';
import { styles } from './styles/index.js';
import { TakeAway } from './take-away.js';
import { tellingHead, UNKNOWN_SHAPE } from './head-place.js';
import { Theming } from './theming.js';
import { Timeline } from '../view/timeline.js';
import { Zooming } from './zooming.js';
import type { AttentionKind, HeadTrace, Run } from '../engine/run.js';
import type { Control } from './properties.js';
import type { Cell, Scene } from '../view/scene.js';
import type { Palette } from '../view/palette.js';
import type { Theme } from './palette-properties.js';
import type { PictureContent } from '../view/picture.js';

export class AttentionSpotlight extends StatefulElement {
  static override properties: Record<string, PropertyDeclaration> = {
    hovered: { state: true },
    painting: { state: true },
    cardWanted: { state: true },
    data: { attribute: false },
  };
  static override styles = styles;

  /** The cell under the pointer. */
  declare hovered: Cell | null;
  /** Whether a click on a cell masks it. */
  declare painting: boolean;
  /** Whether the model card has been asked for. */
  declare cardWanted: boolean;
  /** Attention that was computed elsewhere, shown in place of a run; null: none. */
  declare data: GivenAttention | null;

  readonly #loading = new ModelLoading(this, (error) => this.#fail(error));
  readonly #theming = new Theming(this);
  #looking: Look | null = null;
  #error: string | null = null;
  #canvas: StageCanvas | null = null;
  readonly #player = new Player(this);
  readonly #takeAway = new TakeAway(this);
  readonly #zooming = new Zooming(
    () => this.#zoomGeometry(),
    (zoom) => (this.zoom = zoom),
  );
  readonly #gestures = new Gestures(this, {
    canvas: () => this.#canvas,
    picture: () => this.#picture(),
    zooming: this.#zooming,
    may: (control) => this.#may(control),
    headOf: (panel) => (this.#looking && panelsOf(this.#looking, this.#eyes).panels[panel]?.head) ?? null,
    paints: () => this.painting && this.#looking?.place.kind === 'self',
    chooseHead: ({ kind, layer, head }) => this.#chooseHead(kind, layer, head),
    chooseWord: (row) => this.#choose(row),
    togglePlaying: () => this.#togglePlaying(),
  });
  readonly #resizes = new ResizeObserver(() => this.requestUpdate());

  constructor() {
    super();
    Object.assign(this, { hovered: null, painting: false, cardWanted: false, data: null });
  }

  /**
   * Fulfilled when the first picture can be drawn, rejected if the engine or the model cannot be had. An element starts
   * when it comes near the screen.
   */
  get ready(): Promise<void> {
    return this.#loading.ready;
  }

  /** What the model gave for the text, or null. */
  get run(): Run | null {
    return this.#looking?.run ?? null;
  }

  /** Every step of the head that is shown, or null. */
  get trace(): HeadTrace | null {
    return this.#looking?.trace ?? null;
  }

  /** What is on the canvas, as data; null before the first picture. */
  get scene(): Scene | null {
    return this.#canvas?.scene ?? null;
  }

  get moment(): Moment {
    return { stage: this.stage, time: this.time };
  }
  set moment({ stage, time }: Moment) {
    this.stage = stage;
    this.time = time;
  }

  /** When each stage plays: a decoder's pieces are written one by one. */
  get timeline(): Timeline {
    const looking = this.#looking;
    return new Timeline(looking && looking.place.kind !== 'self' ? looking.tokens.asking.length : 0);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addChineseMarks(this.ownerDocument);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizes.disconnect();
  }

  #fail(error: unknown): void {
    this.#error = error instanceof Error ? error.message : String(error);
    this.tellOf(error);
    this.requestUpdate();
  }

  get #texts(): Messages {
    return messagesIn[this.lang === 'auto' ? preferredLanguage(navigator.languages) : this.lang];
  }

  /** The theme that is shown: the one asked for, or the system's. */
  get shownTheme(): Theme {
    return this.#theming.theme;
  }

  /** The colours of the picture: the theme's, and what style sheets say in their place. */
  get palette(): Palette {
    return this.#theming.palette;
  }

  readonly #may = (control: Control): boolean => {
    if (this.controls === 'all' || this.controls === 'none') return this.controls === 'all';
    return this.controls.split(',').some((each) => each.trim() === control);
  };

  // 1. From the text to a run, and to the steps of one head.

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('model')) this.#loading.forget();
    if (changed.has('model') || changed.has('data')) this.#loading.need();
    if (['data', 'model', 'text', ...CHANGES].some((name) => changed.has(name))) this.#compute();
    else if (['kind', 'layer', 'head'].some((name) => changed.has(name))) this.#looking?.look(this);
  }

  #compute(): void {
    this.#looking = null;
    this.#error = null;
    try {
      if (this.data) this.#looking = new GivenLooking(this.data);
      else if (this.#loading.model) this.#looking = new Looking(this.#loading.model, this.state);
      this.#looking?.look(this);
    } catch (error) {
      this.#fail(error);
    }
  }

  // 2. From the run and the state to the picture.

  get #eyes(): Eyes {
    return {
      state: this.state,
      hovered: this.hovered,
      theme: this.shownTheme,
      palette: this.palette,
      texts: this.#texts,
    };
  }

  #picture(): PictureContent | null {
    return this.#looking && pictureOf(this.#looking, this.#eyes);
  }

  #zoomGeometry() {
    const picture = this.#picture();
    if (this.view !== 'matrix' || !picture || !this.#canvas) return null;
    const sized = { ...picture, ...this.#canvas.sheet };
    const frame = matrixFrame(sized);
    return { zoom: this.zoom, picture: matrixBox(sized, this.zoom, frame), frame };
  }

  protected override updated(changed: PropertyValues): void {
    this.#paint();
    super.updated(changed);
  }

  #paint(): void {
    const element = this.renderRoot.querySelector('canvas');
    if (!element) return;
    this.#canvas ??= new StageCanvas(element);
    this.#resizes.observe(element);
    const looking = this.#looking;
    const picture = this.#picture();
    if (!looking || !picture) {
      this.#canvas.clear();
      return;
    }
    const height = heightOf(looking, this.#eyes, picture, this.#canvas.sheet);
    element.style.height = height === null ? '' : `${height}px`;
    this.#canvas.show((sheet) => drawView(looking, this.#eyes, picture, sheet));
  }

  protected override render(): TemplateResult {
    const texts = this.#texts;
    const picture = this.#picture();
    const looking = this.#looking;
    const said = picture && !this.#player.playing ? strongestOf(texts, picture, looking?.before ?? null) : '';
    return html`
      <div lang=${texts.locale} data-view=${this.view}>
        ${this.#bar(texts)}
        ${looking && notices(texts, looking, this.text, this.#may('card') ? () => void this.#showCard() : null)}
        <div class="main">
          <div class="stage" part="stage">
            <canvas
              tabindex="0"
              role="img"
              aria-label=${`${texts.canvas[this.view]} ${said}`}
              @pointerdown=${this.#gestures.down}
              @pointermove=${this.#gestures.move}
              @pointerup=${this.#gestures.up}
              @pointercancel=${this.#gestures.up}
              @pointerleave=${this.#gestures.leave}
              @wheel=${this.#gestures.wheel}
              @click=${this.#gestures.click}
              @dblclick=${this.#gestures.doubleClick}
              @keydown=${this.#gestures.key}
            ></canvas>
            ${picture && this.view === 'matrix' ? zoomButtons(texts, this.#zooming) : nothing}
            ${
              picture && this.view === 'numbers'
                ? numbersTable(texts, picture, this.#choose, () => void this.#copyTable())
                : nothing
            }
            ${picture ? nothing : this.#instead(texts)}
          </div>
          <div class="side" part="side">
            ${
              picture && looking && this.view === 'heads'
                ? headsExplanation(texts, looking.place.kind, strongestOf(texts, finished(picture), looking.before))
                : nothing
            }
            ${
              picture && looking && this.view !== 'heads'
                ? explanation(texts, picture, {
                    kept: this.cell !== null,
                    next: looking.nextAfter(picture.selection.row),
                    before: looking.before,
                    kind: looking.place.kind,
                  })
                : nothing
            }
            ${this.#handsOn(texts)}
          </div>
          ${this.#timeline(texts)}
        </div>
        ${picture && this.#may('take') ? this.#takeAway.render(texts, () => this.#shown()) : nothing}
        ${
          looking && looking.heads.length > 0 && this.cardWanted
            ? modelCard(texts, looking.heads, this.#chooseHead)
            : nothing
        }
        <slot name="caption"></slot>
        <div class="unseen" aria-live="polite">${said}</div>
      </div>
    `;
  }

  /** Where there is no picture: what the page gives in its place until there is one, and why there is none. */
  #instead(texts: Messages): TemplateResult {
    return html`<div class="message" part="message">
      ${this.#looking ? nothing : html`<slot name="fallback"></slot>`}
      <p>${this.#emptyMessage(texts)}</p>
    </div>`;
  }

  #emptyMessage(texts: Messages): string {
    if (bestBuild() === null) return texts.noSimd;
    if (this.#error !== null) return texts.error(this.#error);
    return this.#loading.model ? texts.noWords : texts.loading;
  }

  #bar(texts: Messages): TemplateResult | typeof nothing {
    const looking = this.#looking;
    const shape = looking?.shape ?? UNKNOWN_SHAPE;
    const place = looking?.place ?? { kind: 'self', layer: 0, head: 0 };
    const parts = [
      this.#may('text') && !this.data ? sentenceField(texts, this.text, this.#setText) : nothing,
      this.#may('view') ? viewChoice(texts, this.view, (view) => (this.view = view)) : nothing,
      this.#may('kind') && shape.layers.cross > 0 && !this.data
        ? kindChoice(texts, place.kind, this.#chooseKind)
        : nothing,
      this.#may('head')
        ? headChoice(texts, place, shape, looking?.heads ?? [], this.shownTheme, this.#chooseHead)
        : nothing,
      this.#may('view') && this.view === 'heads' && looking && looking.heads.length > 0
        ? orderChoice(texts, this.order, (order) => (this.order = order))
        : nothing,
    ];
    return parts.every((part) => part === nothing) ? nothing : html`<div class="bar" part="bar">${parts}</div>`;
  }

  #handsOn(texts: Messages): TemplateResult | typeof nothing {
    const looking = this.#looking;
    if (!looking?.run) return nothing;
    const cell = this.cell ?? this.hovered;
    const answers = cell?.matrix === 'attention' && looking.place.kind !== 'causal';
    const asks = looking.place.kind === 'self' ? looking.rowOf(this) : null;
    return handsOn({
      texts,
      state: this.state,
      place: looking.place,
      words: looking.run.tokens.map(({ text }) => text),
      pointed: answers && this.cell ? cell.column : asks,
      painting: this.painting,
      may: this.#may,
      change: (change) => (this.state = change),
      paint: (painting) => (this.painting = painting),
      elsewhere: looking.elsewhere,
      chooseHead: this.#chooseHead,
    });
  }

  #timeline(texts: Messages): TemplateResult | typeof nothing {
    const shown = { play: this.#may('play'), scrub: this.#may('scrub') };
    if ((!shown.play && !shown.scrub) || this.view === 'heads' || this.data) return nothing;
    return timelineControls(texts, this.timeline, this.moment, this.#player.playing, this.speed, shown, {
      toggle: () => this.#togglePlaying(),
      back: () => this.#goTo(stepBack(this.moment)),
      forward: () => this.#goTo(stepForward(this.moment)),
      seek: (seconds) => this.#goTo(this.timeline.momentAt(seconds)),
      open: (stage) => this.#goTo({ stage, time: 1 }),
      hurry: (speed) => (this.speed = speed),
    });
  }

  /** What can be taken along at this time. */
  #shown(): Shown | null {
    const looking = this.#looking;
    return looking && this.#canvas && shownOf(looking, this.#eyes, this.#canvas.sheet, this.timeline);
  }

  async #copyTable(): Promise<void> {
    const picture = this.#picture();
    if (picture) await navigator.clipboard.writeText(tabSeparated(picture));
  }

  // 3. What the reader does.

  /** Plays from the present moment; from the beginning if it is the end. */
  play(): void {
    this.#player.play();
  }

  pause(): void {
    this.#player.pause();
  }

  #togglePlaying(): void {
    if (this.#player.playing) this.pause();
    else this.play();
  }

  #goTo(moment: Moment): void {
    this.#player.pause();
    this.moment = moment;
  }

  /** Shows one head. The words that ask may be others than before. */
  readonly #chooseHead = (kind: AttentionKind, layer: number, head: number): void => {
    if (kind !== this.#looking?.place.kind) {
      this.row = -1;
      this.cell = null;
    }
    Object.assign(this, { kind, layer, head });
  };

  readonly #chooseKind = (kind: AttentionKind): void => {
    const { layer, head } = tellingHead(this.#looking?.heads ?? [], kind);
    this.#chooseHead(kind, layer, head);
  };

  /** Another word asks. */
  readonly #choose = (row: number): void => {
    this.row = row;
    this.cell = null;
  };

  /** The card is long: it is made when somebody wants it. */
  readonly #showCard = async (): Promise<void> => {
    this.cardWanted = true;
    await this.updateComplete;
    this.renderRoot.querySelector('dialog')?.showModal();
  };

  /** Another text: what was said of the words of the last one is forgotten. */
  readonly #setText = (text: string): void => {
    this.text = text;
    this.row = -1;
    this.cell = null;
    this.hovered = null;
    if (this.mask.length > 0) this.mask = [];
    if (this.silence.length > 0) this.silence = withoutWords(this.silence);
  };
}
