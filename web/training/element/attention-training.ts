// <attention-training>: a small Transformer that is trained while the user watches. It holds the state: the settings, the run,
// the moment that is shown, and the experiments; the parts are drawn by functions.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { cellsBox, pairAt } from './head-scene.js';
import { EXPERIMENTS, type ExperimentName } from '../experiments.js';
import { defaultSettings, fromParameters, type Settings } from '../settings.js';
import { experimentsPanel, NOT_BEGUN, type ExperimentState } from './experiments-panel.js';
import { headsPanel, type HeadRef } from './heads-panel.js';
import { languageOf, messagesIn, type Language } from '../../messages/index.js';
import { MatrixPainter } from './matrix-painter.js';
import { RunClient } from '../run/run-client.js';
import { runCharts } from './run-charts.js';
import { samples } from './samples.js';
import { saveFile } from './save-file.js';
import { settingsPanel } from './settings-panel.js';
import { TASK_NAMES, type TaskName } from '../tasks/task.js';
import { ThemeController } from '../../ui/theme-controller.js';
import { timeline } from './timeline.js';
import { trainingStyles } from './styles.js';
import { trainingTextsIn, type TrainingTexts } from '../messages/index.js';
import type { MeasureName, Pair } from '../measures.js';
import type { Moment } from '../run/moments.js';
import type { RunLog } from '../run/run-log.js';
import type { Snapshot } from '../run/snapshot.js';
import type { Theme } from '../../ui/palette-css.js';

/** Fired when the user has changed the settings. */
export const SETTINGS_CHANGE = 'settingschange';

/** Milliseconds between two pictures of a run, which reports more often. */
const RENDER_INTERVAL = 80;

export class AttentionTraining extends LitElement {
  static override properties = {
    lang: {},
    theme: {},
    settings: { attribute: false },
  };
  static override styles = trainingStyles;

  declare lang: Language | 'auto';
  declare theme: Theme | 'auto';
  declare settings: Settings;
  readonly #colors = new ThemeController(this);
  readonly #client = new RunClient((moments) => this.#onRun(moments));
  readonly #painter = new MatrixPainter();
  readonly #experiments = new Map<ExperimentName, ExperimentState>();
  #renderTimer = 0;
  #paintFrame = 0;
  /** The moment that is shown; null: now. */
  #shown: Snapshot | null = null;
  #reference: Snapshot | null = null;
  /** The head that the user has selected; null: the one that matters. */
  #selected: HeadRef | null = null;
  #measure: MeasureName = 'job';
  #isOutlined = true;
  #cell: Pair | null = null;
  /** For screen readers. */
  #announcement = '';

  constructor() {
    super();
    Object.assign(this, { lang: 'auto', theme: 'auto', settings: fromParameters(new URLSearchParams()) });
    this.#client.onSaved = (file) => saveFile(`spotlight-${this.settings.task}.safetensors`, file);
  }

  /** The run that is shown; null before the first. */
  get run(): RunLog | null {
    return this.#client.log;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#renderTimer);
    cancelAnimationFrame(this.#paintFrame);
    this.#client.dispose();
  }

  protected override willUpdate(changed: PropertyValues): void {
    // An experiment starts its runs itself.
    if (changed.has('settings') && this.run?.settings !== this.settings) this.#create();
  }

  play(): void {
    this.#shown = null;
    this.#announcement = this.#texts.announce.started;
    this.#client.play();
  }

  pause(): void {
    this.#client.pause();
  }

  restart(): void {
    this.#create();
  }

  /** Changes settings as the user does: a new run, and a new address. */
  change(changed: Partial<Settings>): void {
    this.settings = this.run?.settings === changed ? this.run.settings : { ...this.settings, ...changed };
    this.dispatchEvent(new Event(SETTINGS_CHANGE));
  }

  get #language(): Language {
    return languageOf(this.lang);
  }

  get #texts(): TrainingTexts {
    return trainingTextsIn[this.#language];
  }

  readonly #percent = (share: number): string => messagesIn[this.#language].percent(share, 0);

  /** What was selected in the run before. */
  #forget(): void {
    this.#shown = null;
    this.#reference = null;
    this.#selected = null;
    this.#cell = null;
  }

  #create(): void {
    this.#forget();
    if (this.run?.settings.task !== this.settings.task)
      this.#measure = this.settings.task === 'text' ? 'previous' : 'job';
    const { text } = this.settings;
    const learned = this.settings.task === 'text' && text === '' ? this.#texts.text.sample : text;
    this.#client.create(learned === text ? this.settings : { ...this.settings, text: learned });
  }

  /** The worker may report more often than pictures are drawn. */
  #onRun(moments: readonly Moment[]): void {
    for (const moment of moments) this.#announce(moment);
    const { run } = this;
    if (run?.status === 'paused' && moments.length === 0)
      this.#announcement = this.#texts.announce.paused(run.step, this.#percent(run.recent.accuracy));
    this.#renderTimer ||= window.setTimeout(() => {
      this.#renderTimer = 0;
      this.requestUpdate();
    }, RENDER_INTERVAL);
  }

  #announce({ name, step, head }: Moment): void {
    const { announce, heads } = this.#texts;
    if (name === 'solved') this.#announcement = announce.solved(step);
    if (name === 'job' && head)
      this.#announcement = announce.moment(step, heads.head(head.layer, head.head), this.#percent(head.score));
  }

  async #experiment(name: ExperimentName): Promise<void> {
    const { baseline, changed, steps } = EXPERIMENTS[name];
    const set = (state: Partial<ExperimentState>) => {
      this.#experiments.set(name, { ...(this.#experiments.get(name) ?? NOT_BEGUN), ...state });
      this.requestUpdate();
    };
    const runs = [
      ['baseline', baseline],
      ['changed', changed],
    ] as const;
    set({ baseline: null, changed: null });
    for (const [running, settings] of runs) {
      set({ running });
      const own = { ...settings, seed: this.settings.seed };
      this.#forget();
      const completed = this.#client.complete(own, steps);
      this.change(own);
      const ended = await completed;
      if (!ended) break; // another run was begun
      set({ [running]: ended.result });
    }
    set({ running: null });
  }

  /** The matrices are painted in a frame of their own: charts and matrices together would take too long for one. */
  protected override updated(): void {
    cancelAnimationFrame(this.#paintFrame);
    this.#paintFrame = requestAnimationFrame(() => {
      const { run, snapshot } = this;
      if (!run || !snapshot) return;
      const { palette } = this.#colors;
      for (const canvas of this.renderRoot.querySelectorAll<HTMLCanvasElement>('canvas[data-head]')) {
        const isLarge = canvas.className === 'large';
        this.#painter.paint(canvas, {
          ...{ run, snapshot, reference: this.#reference, palette, isLarge },
          isOutlined: isLarge && this.#isOutlined,
          cell: isLarge ? this.#cell : null,
        });
      }
    });
  }

  /** The moment that is shown; undefined before the first. */
  get snapshot(): Snapshot | undefined {
    return this.#shown ?? this.run?.last;
  }

  #pointAt(event: PointerEvent | null): void {
    const { run } = this;
    const canvas = event?.currentTarget;
    this.#cell =
      event && run && canvas instanceof HTMLCanvasElement
        ? pairAt(cellsBox(canvas.clientWidth, run.labels), run.first.inputs.length, event.offsetX, event.offsetY)
        : null;
    this.requestUpdate();
  }

  #moveCell(event: KeyboardEvent): void {
    const moves: Record<string, Pair> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const move = moves[event.key];
    if (!move || !this.run) return;
    event.preventDefault();
    const last = this.run.first.inputs.length - 1;
    const within = (at: number) => Math.min(last, Math.max(0, at));
    const [query, key] = this.#cell ?? [last, last];
    this.#cell = this.#cell ? [within(query + move[0]), within(key + move[1])] : [query, key];
    this.requestUpdate();
  }

  /** The head that matters: the one that does the job, and before there is one, the first of the last layer. */
  get #head(): HeadRef {
    const formed = this.run?.moments.find(({ name }) => name === 'job')?.head;
    return this.#selected ?? formed ?? { layer: (this.run?.settings.layers ?? 1) - 1, head: 0 };
  }

  protected override render(): TemplateResult {
    const texts = this.#texts;
    const { run } = this;
    const { locale } = messagesIn[this.#language];
    return html`<div class="page" lang=${locale}>
      ${this.#tasks(texts)} ${this.#player(texts)}
      <p class="visually-hidden" role="status">${this.#announcement}</p>
      ${run ? this.#trouble(texts, run) : nothing}
      ${run && this.snapshot ? this.#run(texts, run, this.snapshot) : nothing}
      <section class="model" aria-label=${texts.settings.name}>
        <h2>
          ${texts.settings.name}
          <small>${run ? texts.settings.parameters(messagesIn[this.#language].count(run.parameters)) : ''}</small>
        </h2>
        ${settingsPanel(texts, this.settings, (changed) => this.change(changed))}
      </section>
      ${experimentsPanel({
        texts,
        states: this.#experiments,
        step: run?.step ?? 0,
        percent: this.#percent,
        predict: (name, prediction) => {
          this.#experiments.set(name, { ...NOT_BEGUN, prediction });
          this.requestUpdate();
        },
        run: (name) => void this.#experiment(name),
      })}
      <p class="export">
        <button ?disabled=${!run || run.step === 0} @click=${() => this.#client.save()}>${texts.export}</button>
      </p>
    </div>`;
  }

  #tasks(texts: TrainingTexts): TemplateResult {
    const { task } = this.settings;
    const { rule, watch } = texts.tasks[task];
    const open = (name: TaskName) => this.change({ ...defaultSettings(name), seed: this.settings.seed });
    return html`<div class="tasks" role="group" aria-label=${texts.taskLabel}>
        ${TASK_NAMES.map(
          (name) =>
            html`<button aria-pressed=${String(name === task)} @click=${() => open(name)}>
              ${texts.tasks[name].name}
            </button>`,
        )}
      </div>
      <p class="watch">${watch}</p>
      <p class="rule">${rule}</p>
      ${task === 'text' ? this.#ownText(texts) : nothing}`;
  }

  #ownText(texts: TrainingTexts): TemplateResult {
    const use = () => {
      const area = this.renderRoot.querySelector('textarea');
      if (area) this.change(defaultSettings('text', area.value.trim()));
    };
    return html`<div class="own">
      <label>
        <span>${texts.text.name} <small>${texts.text.hint}</small></span>
        <textarea rows="3" .value=${this.settings.text || texts.text.sample}></textarea>
      </label>
      <button @click=${use}>${texts.text.use}</button>
    </div>`;
  }

  #player(texts: TrainingTexts): TemplateResult {
    const { run } = this;
    const isPlaying = run?.status === 'playing';
    const isStuck = !run || run.status === 'loading' || run.status === 'diverged' || run.status === 'failed';
    const begun = (run?.step ?? 0) > 0 ? texts.playOn : texts.play;
    return html`<div class="player">
      <button class="play" ?disabled=${isStuck} @click=${() => (isPlaying ? this.pause() : this.play())}>
        <span aria-hidden="true">${isPlaying ? '❚❚' : '▶'}</span> ${isPlaying ? texts.pause : begun}
      </button>
      <button ?disabled=${isStuck || isPlaying} @click=${() => this.#client.step()}>${texts.step}</button>
      <button ?disabled=${!run || run.status === 'loading'} @click=${() => this.restart()}>${texts.restart}</button>
      ${run?.last ? this.#status(texts, run) : html`<p class="status">${texts.loading}</p>`}
    </div>`;
  }

  #status(texts: TrainingTexts, run: RunLog): TemplateResult {
    const { status } = texts;
    const { loss, accuracy } = run.recent;
    const chance = this.#percent(run.task.chance);
    return html`<p class="status">
      <span>${status.step} <b>${run.step}</b></span>
      <span>${status.right} <b>${this.#percent(accuracy)}</b> <small>(${status.chance(chance)})</small></span>
      <span>${status.loss} <b>${loss.toFixed(2)}</b></span>
      ${run.status === 'playing' ? html`<small>${status.speed(run.stepsPerSecond.toFixed(0))}</small>` : nothing}
    </p>`;
  }

  #trouble(texts: TrainingTexts, run: RunLog): TemplateResult | typeof nothing {
    if (run.status === 'failed') return html`<p class="notice error" role="alert">${texts.failed(run.message)}</p>`;
    if (run.status !== 'diverged') return nothing;
    const { learningRate } = run.task.defaults;
    return html`<p class="notice error" role="alert">
      ${texts.diverged(run.step)}
      <button @click=${() => this.change({ learningRate })}>${texts.calmer(learningRate)}</button>
    </p>`;
  }

  #run(texts: TrainingTexts, run: RunLog, snapshot: Snapshot): TemplateResult {
    return html`${samples(texts, run, snapshot)}
      ${timeline({
        ...{ texts, run, snapshot, reference: this.#reference, percent: this.#percent },
        isLive: this.#shown === null,
        show: (shown) => {
          this.#shown = shown;
          this.requestUpdate();
        },
        compare: (reference) => {
          this.#reference = reference;
          if (reference) this.#shown = null; // a moment minus itself has nothing to show
          this.requestUpdate();
        },
      })}
      <div class="columns">
        ${headsPanel({
          ...{ texts, log: run, snapshot, reference: this.#reference, percent: this.#percent },
          ...{ selected: this.#head, measure: this.#measure, isOutlined: this.#isOutlined, cell: this.#cell },
          select: (place) => {
            this.#selected = place;
            this.requestUpdate();
          },
          setMeasure: (measure) => {
            this.#measure = measure;
            this.requestUpdate();
          },
          setOutlined: (isOutlined) => {
            this.#isOutlined = isOutlined;
            this.requestUpdate();
          },
          point: (event) => this.#pointAt(event),
          move: (event) => this.#moveCell(event),
        })}
        ${runCharts({
          ...{ texts, log: run, before: this.#client.previous, measure: this.#measure, percent: this.#percent },
          shown: this.#shown?.step ?? null,
        })}
      </div>
      ${
        run.written === null
          ? nothing
          : html`<section class="written">
              <h2>${texts.text.written}</h2>
              <p>${run.written}</p>
            </section>`
      }`;
  }
}

customElements.define('attention-training', AttentionTraining);
