// <look-inside>: a model that the user opens, a question about its prediction, and the views that answer it.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { base } from '../../ui/styles/base.js';
import { centerInRow } from '../../ui/center-in-row.js';
import { compareMenu, secondBar } from '../compare/compare-menu.js';
import { compareView } from '../compare/compare-view.js';
import { Comparison } from '../compare/comparison.js';
import { droppedFiles } from '../dropped-files.js';
import { detailPanel, row } from './detail-panel.js';
import { firstLayerView } from '../first-layer/view.js';
import { Inspection, type ResultsOf } from '../inspection.js';
import { DRAWN } from '../views/index.js';
import { layout } from '../styles/layout.js';
import { marks } from '../styles/marks.js';
import { parts } from '../styles/parts.js';
import { tokens } from '../styles/tokens.js';
import { languageOf, type Language } from '../../locales/index.js';
import { LanguageTexts } from '../../ui/language-texts.js';
import { loadInsideTexts } from '../texts.js';
import { mediaQuery } from '../../ui/media-query.js';
import { linkNote, modelBar } from './model-bar.js';
import { palettes, weightScale } from '../../view/marks/palette.js';
import { questionBar, questionText } from './question-bar.js';
import { refusalOf, startPanel } from './start-panel.js';
import { shareScale, signedScale } from '../maps/scales.js';
import { framedView, viewList } from './view-frame.js';
import { isSameHead, type HeadRef } from '../../engine/transformer/head-ref.js';
import type { InsideState } from '../state.js';
import type { Opening } from '../model-opening.js';
import type { Shown } from './shown.js';
import type { ViewName } from '../views.js';
import type { ViewCell } from '../maps/matrix-layout.js';

/** Name of the event that <look-inside> fires when the part of its state changes that the URL contains. */
export const INSIDE_CHANGE = 'insidechange';

/** Milliseconds after the last key press until the text that the user is typing takes effect. */
const TYPING = 250;

/** Results that the open view needs, and the attention weights of the selected head, which the panel shows. */
const resultsOf: ResultsOf = (state) => {
  const { result, others } = DRAWN[state.view];
  return [...(others?.(state) ?? []), result, row];
};

export class LookInside extends LitElement {
  static override properties = { lang: {}, theme: { reflect: true }, single: { type: Boolean } };
  static override styles = [
    base,
    tokens,
    layout,
    parts,
    marks,
    ...Object.values(DRAWN).flatMap(({ styles }) => styles ?? []),
  ];

  declare lang: Language | 'auto';
  declare theme: 'light' | 'dark';
  /** True inside an article, where the element shows only the view, without menus and panels. */
  declare single: boolean;
  readonly #texts = new LanguageTexts(loadInsideTexts, () => languageOf(this.lang));
  readonly #inspection = new Inspection(resultsOf, () => this.#onChange());
  readonly #comparison = new Comparison(this.#inspection, resultsOf, () => this.requestUpdate());
  readonly #narrow = mediaQuery('(max-width: 760px)');
  readonly #resize = new ResizeObserver((entries) => {
    const entry = entries.find(({ target }) => target.isConnected); // an observed view may have been removed from the page
    if (entry) this.#setWidth(entry.contentRect.width);
  });
  readonly #redraw = () => this.requestUpdate();
  #width = 0;
  #pointed: HeadRef | null = null;
  #cell: ViewCell | null = null;
  /**
   * State, as JSON without the selected head and the moved activation, in which the cell was selected. If it changes,
   * the cell is no longer selected.
   */
  #cellOf = '';
  /** Head that was selected by default, and the view for which it was; null before the first selection by default. */
  #first: { readonly head: HeadRef; readonly view: ViewName } | null = null;
  #typing = 0;
  #reported: InsideState | null = null;

  constructor() {
    super();
    Object.assign(this, { lang: 'auto', theme: 'light', single: false });
  }

  get inspection(): Inspection {
    return this.#inspection;
  }

  get state(): InsideState {
    return this.#inspection.state;
  }
  /** Takes over a state of “Look inside” that comes from a URL. */
  set state(state: InsideState) {
    this.#reported = state;
    this.#inspection.visit(state);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#inspection.storage.lookUp();
    for (const event of ['dragover', 'drop'] as const) document.addEventListener(event, this.#onDrag);
    window.addEventListener('beforeunload', this.#onLeave);
    this.#narrow?.addEventListener('change', this.#redraw);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const event of ['dragover', 'drop'] as const) document.removeEventListener(event, this.#onDrag);
    window.removeEventListener('beforeunload', this.#onLeave);
    this.#narrow?.removeEventListener('change', this.#redraw);
    this.#resize.disconnect();
    this.#inspection.close();
    this.#comparison.close();
  }

  /** Accepts files that are dropped anywhere on the page while the element is visible. */
  readonly #onDrag = (event: DragEvent): void => {
    if (this.getClientRects().length === 0 || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault(); // keeps the browser from opening the file
    if (event.type === 'drop')
      void droppedFiles(event.dataTransfer).then(({ files, folder }) => this.#inspection.openFiles(files, folder));
  };

  /**
   * Makes the browser ask before the user leaves the page, because a model that is not stored would have to be opened
   * again.
   */
  readonly #onLeave = (event: BeforeUnloadEvent): void => {
    const { opened, isAtHand } = this.#inspection;
    if (opened && !isAtHand) event.preventDefault();
  };

  #onChange(): void {
    const { state } = this.#inspection;
    const cellOf = JSON.stringify({ ...state, head: null, carry: null });
    if (this.#cellOf !== cellOf) this.#cell = null; // the cell was selected in another view, or for another question
    this.#cellOf = cellOf;
    this.#selectFirst();
    this.#comparison.follow();
    this.requestUpdate();
    if (JSON.stringify(state) === JSON.stringify(this.#reported)) return;
    this.#reported = state;
    this.dispatchEvent(new Event(INSIDE_CHANGE));
  }

  /** Selects the default head of the open view, unless the user has selected a head. */
  #selectFirst(): void {
    const { head, view } = this.#inspection.state;
    const isChosen = head !== null && !(this.#first && isSameHead(head, this.#first.head));
    if (isChosen || (this.#first?.view === view && head !== null)) return;
    const first = DRAWN[view].firstHead?.(this.#inspection);
    if (!first) return;
    this.#first = { head: first, view };
    this.#inspection.select(first);
  }

  #setWidth(width: number): void {
    if (Math.abs(width - this.#width) < 1) return;
    this.#width = width;
    this.requestUpdate();
  }

  protected override async scheduleUpdate(): Promise<void> {
    await this.#texts.load();
    await super.scheduleUpdate();
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const view = this.renderRoot.querySelector('.view');
    if (view) this.#resize.observe(view);
    const current = this.renderRoot.querySelector('.views [aria-current]');
    if (current instanceof HTMLElement && this.#narrow?.matches) centerInRow(current);
  }

  readonly #type = (changed: Partial<InsideState>): void => {
    clearTimeout(this.#typing);
    this.#typing = window.setTimeout(() => this.#inspection.set(changed), TYPING);
  };

  get #shown(): Shown {
    const { state } = this.#inspection;
    const point = (head: HeadRef | null) => {
      this.#pointed = head;
      this.requestUpdate();
    };
    const setCell = (cell: ViewCell) => {
      if (cell.row === this.#cell?.row && cell.place === this.#cell.place) return;
      this.#cell = cell;
      this.requestUpdate();
    };
    const palette = palettes[this.theme];
    return {
      texts: this.#texts.current,
      inspection: this.#inspection,
      scale: weightScale(palette),
      signedScale: (largest) => signedScale(this.theme, largest),
      shareScale: shareScale(palette),
      width: this.#width,
      isNarrow: this.#narrow?.matches ?? false,
      head: this.#pointed ?? state.head,
      point,
      cell: this.#cell,
      setCell,
      type: this.#type,
    };
  }

  protected override render(): TemplateResult {
    const shown = this.#shown;
    const { opening } = this.#inspection;
    if (this.single && this.#inspection.state.model !== '' && isReady(opening)) return this.#single(shown);
    const opened = 'opened' in opening ? opening.opened : null;
    if (!opened) return html`<div class="page" lang=${shown.texts.locale}>${startPanel(shown)}</div>`;
    const refusal = refusalOf(shown, opening);
    return html`<div class="page" lang=${shown.texts.locale}>
      ${modelBar(shown, opened, {
        ...(this.#comparison.isOn && { side: 'A' }),
        ...(opening.kind === 'open' && { menu: compareMenu(shown, this.#comparison) }),
      })}
      ${secondBar(shown, this.#comparison)}
      ${refusal === '' ? nothing : html`<p class="message statement" role="status">${refusal}</p>`}
      ${opening.kind === 'open' ? this.#open(shown) : firstLayerView(shown, opened)}
    </div>`;
  }

  #view(shown: Shown): TemplateResult {
    return this.#comparison.isShown ? compareView(shown, this.#comparison) : framedView(shown);
  }

  /** The selected view alone, for an article. Until the model is loaded, empty space of the same size takes its place. */
  #single(shown: Shown): TemplateResult {
    const isOpen = this.#inspection.opened !== null;
    return html`<div class="page single" lang=${shown.texts.locale}>
      ${isOpen ? this.#section(shown) : html`<div class="room"></div>`}
    </div>`;
  }

  #section(shown: Shown): TemplateResult {
    return html`<section class="view" aria-label=${shown.texts.views[this.state.view].name}>
      ${this.single ? html`<h1 class="asked">${questionText(shown)}</h1>` : nothing}
      ${this.#width > 0 ? keyed(this.state.view, this.#view(shown)) : nothing}
    </section>`;
  }

  #open(shown: Shown): TemplateResult {
    return html`${linkNote(shown)}${questionBar(shown)}
      <div class="columns">${viewList(shown)} ${this.#section(shown)} ${detailPanel(shown)}</div>`;
  }
}

/** True if a model is open, or is being described or read. */
const isReady = ({ kind }: Opening): boolean => kind === 'open' || kind === 'describing' || kind === 'reading';

customElements.define('look-inside', LookInside);
