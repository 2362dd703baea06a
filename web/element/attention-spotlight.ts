// <attention-spotlight>: holds the state, runs the model when the text changes, and shows the picture.
import { html, LitElement, nothing, type PropertyDeclaration, type PropertyValues, type TemplateResult } from 'lit';
import { bestBuild } from '../engine/features.js';
import { explanation, strongestOf } from './explanation.js';
import { hearsAnotherMost } from './asking-word.js';
import { headChoice, kindChoice, onOff, sentenceField, timeline } from './controls.js';
import { headPlace, tellingHead, UNKNOWN_SHAPE, type HeadPlace } from './head-place.js';
import { headSummary, modelCard } from './model-card.js';
import { messagesIn, preferredLanguage, type Language, type Messages } from '../messages/index.js';
import { momentAt, stepBack, stepForward, type Moment, type StageName } from '../view/stages.js';
import { hasCell, movedCell } from './moving.js';
import { palettes } from '../view/palette.js';
import { Player } from './player.js';
import {
  initialState,
  PROPERTIES,
  PROPERTY_NAMES,
  readProperty,
  type Control,
  type ModelName,
  type State,
} from './properties.js';
import { sharedModel, type Model } from './shared-engine.js';
import { StageCanvas } from './stage-canvas.js';
import { styles } from './styles.js';
import { HAN } from '../text/word-features.js';
import { tokenize } from '../text/tokenize.js';
import type { Cell, Scene } from '../view/scene.js';
import type { AttentionKind, HeadTrace, LayerTrace, NextPiece, Run } from '../engine/run.js';
import type { HeadDescription, HeadRole } from '../engine/model-config.js';
import type { PictureContent } from '../view/picture.js';

/** The most words that are shown at once. */
const MOST_WORDS = 512;

/** Where, of the words from first to last, the asking word is if nobody chose one: later words have more to look at. */
const DEFAULT_ROW = 0.7;

function declarations(): Record<string, PropertyDeclaration> {
  const of = (name: keyof State): PropertyDeclaration => ({
    converter: (text): unknown => (text === null ? null : readProperty(name, text)) ?? PROPERTIES[name].default,
  });
  const hovered: PropertyDeclaration = { state: true };
  return { ...Object.fromEntries(PROPERTY_NAMES.map((name) => [name, of(name)] as const)), hovered };
}

export class AttentionSpotlight extends LitElement {
  static override properties = declarations();
  static override styles = styles;

  declare text: string;
  declare model: ModelName;
  declare kind: State['kind'];
  declare layer: number;
  declare head: number | HeadRole;
  declare causal: boolean;
  declare scale: boolean;
  declare stage: StageName;
  declare time: number;
  declare row: number;
  declare cell: Cell | null;
  declare lang: Language | 'auto';
  declare theme: 'light' | 'dark' | 'auto';
  declare controls: string;
  /** The cell under the pointer. */
  declare hovered: Cell | null;

  /** Fulfilled when the engine is there and the first picture can be drawn; rejected if it cannot be had. */
  readonly ready: Promise<void>;
  /** What the model gave for the text, or null. */
  run: Run | null = null;

  #model: Model | null = null;
  #layerTrace: LayerTrace | null = null;
  #trace: HeadTrace | null = null;
  #error: string | null = null;
  #allWords = 0;
  #canvas: StageCanvas | null = null;
  readonly #player = new Player(this);
  readonly #resizes = new ResizeObserver(() => this.requestUpdate());
  readonly #darkness = matchMedia('(prefers-color-scheme: dark)');
  readonly #redraw = () => this.requestUpdate();
  #resolveReady!: () => void;
  #rejectReady!: (error: unknown) => void;

  constructor() {
    super();
    Object.assign(this, initialState(), { hovered: null });
    this.ready = new Promise((resolve, reject) => {
      this.#resolveReady = resolve;
      this.#rejectReady = reject;
    });
    this.ready.catch(() => undefined); // the element shows the error itself; nobody has to listen
  }

  /** Everything that is needed to open the same picture again. Setting some or all of it redraws. */
  get state(): State {
    return Object.fromEntries(PROPERTY_NAMES.map((name) => [name, this[name]])) as unknown as State;
  }
  set state(state: Partial<State>) {
    Object.assign(
      this,
      Object.fromEntries(PROPERTY_NAMES.filter((name) => name in state).map((name) => [name, state[name]])),
    );
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

  override connectedCallback(): void {
    super.connectedCallback();
    this.#darkness.addEventListener('change', this.#redraw);
    // Added again after a failure: one more try. The first time it is loaded when its properties are known.
    if (this.hasUpdated && !this.#model) void this.#load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#darkness.removeEventListener('change', this.#redraw);
    this.#resizes.disconnect();
  }

  async #load(): Promise<void> {
    const name = this.model;
    try {
      const model = await sharedModel(name);
      if (name !== this.model) return; // another one was asked for meanwhile
      this.#model = model;
      this.requestUpdate('text');
      await this.updateComplete;
      this.#resolveReady();
      this.dispatchEvent(new CustomEvent('ready'));
    } catch (error) {
      this.#fail(error);
      this.#rejectReady(error);
    }
  }

  #fail(error: unknown): void {
    this.#error = error instanceof Error ? error.message : String(error);
    this.dispatchEvent(new CustomEvent('error', { detail: { error } }));
    this.requestUpdate();
  }

  get #texts(): Messages {
    return messagesIn[this.lang === 'auto' ? preferredLanguage(navigator.languages) : this.lang];
  }

  get #theme(): 'light' | 'dark' {
    if (this.theme !== 'auto') return this.theme;
    return this.#darkness.matches ? 'dark' : 'light';
  }

  #may(control: Control): boolean {
    if (this.controls === 'all' || this.controls === 'none') return this.controls === 'all';
    return this.controls.split(',').some((each) => each.trim() === control);
  }

  // 1. From the text to a run, and to the steps of one head.

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('model')) {
      this.#model = null;
      void this.#load();
    }
    if (['model', 'text', 'causal', 'scale'].some((name) => changed.has(name))) this.#compute();
    else if (['kind', 'layer', 'head'].some((name) => changed.has(name))) this.#takeHead();
  }

  #compute(): void {
    this.run = null;
    if (!this.#model) {
      this.#takeHead();
      return;
    }
    const tokens = tokenize(this.text);
    this.#allWords = tokens.length;
    this.#error = null;
    if (tokens.length > 0) {
      const text = this.text.slice(0, tokens[Math.min(tokens.length, MOST_WORDS) - 1]!.end);
      try {
        this.run = this.#model.run(text, { intervene: { causal: this.causal, scale: this.scale } });
      } catch (error) {
        this.#fail(error);
      }
    }
    this.#takeHead();
  }

  #takeHead(): void {
    const { kind, layer, head } = this.#place;
    this.#layerTrace = this.run?.layer(kind, layer) ?? null;
    this.#trace = this.#layerTrace?.head(head) ?? null;
  }

  get #heads(): readonly HeadDescription[] {
    return this.#model?.trained ? this.#model.heads : [];
  }

  /** The head that is shown, which is the one asked for as far as the model has it. */
  get #place(): HeadPlace {
    return headPlace(this, this.run ?? UNKNOWN_SHAPE, this.#heads);
  }

  /** The language that the words which ask are in. */
  get #askingLanguage(): Language {
    if (this.#place.kind !== 'self' && this.run?.target) return this.run.target.language;
    return HAN.test(this.text) ? 'zh' : 'en';
  }

  /** What is known of the head that is shown. */
  get #description(): HeadDescription | null {
    const { kind, layer, head } = this.#place;
    return this.#heads.find((each) => each.kind === kind && each.layer === layer && each.head === head) ?? null;
  }

  /** The words that ask, and those that answer. */
  get #tokens(): { asking: Run['tokens']; answering: Run['tokens'] } {
    const { kind } = this.#place;
    const { tokens = [], targetTokens = [] } =
      this.run && kind !== 'self' ? this.run : { tokens: this.run?.tokens ?? [] };
    return { asking: kind === 'self' ? tokens : targetTokens, answering: kind === 'causal' ? targetTokens : tokens };
  }

  // 2. From the run and the state to the picture.

  get #row(): number {
    const words = Math.max(1, this.#tokens.asking.length);
    if (this.row >= 0) return Math.min(this.row, words - 1);
    const pronoun =
      this.#description?.role === 'antecedent' && this.#trace ? hearsAnotherMost(this.#trace.weights) : -1;
    return pronoun >= 0 ? pronoun : Math.floor(words * DEFAULT_ROW);
  }

  #picture(): PictureContent | null {
    if (!this.run || !this.#trace || !this.#layerTrace) return null;
    const { asking, answering } = this.#tokens;
    const { kind, head } = this.#place;
    const { queryInput, keyInput, merged, output } = this.#layerTrace;
    const unselected = {
      queryWords: asking.map(({ text }) => text),
      keyWords: answering.map(({ text }) => text),
      queryInput,
      keyInput: kind === 'cross' ? keyInput : null,
      merged,
      output,
      trace: this.#trace,
      head,
      numHeads: this.run.numHeads,
      scale: this.run.scale,
      moment: this.moment,
      selection: { row: this.#row, cell: null },
      palette: palettes[this.#theme],
      nameOf: (matrix) => this.#texts.matrices[matrix],
    } satisfies PictureContent;
    // The cell that counts: the one that is kept, or the one under the pointer, if this sentence has it.
    const cell = this.cell ?? this.hovered;
    if (!cell || !hasCell(unselected, cell)) return unselected;
    const row = cell.matrix === 'attention' || cell.matrix === 'output' ? cell.row : this.#row;
    return { ...unselected, selection: { row, cell } };
  }

  /** What the decoder would say after the piece that asks; null where no piece asks. */
  #next({ selection }: PictureContent): readonly NextPiece[] | null {
    return this.#place.kind === 'self' ? null : (this.run?.target?.next[selection.row] ?? null);
  }

  protected override updated(changed: PropertyValues): void {
    const palette = palettes[this.#theme];
    for (const [name, color] of Object.entries(palette)) {
      const property = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      if (typeof color === 'string') this.style.setProperty(property, color);
    }
    this.style.colorScheme = this.#theme;
    const element = this.renderRoot.querySelector('canvas');
    if (element && !this.#canvas) this.#canvas = new StageCanvas(element);
    if (element) this.#resizes.observe(element);
    const picture = this.#picture();
    if (picture) this.#canvas?.show(picture);
    else this.#canvas?.clear();
    if (PROPERTY_NAMES.some((name) => changed.has(name))) {
      this.dispatchEvent(new CustomEvent('statechange', { detail: this.state }));
    }
  }

  protected override render(): TemplateResult {
    const texts = this.#texts;
    const picture = this.#picture();
    return html`
      <div lang=${texts.locale}>
        ${this.#bar(texts)} ${this.#notices(texts)}
        <div class="main">
          <div class="stage">
            <canvas
              tabindex="0"
              role="img"
              aria-label=${texts.canvas}
              @pointermove=${this.#onPointerMove}
              @pointerleave=${() => (this.hovered = null)}
              @click=${this.#onClick}
              @keydown=${this.#onKey}
            ></canvas>
            ${picture ? nothing : html`<div class="message">${this.#emptyMessage(texts)}</div>`}
          </div>
          ${picture ? explanation(texts, picture, this.cell !== null, this.#next(picture)) : nothing}
          ${this.#timeline(texts)}
        </div>
        ${this.#heads.length > 0 && this.#may('card') ? modelCard(texts, this.#heads, this.#choose) : nothing}
        <div class="unseen" aria-live="polite">
          ${picture && !this.#player.playing ? strongestOf(texts, picture) : ''}
        </div>
      </div>
    `;
  }

  #emptyMessage(texts: Messages): string {
    if (bestBuild() === null) return texts.noSimd;
    if (this.#error !== null) return texts.error(this.#error);
    return this.#model ? texts.noWords : texts.loading;
  }

  #bar(texts: Messages): TemplateResult | typeof nothing {
    const place = this.#place;
    const run = this.run ?? UNKNOWN_SHAPE;
    const parts = [
      this.#may('text') ? sentenceField(texts, this.text, this.#setText) : nothing,
      this.#may('kind') && run.layers.cross > 0 ? kindChoice(texts, place.kind, this.#chooseKind) : nothing,
      this.#may('head') ? headChoice(texts, place, run, this.#heads, this.#theme, this.#choose) : nothing,
      this.#may('causal') && place.kind === 'self'
        ? onOff(texts.causal, texts.causalHelp, this.causal, (causal) => (this.causal = causal))
        : nothing,
      this.#may('scale') ? onOff(texts.scale, texts.scaleHelp, this.scale, (scale) => (this.scale = scale)) : nothing,
    ];
    return parts.every((part) => part === nothing) ? nothing : html`<div class="bar">${parts}</div>`;
  }

  #notices(texts: Messages): TemplateResult[] {
    const notices: TemplateResult[] = [];
    if (this.run && !this.run.trained) notices.push(html`<p class="notice" data-untrained>${texts.untrained}</p>`);
    const description = this.#description;
    if (this.run && description) {
      notices.push(
        html`<p class="notice head-notice" data-role=${description.role ?? 'free'}>
          ${headSummary(texts, description, this.#askingLanguage)}
          ${this.#may('card') ? html`<button class="link" @click=${this.#showCard}>${texts.card.open}</button>` : nothing}
        </p>`,
      );
    }
    if (this.#allWords > MOST_WORDS) {
      notices.push(html`<p class="notice" role="status">${texts.tooLong(this.#allWords, MOST_WORDS)}</p>`);
    }
    return notices;
  }

  #timeline(texts: Messages): TemplateResult | typeof nothing {
    const shown = { play: this.#may('play'), scrub: this.#may('scrub') };
    if (!shown.play && !shown.scrub) return nothing;
    return timeline(texts, this.moment, this.#player.playing, shown, {
      toggle: () => (this.#player.playing ? this.pause() : this.play()),
      back: () => this.#goTo(stepBack(this.moment)),
      forward: () => this.#goTo(stepForward(this.moment)),
      seek: (seconds) => this.#goTo(momentAt(seconds)),
      open: (stage) => this.#goTo({ stage, time: 1 }),
    });
  }

  // 3. What the reader does.

  /** Plays from the present moment; from the beginning if it is the end. */
  play(): void {
    this.#player.play();
  }

  pause(): void {
    this.#player.pause();
  }

  #goTo(moment: Moment): void {
    this.#player.pause();
    this.moment = moment;
  }

  /** Shows one head. The words that ask may be others than before. */
  readonly #choose = (kind: AttentionKind, layer: number, head: number): void => {
    if (kind !== this.#place.kind) {
      this.row = -1;
      this.cell = null;
    }
    Object.assign(this, { kind, layer, head });
  };

  readonly #chooseKind = (kind: AttentionKind): void => {
    const { layer, head } = tellingHead(this.#heads, kind);
    this.#choose(kind, layer, head);
  };

  readonly #showCard = (): void => this.renderRoot.querySelector('dialog')?.showModal();

  readonly #setText = (text: string): void => {
    this.text = text;
    this.row = -1;
    this.cell = null;
    this.hovered = null;
  };

  #onPointerMove(event: PointerEvent): void {
    if (this.#may('cell') && event.pointerType !== 'touch') this.hovered = this.#canvas?.cellUnder(event) ?? null;
  }

  #onClick(event: MouseEvent): void {
    const word = this.#canvas?.wordUnder(event) ?? null;
    if (word !== null) {
      this.row = word;
      this.cell = null;
      return;
    }
    if (!this.#may('cell')) return;
    const cell = this.#canvas?.cellUnder(event) ?? null;
    const same = cell && this.cell && cell.row === this.cell.row && cell.column === this.cell.column;
    this.cell = same ? null : cell;
  }

  #onKey(event: KeyboardEvent): void {
    const steps: Record<string, readonly [number, number]> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    };
    const step = steps[event.key];
    const picture = this.#picture();
    if (step && picture && this.#may('cell')) {
      const from = picture.selection.cell ?? { matrix: 'attention', row: this.#row, column: 0 };
      this.cell = movedCell(picture, from, ...step);
    } else if (event.key === 'Escape') {
      this.cell = null;
      this.hovered = null;
    } else if (event.key === 'Enter' && this.hovered) {
      this.cell = this.hovered;
    } else if (event.key === ' ' && this.#may('play')) {
      if (this.#player.playing) this.pause();
      else this.play();
    } else return;
    event.preventDefault();
  }
}
