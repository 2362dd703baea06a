// <attention-course>: the guided course. Each step asks for a prediction, sets a task in the <attention-spotlight>
// element beside it or in a figure, and reports the outcome with numbers of the learner's own run.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { ANSWERS } from './worksheet/plans.js';
import { CHAPTER_IDS, type ChapterId } from './chapters/index.js';
import {
  minutesOf,
  nameOfStep,
  openingState,
  placeAfter,
  placesOf,
  PLACES,
  readPlace,
  SHORT_WAY,
  stepAt,
  writePlace,
  type Place,
} from './place.js';
import { attemptOf, type Attempt } from './attempt.js';
import { loadCourseTexts, type CourseTexts } from './texts.js';
import { courseStyles } from './styles.js';
import { figure, type FigureProps } from './figures/index.js';
import type { FigureName } from './figures/names.js';
import { initialState } from '../element/state/properties.js';
import { loadProgress, saveProgress } from './progress.js';
import { LanguageTexts } from '../ui/language-texts.js';
import { LOCALES, type Language } from '../locales/index.js';
import { mediaQuery } from '../ui/media-query.js';
import { namedPart } from './named-part.js';
import { LowerEdge } from './lower-edge.js';
import { PaletteSheet } from '../ui/palette-css.js';
import { Printing } from '../ui/printing.js';
import { question, SKIPPED } from './question.js';
import { glossStrip } from './gloss-strip.js';
import { endOfShortWay, marksOf, QUIZ } from './short-way.js';
import { report } from './report.js';
import { clearRoom, showResult } from './show-result.js';
import type { StepResult } from '../embed/messages.js';
import type { ShownModel } from '../element/source/shown-model.js';
import { sharedModel } from '../element/source/shared-engine.js';
import { Shown } from './shown.js';
import { prose } from './prose.js';
import { vote } from '../ui/vote.js';
import type { AttentionSpotlight } from '../element/index.js';
import type { Explaining } from '../ui/terms.js';
import type { Outcome, Step } from './step.js';
import type { StepTexts } from '../locales/chapter-texts.js';

/**
 * Index of the right answer to a step's question; null if it depends on the learner's run.
 * @param written name of the step
 */
function rightAnswerAt(written: string): number | null {
  const place = readPlace(written);
  return (place && ANSWERS[nameOfStep(place)]) ?? null;
}

/** Name of the event that <attention-course> fires when the task of a step is done; its detail is a StepResult. */
export const STEP_DONE = 'stepdone';

/** Milliseconds after the completion of a task during which content that arrives later may still move its result. */
const MAY_GROW = 1500;

export class AttentionCourse extends LitElement {
  static override properties = {
    spotlight: { attribute: false },
    open: { type: Boolean, reflect: true },
    alone: { type: Boolean, reflect: true },
    single: { type: Boolean, reflect: true },
    plain: { type: Boolean, reflect: true },
    player: { type: Boolean, reflect: true },
    marks: { reflect: true },
    illustrated: { type: Boolean, reflect: true },
    training: { attribute: false },
    presented: { type: Boolean, reflect: true },
  };
  static override styles = courseStyles;

  declare spotlight: AttentionSpotlight;
  declare open: boolean;
  /** True if the <attention-spotlight> element is hidden in the current step. */
  declare alone: boolean;
  /** True if the panel beside the <attention-spotlight> element's canvas is hidden in the current step. */
  declare plain: boolean;
  /** True if the current step has a figure. */
  declare illustrated: boolean;
  /** True if the <attention-spotlight> element shows its player in the current step. */
  declare player: boolean;
  /**
   * Name of the part of the <attention-spotlight> element to which the task refers, which the page highlights; null if
   * there is none.
   */
  declare marks: string | null;
  /** True if the learner cannot leave the open chapter, as in an embedded page. */
  declare single: boolean;
  /** URL of the training page; null if the site has none. */
  declare training: string | null;
  /**
   * True during a presentation, which shows the question with the votes of a class. The text is left out, since the
   * speaker explains it.
   */
  declare presented: boolean;
  readonly #colors = new PaletteSheet();
  readonly #lowerEdge = new LowerEdge();
  readonly #texts = new LanguageTexts(loadCourseTexts, () => this.#languageNow);
  readonly #done = loadProgress();
  /** Index of the answer that the learner has predicted, by name of the step. */
  readonly #predictions = new Map<string, number>();
  /** Number of votes for each answer in a presentation, by name of the step. */
  readonly #votes = new Map<string, readonly number[]>();
  /** Names of the steps whose right answer the speaker has revealed to the class. */
  readonly #revealed = new Set<string>();
  readonly #update = () => this.#onState();
  /** Model of the <attention-spotlight> element; null until it is loaded. */
  #model: ShownModel | null = null;
  #language: Language = 'en';
  /** Name of the displayed step; '' if the course is closed. */
  #shownPlace = '';
  /** Content of the <attention-spotlight> element when the step was opened; null if it has not been read yet. */
  #opened: Shown | null = null;
  #checkedKey = '';
  /** Outcome of the current step; null until its task is done. */
  #outcome: Outcome | null = null;
  /** The learner's latest attempt that did not complete the task; null if there is none. */
  #attempt: Attempt | null = null;
  #tokens: readonly string[] = [];
  /**
   * True if the page after the last step of the short way through the course is displayed. The position in the course
   * is still that step.
   */
  #isOver = false;
  /** True until the page has scrolled to the top of a newly opened step. */
  #isNewStep = false;
  /**
   * Observes the size of the <attention-spotlight> element for a short time after the task is done, since content that
   * arrives late moves the result.
   */
  #growth: ResizeObserver | null = null;

  constructor() {
    super();
    Object.assign(this, { open: false, alone: false, single: false, training: null, presented: false });
    this.#applyAppearance(null);
    new Printing(this, () => this.#recolor());
  }

  /** Position of the open step; null if the course is closed. */
  get place(): Place | null {
    return readPlace(this.spotlight.chapter);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#lowerEdge.follow(null);
    this.spotlight.removeEventListener('statechange', this.#update);
    this.spotlight.removeEventListener('ready', this.#update);
  }

  protected override async scheduleUpdate(): Promise<void> {
    await this.#texts.load();
    await super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('spotlight')) return;
    this.spotlight.addEventListener('statechange', this.#update);
    this.spotlight.addEventListener('ready', this.#update);
    this.#language = this.#languageNow;
    this.#onState();
  }

  goTo(place: Place): void {
    this.spotlight.pause();
    this.spotlight.state = openingState(place, this.#languageNow);
  }

  /**
   * Opens the first step that is not completed, of the short way through the course or, if that is complete, of the
   * chapters. If all are completed, opens the first step.
   */
  begin(): void {
    this.goTo([...SHORT_WAY, ...PLACES].find((place) => !this.isDone(place)) ?? SHORT_WAY[0]!);
  }

  /**
   * Closes the course and opens the lab, the section for free experiments. The <attention-spotlight> element keeps its
   * content.
   */
  close(): void {
    this.spotlight.state = { chapter: '', controls: 'all' };
  }

  /** Opens the next step (by = 1) or the previous one (by = −1), if there is one. */
  move(by: 1 | -1): void {
    const place = this.place && placeAfter(this.place, by);
    if (place) this.goTo(place);
  }

  /**
   * Texts of the displayed step, with its title and the title of the next step; null if the course is closed, or if the
   * texts are not loaded yet.
   */
  get step(): { title: string; texts: StepTexts; next: string | null } | null {
    const { place } = this;
    if (!place || !this.hasUpdated) return null;
    const { chapters } = this.#texts.current;
    const following = placeAfter(place, 1);
    return {
      title: `${chapters[place.chapter].title} · ${this.#numberOf(place)}`,
      texts: chapters[place.chapter].steps[place.step]!,
      next: following && chapters[following.chapter].steps[following.step]!.task,
    };
  }

  /** Adds a vote of the class for an answer in a presentation. @param answer index of the answer */
  cast(answer: number): void {
    const answers = this.step?.texts.predict?.answers.length ?? 0;
    const counts = this.#votes.get(this.#shownPlace) ?? new Array<number>(answers).fill(0);
    if (answer < answers) this.#votes.set(this.#shownPlace, counts.with(answer, counts[answer]! + 1));
    this.requestUpdate();
  }

  /**
   * Reveals the right answer to a question on which the class has voted.
   * @returns false if there is nothing to reveal
   */
  reveal(): boolean {
    const place = this.#shownPlace;
    const votes = this.#votes.get(place) ?? [];
    if (this.#outcome || this.#revealed.has(place) || votes.every((count) => count === 0)) return false;
    if (rightAnswerAt(place) === null) return false;
    this.#revealed.add(place);
    this.requestUpdate();
    return true;
  }

  clearVotes(): void {
    this.#votes.delete(this.#shownPlace);
    this.requestUpdate();
  }

  isDone(place: Place): boolean {
    return this.#done.has(nameOfStep(place));
  }

  get #languageNow(): Language {
    return this.spotlight.currentLanguage;
  }

  #onState(): void {
    const { place } = this;
    const written = place ? writePlace(place) : '';
    this.open = place !== null;
    this.#applyAppearance(place ? stepAt(place) : null);
    const isInAnotherLanguage = this.#languageNow !== this.#language;
    if (place && isInAnotherLanguage) this.#reopenIn(this.#languageNow, place);
    this.#language = this.#languageNow;
    if (written !== this.#shownPlace) {
      this.#shownPlace = written;
      this.#outcome = null;
      this.#attempt = null;
      this.#tokens = [];
      this.#isOver = false;
      this.#isNewStep = true;
      this.#growth?.disconnect();
      clearRoom();
    } else if (!isInAnotherLanguage) {
      if (place) this.#check(place);
      this.requestUpdate();
      return;
    }
    this.#opened = null; // read again later: attempts are compared with the sentence that has now changed
    this.#checkedKey = '';
    if (place) this.#check(place);
    this.requestUpdate();
  }

  /** Sets attributes of the course that determine the layout of the page for a step; see web/page/course.css. */
  #applyAppearance(step: Step | null): void {
    this.alone = step?.alone === true;
    this.illustrated = step?.figure !== undefined;
    this.plain = step?.plain === true;
    const controls = step?.open(LOCALES[this.#languageNow].sentences).controls;
    this.player = /\bplay\b/.test(controls ?? '');
    this.marks = namedPart(controls);
  }

  /**
   * When the interface's language changes, replaces a sentence of the course with the same sentence in that language.
   * The learner's own sentence stays.
   */
  #reopenIn(language: Language, place: Place): void {
    const before = openingState(place, this.#language).text;
    if (this.spotlight.text === before) this.spotlight.state = openingState(place, language);
  }

  /**
   * Checks whether the state of the <attention-spotlight> element completes the task of a step, and updates the
   * outcome.
   */
  #check(place: Place): void {
    const { check } = stepAt(place);
    if (!check) return;
    if (!this.#model) {
      void this.#loadModel();
      return;
    }
    const { state } = this.spotlight;
    const key = JSON.stringify({ ...state, progress: 0, theme: '' });
    if (key === this.#checkedKey) return;
    this.#checkedKey = key;
    const opening = { ...initialState(), ...openingState(place, this.#language) };
    this.#opened ??= new Shown(this.#model, opening);
    const now = new Shown(this.#model, state);
    if (now.source.run) this.#tokens = [...now.keys, ...now.queries];
    const outcome = now.source.run && check(now, this.#opened);
    this.#attempt = outcome ? null : attemptOf(now, this.#opened);
    this.#setOutcome(place, outcome);
  }

  async #loadModel(): Promise<void> {
    await this.spotlight.ready;
    this.#model = await sharedModel('default');
    this.#onState();
  }

  /** Sets the outcome of a step's task. A late report of a figure whose step is no longer open is ignored. */
  #setOutcome(place: Place, outcome: Outcome | null): void {
    if (writePlace(place) !== this.#shownPlace) return;
    const isNew = outcome !== null && !this.#outcome;
    this.#outcome = outcome;
    if (outcome && !this.isDone(place)) {
      this.#done.add(nameOfStep(place));
      saveProgress(this.#done);
    }
    if (isNew) {
      void this.#showResult(place);
      this.dispatchEvent(new CustomEvent<StepResult>(STEP_DONE, { detail: this.#resultOf(place, outcome) }));
    }
    this.requestUpdate();
  }

  #resultOf(place: Place, { right }: Outcome): StepResult {
    const prediction = this.#predictions.get(writePlace(place)) ?? SKIPPED;
    const way = place.short === undefined ? placesOf(place.chapter) : SHORT_WAY;
    return {
      step: nameOfStep(place),
      predicted: prediction === SKIPPED || right === null ? null : prediction === right,
      done: way.filter((each) => this.isDone(each)).length,
      steps: way.length,
    };
  }

  async #showResult(place: Place): Promise<void> {
    await Promise.all([this.updateComplete, this.spotlight.updateComplete]);
    if (writePlace(place) !== this.#shownPlace) return;
    const element = stepAt(place).alone ? null : this.spotlight;
    const show = () => void showResult(this.shadowRoot!, element);
    show();
    // Content that arrives later, such as a translation, may move the result out of view.
    const growth = new ResizeObserver(show);
    growth.observe(this.spotlight);
    this.#growth = growth;
    setTimeout(() => growth.disconnect(), MAY_GROW);
  }

  protected override updated(): void {
    this.#lowerEdge.follow(this.shadowRoot?.querySelector('footer') ?? null);
    this.#recolor();
    if (!this.#isNewStep) return;
    this.#isNewStep = false;
    if (this.open) window.scrollTo({ top: 0, behavior: 'instant' });
  }

  /**
   * Adopts the colors of the <attention-spotlight> element, which are different in print. Its own listener for printing
   * was added earlier, so it has already set them.
   */
  #recolor(): void {
    const { currentTheme: theme, palette, fonts } = this.spotlight;
    if (this.shadowRoot) this.#colors.apply(this.shadowRoot, { theme, palette, fonts });
  }

  protected override render(): TemplateResult | typeof nothing {
    const { place } = this;
    if (!place) return nothing;
    const texts = this.#texts.current;
    return html`<p class="visually-hidden" role="status" lang=${texts.locale}>${this.#announcement(texts, place)}</p>
      ${this.#isOver ? this.#end(texts, place) : this.#step(texts, place)}`;
  }

  /** Text that announces a newly opened step to screen readers. */
  #announcement(texts: CourseTexts, place: Place): string {
    if (this.#isOver) return texts.shortWay.end.title;
    const [number, steps] = this.#countOf(place);
    return texts.opened(texts.chapters[place.chapter].title, number, steps);
  }

  #step(texts: CourseTexts, place: Place): TemplateResult {
    const { locale, chapters } = texts;
    const { title, steps } = chapters[place.chapter];
    const step = steps[place.step]!;
    const written = writePlace(place);
    const terms = this.#terms(texts);
    return html`<section lang=${locale} aria-label=${texts.name}>
        ${this.#header(texts, place)}
        ${keyed(written, html`<div class="body" tabindex="0" role="group" aria-label=${title}>${this.#body(texts, step, title, written, terms)}</div>`)}
        <footer>${keyed(written, this.#task(texts, step, place, terms))} ${this.#navigation(texts, place)}</footer>
      </section>
      ${this.#figure(texts, written, stepAt(place).figure, {
        isAsked: step.predict !== undefined && !this.#outcome && !this.#isAnswered(written),
        setOutcome: (outcome) => this.#setOutcome(place, outcome),
      })}`;
  }

  /**
   * True if a question has been answered: the learner has made a prediction or, in a presentation, the class has voted.
   * @param written name of the step
   */
  #isAnswered(written: string): boolean {
    return this.presented ? this.#votes.has(written) : this.#predictions.has(written);
  }

  #figure(
    texts: CourseTexts,
    key: string,
    name: FigureName | undefined,
    props: Pick<FigureProps, 'isAsked' | 'setOutcome'>,
  ): TemplateResult | typeof nothing {
    if (!name) return nothing;
    const { spotlight, training } = this;
    const all = { texts, spotlight, run: spotlight.run, done: this.#done, training, ...props };
    return html`<div class="figure" lang=${texts.locale}>${keyed(key, figure(name, all))}</div>`;
  }

  /** Page after the last step of the short way: the purpose of each part of attention, and a link to a quiz. */
  #end(texts: CourseTexts, place: Place): TemplateResult {
    const leave = () => {
      this.#isOver = false;
      this.requestUpdate();
    };
    return html`<section lang=${texts.locale} aria-label=${texts.name}>
        ${this.#header(texts, place)}
        <div class="body" tabindex="0" role="group" aria-label=${texts.shortWay.end.title}>
          ${endOfShortWay(texts.shortWay.end)}
        </div>
        <footer class="bare">
          <nav aria-label=${texts.name}>
            <button @click=${leave}>${texts.back}</button>
            <span></span>
            <button class="next done" @click=${() => this.goTo(readPlace(QUIZ)!)}>${texts.shortWay.end.quiz}</button>
          </nav>
        </footer>
      </section>
      ${this.#figure(texts, 'end', 'summary', { isAsked: false, setOutcome: () => undefined })}`;
  }

  /** Explanations of the terms in the texts of a step, each at its first occurrence. */
  #terms({ glossary }: CourseTexts): Explaining {
    const openStep = (step: string) => {
      const place = this.single ? null : readPlace(step);
      return place && writePlace(place) !== this.#shownPlace ? () => this.goTo(place) : null;
    };
    return { glossary, explained: new Set(), openStep };
  }

  #header(texts: CourseTexts, { chapter, short }: Place): TemplateResult | typeof nothing {
    const marks =
      short === undefined
        ? nothing
        : marksOf(
            short,
            SHORT_WAY.map((place) => this.isDone(place)),
          );
    if (this.single) return marks;
    const isChapterDone = (id: ChapterId) => placesOf(id).every((place) => this.isDone(place));
    const choose = (event: Event) => this.goTo(readPlace((event.target as HTMLSelectElement).value)!);
    return html`${marks}
      <header>
        <select aria-label=${texts.chapter} @change=${choose}>
          <option value="short" .selected=${short !== undefined}>${texts.shortWay.name}</option>
          ${CHAPTER_IDS.map(
            (id, index) =>
              html`<option value=${id} .selected=${short === undefined && id === chapter}>
                ${isChapterDone(id) ? '✓ ' : ''}${index + 1}. ${texts.chapters[id].title}
              </option>`,
          )}
        </select>
        <button @click=${() => this.close()} aria-label=${texts.close} title=${texts.close}>×</button>
      </header>`;
  }

  #body(
    texts: CourseTexts,
    { text, predict }: StepTexts,
    title: string,
    written: string,
    terms: Explaining,
  ): TemplateResult {
    const choose = (answer: number) => {
      this.#predictions.set(written, answer);
      this.requestUpdate();
    };
    if (this.presented) {
      const ballot = predict ? this.#ballot(predict, written) : nothing;
      return html`<h2 role="heading" aria-level="1">${title}</h2>
        ${ballot}`; // the page's own heading is hidden in presentations
    }
    const isShort = readPlace(written)?.short !== undefined; // the menu shows the title of a chapter
    return html`<h2 class=${isShort ? 'of-step' : ''}>${title}</h2>
      ${text.map((paragraph) => html`<p>${prose(paragraph, terms)}</p>`)}
      ${predict ? question(texts, predict, this.#predictions.get(written), this.#outcome, choose) : nothing}
      ${glossStrip(this.#language, this.#tokens, mediaQuery('(min-width: 1000px)')?.matches === true, this.#isOfTranslation(written))}`;
  }

  /**
   * True if a step shows tokens of a translation, which are in the language that is not the interface's.
   * @param written name of the step
   */
  #isOfTranslation(written: string): boolean {
    const { attention } = stepAt(readPlace(written)!).open(LOCALES[this.#language].sentences);
    return attention === 'decoder' || attention === 'cross';
  }

  #ballot({ question: asked, answers }: NonNullable<StepTexts['predict']>, written: string): TemplateResult {
    return vote({
      question: html`${prose(asked)}`,
      answers: answers.map((answer) => prose(answer)),
      counts: this.#votes.get(written) ?? answers.map(() => 0),
      right: this.#outcome?.right ?? (this.#revealed.has(written) ? rightAnswerAt(written) : null),
      cast: (answer) => this.cast(answer),
    });
  }

  #task(texts: CourseTexts, step: StepTexts, place: Place, terms: Explaining): TemplateResult {
    const prediction = this.#predictions.get(writePlace(place)) ?? SKIPPED;
    return report(texts, step, {
      prediction,
      outcome: this.#outcome,
      wasDone: this.isDone(place),
      attempt: this.#attempt,
      startOver: () => this.goTo(place),
      terms,
    });
  }

  #showEnd(): void {
    this.#isOver = true;
    this.#isNewStep = true;
    this.requestUpdate();
  }

  /** Number of a step, from 1, and number of all steps: in its chapter, or on the short way. */
  #countOf({ chapter, step, short }: Place): [number: number, steps: number] {
    return short === undefined ? [step + 1, placesOf(chapter).length] : [short + 1, SHORT_WAY.length];
  }

  /** Number of a step and of all steps as text, such as '3 / 12'. */
  #numberOf(place: Place): string {
    return this.#countOf(place).join(' / ');
  }

  #navigation(texts: CourseTexts, place: Place): TemplateResult {
    const isShort = place.short !== undefined;
    const way = isShort ? SHORT_WAY : placesOf(place.chapter);
    const inReach = (other: Place | null) =>
      other && (!this.single || isShort || other.chapter === place.chapter) ? other : null;
    const [previous, next] = [inReach(placeAfter(place, -1)), inReach(placeAfter(place, 1))];
    const onward = () => {
      if (next) this.goTo(next);
      else if (this.single) this.goTo(way[0]!);
      else if (isShort) this.#showEnd();
      else this.close();
    };
    const last = this.single ? texts.again : texts.finish;
    const isDone = this.#outcome !== null || this.isDone(place);
    const isLeft = isShort && (next !== null || !isDone);
    return html`<nav aria-label=${texts.name}>
      <button ?disabled=${!previous} @click=${() => previous && this.goTo(previous)}>${texts.back}</button>
      <span>
        ${this.#numberOf(place)}
        ${isLeft ? html`<br />${texts.shortWay.left(minutesOf(way.length - place.short!))}` : nothing}
      </span>
      <button class="next ${isDone ? 'done' : ''}" @click=${onward}>${next ? texts.next : last}</button>
    </nav>`;
  }
}

customElements.define('attention-course', AttentionCourse);
