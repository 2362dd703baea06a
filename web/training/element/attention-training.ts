// <attention-training>: a small Transformer that is trained while the user watches. The element holds the state
// (settings, training run, displayed snapshot, experiments); the functions of this folder render its parts.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { CellCursor } from './cell-cursor.js';
import { centerInRow } from '../../ui/center-in-row.js';
import { fromParameters, type Settings } from '../settings.js';
import { ExperimentRuns, type FinishedRun } from './experiment-runs.js';
import { experimentsPanel } from './experiments-panel.js';
import { exportPanel } from './export-panel.js';
import { Exports } from './exports.js';
import { fold } from './fold.js';
import { headsPanel, type HeadRef } from './heads-panel.js';
import { languageOf, type Language } from '../../locales/index.js';
import { LanguageTexts } from '../../ui/language-texts.js';
import { MatrixPainter } from './matrix-painter.js';
import { RunClient } from '../run/run-client.js';
import { PaintQueue } from './paint-queue.js';
import { player } from './player.js';
import { runCharts } from './run-charts.js';
import { samples } from './samples.js';
import { settingsPanel } from './settings-panel.js';
import { taskPanel } from './task-panel.js';
import { ThemeController } from '../../ui/theme-controller.js';
import { timeline } from './timeline.js';
import { trainingStyles } from './styles.js';
import { loadTrainingTexts, type TrainingTexts } from '../texts.js';
import type { ExperimentName } from '../experiments.js';
import type { MeasureName } from '../measures.js';
import type { Moment } from '../run/moments.js';
import type { TrainedModel } from '../export/model-files.js';
import type { RunLog } from '../run/run-log.js';
import type { Snapshot } from '../run/snapshot.js';
import type { Theme } from '../../ui/palette-css.js';

/** Name of the event that <attention-training> fires when the user changes the settings. */
export const SETTINGS_CHANGE = 'settingschange';

/** Minimum time between two renderings, in milliseconds. A training run sends reports more often. */
const RENDER_INTERVAL = 80;

export class AttentionTraining extends LitElement {
  static override properties = {
    lang: {},
    theme: {},
    settings: { attribute: false },
    lookInside: { attribute: false },
  };
  static override styles = trainingStyles;

  declare lang: Language | 'auto';
  declare theme: Theme | 'auto';
  declare settings: Settings;
  /** Opens the trained model in “Look inside”; null if the site does not have that section. */
  declare lookInside: ((model: TrainedModel) => Promise<void>) | null;
  /** Media query that matches a wide window, in which no part of the page is collapsed. */
  readonly #wide = matchMedia('(min-width: 681px)');
  readonly #colors = new ThemeController(this);
  readonly #loadedTexts = new LanguageTexts(loadTrainingTexts, () => languageOf(this.lang));
  readonly #client = new RunClient((moments) => this.#onRun(moments));
  readonly #exports = new Exports(this, this.#client);
  readonly #painter = new MatrixPainter();
  readonly #experiments = new ExperimentRuns(this, (settings, steps) => {
    this.#forget();
    const completed = this.#client.complete(settings, steps);
    this.change(settings);
    return completed;
  });
  readonly #paintQueue = new PaintQueue((canvas) => this.#paint(canvas));
  readonly #cursor = new CellCursor(this);
  #renderTimer = 0;
  /** Snapshot of the run that the user has selected for display; null for the latest. */
  #shown: Snapshot | null = null;
  #reference: Snapshot | null = null;
  /** Head that the user has selected; null to display the default head. */
  #selected: HeadRef | null = null;
  #measure: MeasureName = 'job';
  #isOutlined = true;
  readonly #resize = () => this.requestUpdate();
  /** Latest announcement for screen readers, such as that training has started. */
  #announcement = '';

  constructor() {
    super();
    Object.assign(this, {
      lang: 'auto',
      theme: 'auto',
      settings: fromParameters(new URLSearchParams()),
      lookInside: null,
    });
  }

  get run(): RunLog | null {
    return this.#client.log;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#wide.addEventListener('change', this.#resize);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#wide.removeEventListener('change', this.#resize);
    clearTimeout(this.#renderTimer);
    this.#paintQueue.stop();
    this.#exports.dispose();
    this.#client.dispose();
  }

  protected override async scheduleUpdate(): Promise<void> {
    await this.#loadedTexts.load();
    await super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('lang') || changed.has('theme')) this.#exports.setAppearance(this);
    // If the settings are those of the current run, an experiment has just started the run itself.
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

  /** Changes settings on behalf of the user: starts a new training run and fires the event SETTINGS_CHANGE. */
  change(changed: Partial<Settings>): void {
    this.settings = this.run?.settings === changed ? this.run.settings : { ...this.settings, ...changed };
    this.dispatchEvent(new Event(SETTINGS_CHANGE));
  }

  get #texts(): TrainingTexts {
    return this.#loadedTexts.current;
  }

  readonly #percent = (share: number): string => this.#texts.percent(share, 0);

  /** Discards selections and the open lab, which belong to the previous training run. */
  #forget(): void {
    this.#exports.closeLab();
    this.#shown = null;
    this.#reference = null;
    this.#selected = null;
    this.#cursor.forget();
  }

  #create(): void {
    this.#forget();
    if (this.run?.settings.task !== this.settings.task)
      this.#measure = this.settings.task === 'text' ? 'previous' : 'job';
    const { text } = this.settings;
    const learned = this.settings.task === 'text' && text === '' ? this.#texts.text.sample : text;
    this.#client.create(learned === text ? this.settings : { ...this.settings, text: learned });
  }

  /** Announces new moments of the run, and renders after each of its reports, at a limited rate. */
  #onRun(moments: readonly Moment[]): void {
    for (const moment of moments) this.#announce(moment);
    const { run } = this;
    if (run?.status === 'paused' && moments.length === 0)
      this.#announcement = this.#texts.announce.paused(run.step, this.#percent(run.measured.accuracy));
    this.#renderTimer ||= window.setTimeout(() => {
      this.#renderTimer = 0;
      this.requestUpdate();
    }, RENDER_INTERVAL);
  }

  #openLab(): void {
    const { run, lang, theme } = this;
    if (run) void this.#exports.openLab({ task: run.task, example: run.first, ...this.#head, lang, theme });
  }

  #makeVideo({ timeline, charts }: TrainingTexts): void {
    const { run } = this;
    if (!run) return;
    const caption = ({ step, accuracy }: Snapshot) => timeline.value(step, this.#percent(accuracy));
    void this.#exports.makeVideo({
      run,
      caption,
      selected: this.#head,
      palette: this.#colors.looks.palette,
      loss: charts.loss,
    });
  }

  #announce({ name, step, head }: Moment): void {
    const { announce, heads } = this.#texts;
    if (name === 'solved') this.#announcement = announce.solved(step);
    if (name === 'job' && head)
      this.#announcement = announce.moment(step, heads.head(head.layer, head.head), this.#percent(head.score));
  }

  protected override updated(changed: PropertyValues): void {
    const task = this.renderRoot.querySelector('.tasks [aria-pressed=true]');
    if (changed.has('settings') && task instanceof HTMLElement) centerInRow(task);
    const canvases = this.renderRoot.querySelectorAll<HTMLCanvasElement>('canvas.large, .all canvas, .ends canvas');
    this.#paintQueue.start([...canvases].reverse()); // the large matrix is painted first
  }

  /** Run of an experiment whose matrix a canvas shows; null if it shows the current training run. */
  #finishedRunOf({ dataset }: HTMLCanvasElement): FinishedRun | null {
    const { experiment, run } = dataset as { experiment?: ExperimentName; run?: 'baseline' | 'changed' };
    return (experiment && run && this.#experiments.states.get(experiment)?.[run]) ?? null;
  }

  #paint(canvas: HTMLCanvasElement): void {
    const ended = this.#finishedRunOf(canvas);
    const { run, snapshot } = ended ?? this;
    if (!run || !snapshot) return;
    const isLarge = canvas.className === 'large';
    const reference = ended ? null : this.#reference;
    this.#painter.paint(canvas, {
      run,
      snapshot,
      reference,
      palette: this.#colors.looks.palette,
      isLarge,
      isOutlined: (isLarge && this.#isOutlined) || ended !== null,
      cell: isLarge ? this.#cursor.cell : null,
    });
  }

  /** Displayed snapshot of the training run; undefined before the first one. */
  get snapshot(): Snapshot | undefined {
    return this.#shown ?? this.run?.last;
  }

  /**
   * Head that has formed for the task: the first whose attention is what the task requires; null if there is none yet.
   */
  get #formed(): HeadRef | null {
    return this.run?.moments.find(({ name }) => name === 'job')?.head ?? null;
  }

  /**
   * Displayed head: the one that the user has selected, otherwise the one that has formed for the task, otherwise the
   * first head of the last layer.
   */
  get #head(): HeadRef {
    return this.#selected ?? this.#formed ?? { layer: (this.run?.settings.layers ?? 1) - 1, head: 0 };
  }

  protected override render(): TemplateResult {
    const texts = this.#texts;
    const { run, settings, snapshot } = this;
    const change = (changed: Partial<Settings>) => this.change(changed);
    return html`<div class="page" lang=${texts.locale}>
      ${taskPanel({ texts, settings, change })}
      ${player({
        texts,
        run,
        change,
        percent: this.#percent,
        play: () => this.play(),
        pause: () => this.pause(),
        step: () => this.#client.step(),
        restart: () => this.restart(),
      })}
      <p class="visually-hidden" role="status">${this.#announcement}</p>
      ${run && snapshot ? this.#run(texts, run, snapshot) : html`<div class="columns"></div>`}
      ${this.#controls(texts, run)}
    </div>`;
  }

  #run(texts: TrainingTexts, run: RunLog, snapshot: Snapshot): TemplateResult {
    const isWide = this.#wide.matches;
    return html`${timeline({
        texts,
        run,
        snapshot,
        reference: this.#reference,
        percent: this.#percent,
        isLive: this.#shown === null,
        show: (shown) => {
          this.#shown = shown;
          this.requestUpdate();
        },
        compare: (reference) => {
          this.#reference = reference;
          if (reference) this.#shown = null; // a snapshot compared with itself would show nothing
          this.requestUpdate();
        },
      })}
      <div class="columns">
        ${headsPanel({
          texts,
          log: run,
          snapshot,
          reference: this.#reference,
          percent: this.#percent,
          isWide,
          selected: this.#head,
          formed: this.#formed,
          measure: this.#measure,
          isOutlined: this.#isOutlined,
          cell: this.#cursor.cell,
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
          point: (event) => this.#cursor.point(event),
          move: (event) => this.#cursor.move(event),
        })}
        ${runCharts({
          texts,
          log: run,
          before: this.#client.previous,
          measure: this.#measure,
          percent: this.#percent,
          isWide,
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
      }
      ${samples(texts, run, snapshot, isWide)}`;
  }

  /** Renders the parts of the page with the settings and the exports. */
  #controls(texts: TrainingTexts, run: RunLog | null): TemplateResult {
    const isWide = this.#wide.matches;
    const size = run?.last ? texts.settings.parameters(texts.count(run.parameters)) : '';
    return html`${fold(
      { name: texts.settings.name, note: size, isOpen: isWide },
      settingsPanel(texts, this.settings, (changed) => this.change(changed)),
    )}
    ${experimentsPanel({
      texts,
      isWide,
      percent: this.#percent,
      states: this.#experiments.states,
      step: run?.step ?? 0,
      predict: (name, prediction) => this.#experiments.predict(name, prediction),
      run: (name) => void this.#experiments.run(name, this.settings.seed),
    })}
    ${exportPanel({
      texts,
      isWide,
      percent: this.#percent,
      hasTrained: (run?.step ?? 0) > 0,
      videoShare: this.#exports.videoShare,
      error: this.#exports.error,
      lab: this.#exports.lab,
      lookInside: this.lookInside && (() => void this.#exports.pass(this.lookInside!)),
      openLab: () => this.#openLab(),
      closeLab: () => this.#exports.closeLab(),
      video: () => this.#makeVideo(texts),
      save: (name) => void this.#exports.save(name),
    })}`;
  }
}

customElements.define('attention-training', AttentionTraining);
