// <attention-course>: the guided course. Each step opens the element beside it at a state and checks what the learner does there.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import {
  CHAPTER_IDS,
  CHAPTERS,
  openingState,
  placeAfter,
  PLACES,
  readPlace,
  stepAt,
  writePlace,
  type ChapterId,
  type Place,
} from './chapters.js';
import { courseIn, type CourseTexts } from './messages/index.js';
import { courseStyles } from './styles.js';
import { figure } from './figures/index.js';
import { loadProgress, saveProgress } from './progress.js';
import { messagesIn, preferredLanguage, type Language } from '../messages/index.js';
import { PaletteSheet } from '../ui/palette-css.js';
import { withSubscripts } from '../ui/subscripts.js';
import type { AttentionSpotlight } from '../element/index.js';

export class AttentionCourse extends LitElement {
  static override properties = { spotlight: { attribute: false }, open: { type: Boolean, reflect: true } };
  static override styles = courseStyles;

  /** The element that the course steers. */
  declare spotlight: AttentionSpotlight;
  declare open: boolean;
  readonly #colors = new PaletteSheet();
  readonly #done = loadProgress();
  readonly #update = () => this.#onState();

  constructor() {
    super();
    this.open = false;
  }

  /** Where the learner is in the course; null: it is closed. */
  get place(): Place | null {
    return readPlace(this.spotlight.chapter);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.spotlight.removeEventListener('statechange', this.#update);
    this.spotlight.removeEventListener('ready', this.#update);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('spotlight')) return;
    this.spotlight.addEventListener('statechange', this.#update);
    this.spotlight.addEventListener('ready', this.#update);
    this.open = this.place !== null;
  }

  /** Opens a step at the state in which it begins. */
  goTo(place: Place): void {
    this.spotlight.pause();
    this.spotlight.state = openingState(place, this.#language);
    if (!stepAt(place).task) this.#markDone(place);
  }

  /** Opens the first step that is not done, or the first of all. */
  begin(): void {
    this.goTo(PLACES.find((place) => !this.#isDone(place)) ?? PLACES[0]!);
  }

  close(): void {
    this.spotlight.chapter = '';
  }

  /** The text of a button that begins the course. */
  get invitation(): string {
    const { resume, begin } = courseIn[this.#language];
    return this.#done.size > 0 ? resume : begin;
  }

  get #language(): Language {
    const { lang } = this.spotlight;
    return lang === 'auto' ? preferredLanguage(navigator.languages) : lang;
  }

  #onState(): void {
    const { place, spotlight } = this;
    this.open = place !== null;
    if (place) {
      const { task } = stepAt(place);
      if (typeof task === 'function' && task(spotlight.state, spotlight.run)) this.#markDone(place);
    }
    this.requestUpdate();
  }

  #isDone(place: Place): boolean {
    return this.#done.has(writePlace(place));
  }

  #markDone(place: Place): void {
    if (this.#isDone(place)) return;
    this.#done.add(writePlace(place));
    saveProgress(this.#done);
    this.requestUpdate();
  }

  protected override updated(): void {
    if (this.shadowRoot) this.#colors.apply(this.shadowRoot, this.spotlight.currentTheme, this.spotlight.palette);
  }

  protected override render(): TemplateResult {
    const { place } = this;
    return place ? this.#step(courseIn[this.#language], place) : html``;
  }

  #step(texts: CourseTexts, place: Place): TemplateResult {
    const { title, steps } = texts.chapters[place.chapter];
    const { text, task } = steps[place.step]!;
    const name = stepAt(place).figure;
    return html`<section lang=${messagesIn[this.#language].locale} aria-label=${texts.name}>
      ${this.#header(texts, place.chapter)}
      <h2>${title}</h2>
      ${text.map((paragraph) => html`<p>${withSubscripts(paragraph)}</p>`)}
      ${name ? figure(name, texts, this.spotlight, () => this.#markDone(place)) : nothing}
      ${task === '' ? nothing : this.#task(task, this.#isDone(place))} ${this.#navigation(texts, place, steps.length)}
    </section>`;
  }

  #header(texts: CourseTexts, chapter: ChapterId): TemplateResult {
    const isDone = (id: ChapterId) => CHAPTERS[id].every((_, step) => this.#isDone({ chapter: id, step }));
    const choose = (event: Event) => {
      const { selectedIndex } = event.target as HTMLSelectElement;
      this.goTo({ chapter: CHAPTER_IDS[selectedIndex]!, step: 0 });
    };
    return html`<header>
      <select aria-label=${texts.chapter} @change=${choose}>
        ${CHAPTER_IDS.map(
          (id, index) =>
            html`<option value=${id} .selected=${id === chapter}>
              ${isDone(id) ? '✓ ' : ''}${index + 1}. ${texts.chapters[id].title}
            </option>`,
        )}
      </select>
      <button @click=${() => this.close()} aria-label=${texts.close} title=${texts.close}>×</button>
    </header>`;
  }

  #task(task: string, done: boolean): TemplateResult {
    return html`<p class="task ${done ? 'done' : ''}" role="status">${done ? '✓ ' : ''}${withSubscripts(task)}</p>`;
  }

  #navigation(texts: CourseTexts, place: Place, steps: number): TemplateResult {
    const [previous, next] = [placeAfter(place, -1), placeAfter(place, 1)];
    return html`<nav aria-label=${texts.name}>
      <button ?disabled=${!previous} @click=${() => previous && this.goTo(previous)}>${texts.back}</button>
      <span>${place.step + 1} / ${steps}</span>
      <button class="next" @click=${() => (next ? this.goTo(next) : this.close())}>
        ${next ? texts.next : texts.finish}
      </button>
    </nav>`;
  }
}

customElements.define('attention-course', AttentionCourse);
