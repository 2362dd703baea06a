// <attention-course>: the guided course. It opens the stage beside it at the state of a beat, and sees what is done there.
import { buttons } from '../element/styles/buttons.js';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import {
  beatAt,
  CHAPTER_IDS,
  CHAPTERS,
  openingOf,
  placeAfter,
  readPlace,
  writePlace,
  type Figure,
  type Place,
} from './chapters.js';
import { ByHandFigure } from './figures/by-hand-figure.js';
import { CostFigure } from './figures/cost-figure.js';
import { keepProgress, readProgress } from './progress.js';
import { KindsFigure } from './figures/kinds-figure.js';
import { courseIn, type CourseTexts } from './messages/index.js';
import { messagesIn, preferredLanguage, type Language } from '../messages/index.js';
import { PredictFigure } from './figures/predict-figure.js';
import { RecurrenceFigure } from './figures/recurrence-figure.js';
import { SaturationFigure } from './figures/saturation-figure.js';
import { setPalette } from '../element/palette-properties.js';
import { withSubscripts } from '../element/subscripts.js';
import type { AttentionSpotlight } from '../element/index.js';

const FIGURE_ELEMENTS = {
  'course-recurrence': RecurrenceFigure,
  'course-saturation': SaturationFigure,
  'course-kinds': KindsFigure,
  'course-cost': CostFigure,
  'course-by-hand': ByHandFigure,
  'course-predict': PredictFigure,
};
for (const [name, figure] of Object.entries(FIGURE_ELEMENTS)) customElements.define(name, figure);

export class AttentionCourse extends LitElement {
  static override properties = { spotlight: { attribute: false }, open: { type: Boolean, reflect: true } };
  static override styles = [
    buttons,
    css`
      :host {
        display: block;
        color: var(--text);
      }
      nav {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
      }
      button,
      select {
        padding: 0 14px;
      }
      button.next {
        border-color: var(--accent);
        background: var(--accent);
        color: var(--on-accent);
        font-weight: 700;
      }
      button:disabled {
        opacity: 0.45;
        cursor: default;
      }
      section {
        padding: 14px 18px 18px;
        border: 1px solid var(--line);
        border-radius: 14px;
        background: var(--surface);
        overflow-wrap: anywhere;
      }
      header {
        display: flex;
        gap: 8px;
      }
      header select {
        flex: 1;
        min-width: 0;
      }
      h2 {
        margin: 14px 0 6px;
        font-size: 19px;
      }
      p {
        margin: 0 0 10px;
        line-height: 1.6;
      }
      .task {
        padding: 10px 12px;
        border-left: 4px solid var(--accent);
        border-radius: 4px;
        background: var(--raised);
      }
      .task.done {
        border-color: var(--value);
      }
      nav {
        align-items: center;
        margin-top: 14px;
      }
      nav span {
        flex: 1;
        color: var(--muted);
        font-size: 13.5px;
        text-align: center;
      }
    `,
  ];

  declare spotlight: AttentionSpotlight;
  declare open: boolean;
  readonly #done = readProgress();
  readonly #listen = () => this.#onState();

  constructor() {
    super();
    this.open = false;
  }

  /** Where the reader is in the course; null: it is closed. */
  get place(): Place | null {
    return readPlace(this.spotlight.chapter);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.spotlight.removeEventListener('statechange', this.#listen);
    this.spotlight.removeEventListener('ready', this.#listen);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('spotlight')) return;
    this.spotlight.addEventListener('statechange', this.#listen);
    this.spotlight.addEventListener('ready', this.#listen);
    this.open = this.place !== null;
  }

  /** Opens a beat as it begins. */
  goTo(place: Place): void {
    this.spotlight.pause();
    this.spotlight.state = openingOf(place, this.#language);
    if (!beatAt(place).task) this.#markDone(place);
  }

  /** Opens the first beat that the reader has not been through. */
  begin(): void {
    this.goTo(this.#firstOpen() ?? { chapter: CHAPTER_IDS[0], beat: 0 });
  }

  /** What a button says that begins the course. */
  get invitation(): string {
    const { goOn, begin } = courseIn[this.#language];
    return this.#done.size > 0 ? goOn : begin;
  }

  close(): void {
    this.spotlight.chapter = '';
  }

  get #language(): Language {
    const { lang } = this.spotlight;
    return lang === 'auto' ? preferredLanguage(navigator.languages) : lang;
  }

  #onState(): void {
    const { place } = this;
    this.open = place !== null;
    if (place) {
      const { task } = beatAt(place);
      if (typeof task === 'function' && task(this.spotlight.state)) this.#markDone(place);
    }
    this.requestUpdate();
  }

  #markDone(place: Place): void {
    if (this.#done.has(writePlace(place))) return;
    this.#done.add(writePlace(place));
    keepProgress(this.#done);
    this.requestUpdate();
  }

  protected override updated(): void {
    setPalette(this, this.spotlight.shownTheme, this.spotlight.palette);
  }

  protected override render(): TemplateResult {
    const texts = courseIn[this.#language];
    const { place } = this;
    return place ? this.#beat(texts, place) : html``;
  }

  /** The first beat that the reader has not been through. */
  #firstOpen(): Place | null {
    for (const chapter of CHAPTER_IDS) {
      const beat = CHAPTERS[chapter].findIndex((_, index) => !this.#done.has(writePlace({ chapter, beat: index })));
      if (beat >= 0) return { chapter, beat };
    }
    return null;
  }

  #beat(texts: CourseTexts, place: Place): TemplateResult {
    const { chapter, beat } = place;
    const { title, beats } = texts.chapters[chapter];
    const { text, task } = beats[beat]!;
    const { figure } = beatAt(place);
    const done = this.#done.has(writePlace(place));
    const [back, next] = [placeAfter(place, -1), placeAfter(place, 1)];
    const finished = (id: (typeof CHAPTER_IDS)[number]) =>
      CHAPTERS[id].every((_, index) => this.#done.has(writePlace({ chapter: id, beat: index })));
    return html`<section lang=${messagesIn[this.#language].locale} aria-label=${texts.name}>
      <header>
        <select
          aria-label=${texts.chapter}
          @change=${(event: Event) => {
            const id = CHAPTER_IDS.find((each) => each === (event.target as HTMLSelectElement).value);
            if (id) this.goTo({ chapter: id, beat: 0 });
          }}
        >
          ${CHAPTER_IDS.map(
            (id, index) =>
              html`<option value=${id} ?selected=${id === chapter}>
                ${finished(id) ? '✓ ' : ''}${index + 1}. ${texts.chapters[id].title}
              </option>`,
          )}
        </select>
        <button @click=${() => this.close()} aria-label=${texts.close} title=${texts.close}>×</button>
      </header>
      <h2>${title}</h2>
      ${text.map((paragraph) => html`<p>${withSubscripts(paragraph)}</p>`)}
      ${figure ? this.#figure(texts, figure, place) : nothing}
      ${
        task === ''
          ? nothing
          : html`<p class="task ${done ? 'done' : ''}" role="status">${done ? '✓ ' : ''}${withSubscripts(task)}</p>`
      }
      <nav aria-label=${texts.name}>
        <button ?disabled=${!back} @click=${() => back && this.goTo(back)}>${texts.back}</button>
        <span>${beat + 1} / ${beats.length}</span>
        ${
          next
            ? html`<button class="next" @click=${() => this.goTo(next)}>${texts.next}</button>`
            : html`<button class="next" @click=${() => this.close()}>${texts.finish}</button>`
        }
      </nav>
    </section>`;
  }

  #figure(texts: CourseTexts, figure: Figure, place: Place): TemplateResult {
    const onDone = () => this.#markDone(place);
    const { spotlight } = this;
    switch (figure) {
      case 'recurrence':
        // Drawn of the run, so anew with each.
        return html`<course-recurrence
          .texts=${texts}
          .spotlight=${spotlight}
          .run=${spotlight.run}
        ></course-recurrence>`;
      case 'saturation':
        return html`<course-saturation .texts=${texts} .spotlight=${spotlight} @done=${onDone}></course-saturation>`;
      case 'kinds':
        return html`<course-kinds .texts=${texts} .spotlight=${spotlight} .run=${spotlight.run}></course-kinds>`;
      case 'cost':
        return html`<course-cost .texts=${texts} .spotlight=${spotlight} @done=${onDone}></course-cost>`;
      case 'by-hand':
        return html`<course-by-hand .texts=${texts} .spotlight=${spotlight} @done=${onDone}></course-by-hand>`;
      case 'predict':
        return html`<course-predict .texts=${texts} .spotlight=${spotlight} @done=${onDone}></course-predict>`;
    }
  }
}

customElements.define('attention-course', AttentionCourse);
