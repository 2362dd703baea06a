// Figures that train models on the page: a model with and one without positions, and a model in which a head forms.
// Training runs in time slices on the main thread.
import { css, html, nothing, unsafeCSS, type PropertyValues, type TemplateResult } from 'lit';
import { batchOf, IGNORED_TARGET, type Task } from '../../training/tasks/task.js';
import { bestHead, SOLVED } from '../../training/run/moments.js';
import { configOf, defaultSettings, taskOfSettings, type Settings } from '../../training/settings.js';
import { curves } from './parts/chart.js';
import { EngineFigure, figureStyles } from './figure.js';
import { headScene } from '../../training/element/head-scene.js';
import { paint } from '../../view/output/canvas.js';
import { percent } from '../facts.js';
import { previousTokenPairs } from '../../training/measures.js';
import { probeOf, takeSnapshot, type Snapshot } from '../../training/run/snapshot.js';
import type { Engine } from '../../engine/index.js';
import type { Outcome } from '../step.js';
import type { FigureTexts } from '../../locales/en/pages/course/figures.js';
import type { Trainer } from '../../engine/training/trainer.js';

const STEPS_PER_POINT = 10;
const POINTS_PER_ANNOUNCEMENT = 10;
/** Media query for screens that are wide enough for a figure in a column of its own, beside the course panel. */
const TWO_COLUMNS = '(min-width: 1000px)';
// Side of a drawn attention matrix in pixels: in a narrow column, and on a large screen.
const [MATRIX_SIZE, LARGE_MATRIX_SIZE] = [228, 330];
const MAX_LABELED_TOKENS = 20; // with more tokens than this, labels would be illegible

/**
 * Role of a displayed head: 'job' is the attention that solves the task; 'previous' is attention to the previous token
 * in an earlier layer, which prepares it.
 */
type Behavior = 'job' | 'previous';

interface Offer {
  name: 'with' | 'without' | 'two';
  settings: Settings;
  /** Roles for each of which the figure displays the best head. */
  behaviors: readonly Behavior[];
  /** Maximum number of training steps. */
  steps: number;
  /** Accuracy at which training ends early, from 0 to 1. */
  enough: number;
  color: string;
}

type LearningTexts = FigureTexts['learning'];

interface Learned {
  /** Accuracy of the model after 0, 10, 20 … training steps, from 0 to 1. */
  accuracy: readonly number[];
  snapshot: Snapshot;
  isDone: boolean;
}

/** The head with the best score for a role. The role 'previous' is only searched in layers before the last. */
const shownHead = (snapshot: Snapshot, behavior: Behavior) =>
  behavior === 'job' ? bestHead(snapshot, behavior) : bestHead(snapshot, behavior, snapshot.measures.length - 1);

/** The model's predictions for the displayed sequence, each marked as right or wrong. */
function predictionsOf(texts: LearningTexts, task: Task, { predictions }: Snapshot): TemplateResult {
  const { targets } = probeOf(task).first;
  const asked = [...targets.keys()].filter((at) => targets[at] !== IGNORED_TARGET);
  const isRight = (at: number) => predictions[at] === targets[at];
  const letters = asked.map((at) => task.vocabulary[predictions[at]!]!);
  return html`<p
    class="said"
    role="img"
    aria-label=${texts.predictions(asked.filter(isRight).length, asked.length, letters)}
  >
    ${texts.predicted}${asked.map((at, index) => html`<span class=${isRight(at) ? 'right' : 'wrong'}>${letters[index]}</span>`)}
  </p>`;
}

abstract class LearningFigure extends EngineFigure {
  static override properties = { ...EngineFigure.properties, learned: { state: true }, isBusy: { state: true } };
  static override styles = [
    figureStyles,
    css`
      .parts {
        display: flex;
        flex-wrap: wrap;
        align-items: start;
        gap: 12px 28px;
      }
      .course {
        flex: 1 1 300px;
        max-width: 460px;
      }
      .matrices {
        flex: 1 0 ${MATRIX_SIZE}px;
        min-height: ${2 * MATRIX_SIZE + 50}px; /* they come with the engine */
      }
      a {
        color: var(--_spotlight-accent);
      }
      .matrices {
        display: grid;
        align-content: start;
        gap: 10px;
        font-size: 15px;
      }
      .notes {
        flex-basis: 100%;
      }
      /* Reserves space, so that nothing moves under the pointer when the matrices appear. */
      @media ${unsafeCSS(TWO_COLUMNS)} {
        .parts {
          display: grid;
          grid-template: auto 1fr / minmax(300px, 430px) 1fr;
          min-height: ${2 * MATRIX_SIZE + 134}px;
        }
        .matrices {
          grid-area: 1 / 2 / span 2;
        }
      }
      .matrices figure {
        margin: 0;
      }
      canvas {
        display: block;
        width: ${MATRIX_SIZE}px;
        height: ${MATRIX_SIZE}px;
      }
      @container (min-width: 1100px) {
        .parts {
          grid-template: auto 1fr / minmax(0, 1fr) auto;
          gap: 12px 48px;
          min-height: ${2 * LARGE_MATRIX_SIZE + 160}px;
        }
        .course {
          max-width: none;
        }
        .matrices {
          font-size: 17px;
        }
        canvas {
          width: ${LARGE_MATRIX_SIZE}px;
          height: ${LARGE_MATRIX_SIZE}px;
        }
      }
      .said {
        margin: 2px 0 0 20px;
        overflow-wrap: anywhere;
      }
      .said span {
        margin-right: 2px;
      }
      .said .right {
        color: var(--_spotlight-value);
      }
      .said .wrong {
        color: var(--_spotlight-muted);
        text-decoration: underline wavy 1px var(--_spotlight-positive);
        text-underline-offset: 2px;
      }
    `,
  ];
  declare learned: Partial<Record<Offer['name'], Learned>>;
  declare isBusy: boolean;
  protected abstract readonly offers: readonly Offer[];
  #abort = new AbortController();

  constructor() {
    super();
    Object.assign(this, { learned: {}, isBusy: false });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#abort.abort();
  }

  /** Outcome of the figure's task; null until all models are trained. */
  protected abstract outcomeOf(learned: LearningFigure['learned']): Outcome | null;

  async #train({ name, settings, steps, enough }: Offer): Promise<void> {
    if (!this.engine) return;
    const { signal } = (this.#abort = new AbortController());
    this.isBusy = true;
    // On a screen with one column, the learning curve and the matrices are below the visible area, so the figure
    // scrolls to them.
    if (!matchMedia(TWO_COLUMNS).matches) this.scrollIntoView();
    const task = taskOfSettings(settings);
    const probe = probeOf(task);
    const data = (random: () => number) => batchOf(task, settings.batch, random);
    const accuracy: number[] = [];
    const look = (trainer: Trainer) => {
      const snapshot = takeSnapshot(trainer, task, probe);
      accuracy.push(snapshot.accuracy);
      const isDone = trainer.steps >= steps || snapshot.accuracy >= enough;
      this.learned = { ...this.learned, [name]: { accuracy: [...accuracy], snapshot, isDone } };
      return isDone;
    };
    let trainer: Trainer | null = null;
    try {
      trainer = await this.engine.createTrainer({ ...configOf(settings, task), data });
      while (!look(trainer)) await trainer.stepAsync(STEPS_PER_POINT, { signal });
      this.setOutcome(this.outcomeOf(this.learned));
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      trainer?.dispose();
      this.isBusy = false;
    }
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('engine') && this.engine)
      for (const offer of this.offers) void this.#showUntrained(this.engine, offer);
  }

  /** Draws the heads of the model before training, for comparison with the trained heads. */
  async #showUntrained(engine: Engine, { name, settings }: Offer): Promise<void> {
    const task = taskOfSettings(settings);
    const data = (random: () => number) => batchOf(task, settings.batch, random);
    const trainer = await engine.createTrainer({ ...configOf(settings, task), data });
    const snapshot = takeSnapshot(trainer, task, probeOf(task));
    trainer.dispose();
    if (this.learned[name]) return; // training has already begun
    this.learned = { ...this.learned, [name]: { accuracy: [snapshot.accuracy], snapshot, isDone: false } };
  }

  protected override updated(): void {
    for (const canvas of this.renderRoot.querySelectorAll('canvas')) {
      const { name, behavior } = canvas.dataset as { name: Offer['name']; behavior: Behavior };
      const learned = this.learned[name];
      const offer = this.offers.find((each) => each.name === name);
      if (offer && learned) this.#paint(canvas, offer.settings, learned.snapshot, behavior);
    }
  }

  /**
   * Draws the attention matrix of the best head for a role. Cells on which the head's weight counts for the role are
   * outlined.
   */
  #paint(canvas: HTMLCanvasElement, settings: Settings, snapshot: Snapshot, behavior: Behavior): void {
    const context = canvas.getContext('2d');
    if (!context) return;
    const size = canvas.clientWidth;
    const pixels = Math.round(size * devicePixelRatio);
    [canvas.width, canvas.height] = [pixels, pixels];
    context.scale(devicePixelRatio, devicePixelRatio);
    const task = taskOfSettings(settings);
    const { layer, head } = shownHead(snapshot, behavior);
    const cells = task.tokens ** 2;
    const { first } = probeOf(task);
    const tokens = first.inputs.map((token) => task.vocabulary[token]!);
    const picture = {
      weights: snapshot.weights[layer]!.subarray(head * cells, (head + 1) * cells),
      reference: null,
      cell: null,
      isCausal: settings.causal,
      labels: tokens.length > MAX_LABELED_TOKENS ? null : { queries: tokens, keys: tokens },
      outlined: behavior === 'job' ? task.attended(first) : previousTokenPairs(task.tokens),
    };
    paint(headScene(picture, this.spotlight.palette, size), context, document.createElement('canvas'));
  }

  #matrices({ name, settings, behaviors }: Offer): TemplateResult | typeof nothing {
    const { snapshot } = this.learned[name] ?? {};
    if (!snapshot) return nothing;
    const texts = this.texts.figures.learning;
    return html`${behaviors.map((behavior) => {
      const { layer, head, score } = shownHead(snapshot, behavior);
      return html`<figure>
        <figcaption>
          ${texts.head(behaviors.length > 1 ? texts.behaviors[behavior] : texts.names[name], layer + 1, head + 1)}
        </figcaption>
        <canvas
          data-name=${name}
          data-behavior=${behavior}
          role="img"
          aria-label=${texts.matrix(percent(score))}
        ></canvas>
      </figure>`;
    })}
    ${predictionsOf(texts, taskOfSettings(settings), snapshot)}`;
  }

  /** Text for screen readers: the accuracies at one point of the learning curves. */
  #curve(point: number): string {
    const texts = this.texts.figures.learning;
    const shares = this.offers.map(({ name }): [string, string] => [
      texts.names[name],
      percent(this.learned[name]?.accuracy[Math.min(point, this.learned[name].accuracy.length - 1)] ?? 0),
    ]);
    return texts.curve(point * STEPS_PER_POINT, shares, percent(taskOfSettings(this.offers[0]!.settings).chance));
  }

  /**
   * Link to the training page, which shows every head and has more settings; nothing if the site has no training page.
   */
  #laboratory(text: string): TemplateResult | typeof nothing {
    if (this.training === null) return nothing;
    return html`<p><a href=${`${this.training}&task=${this.offers[0]!.settings.task}`}>${text}</a></p>`;
  }

  protected override render(): TemplateResult {
    const texts = this.texts.figures.learning;
    const length = 1 + Math.max(...this.offers.map(({ steps }) => steps)) / STEPS_PER_POINT;
    const labels = Array.from({ length }, (_, index) => String(index * STEPS_PER_POINT));
    const now = Math.max(1, ...Object.values(this.learned).map(({ accuracy }) => accuracy.length)) - 1;
    const guessing = taskOfSettings(this.offers[0]!.settings).chance;
    const lines = [
      ...this.offers.map(({ name, color }) => ({
        name: texts.names[name],
        color,
        values: this.learned[name]?.accuracy ?? [],
      })),
      { name: texts.guessing, color: '--_spotlight-muted', dashed: true, values: labels.map(() => guessing) },
    ];
    const isBegun = now > 0;
    return html`<div class="parts">
      <div class="course">
        <p class="choice">
          ${this.offers.map(
            (offer) =>
              html`<button
                class="primary"
                ?disabled=${this.isBusy || !this.engine}
                @click=${() => void this.#train(offer)}
              >
                ${texts.train[offer.name]}
              </button>`,
          )}
        </p>
        ${curves(texts.title, labels, now, lines, 1, String, this.#curve(now))}
        <p class="visually-hidden" role="status">
          ${isBegun ? this.#curve(now - (now % POINTS_PER_ANNOUNCEMENT)) : nothing}
        </p>
      </div>
      <div class="matrices">${this.offers.map((offer) => this.#matrices(offer))}</div>
      <div class="notes">
        ${isBegun ? html`<p class="hint">${texts.note}</p>` : nothing} ${this.#laboratory(texts.laboratory)}
      </div>
    </div>`;
  }
}

const reverse = defaultSettings('reverse');
const REVERSE_STEPS = 200;

export class LearningFigureOfPositions extends LearningFigure {
  protected override readonly offers: readonly Offer[] = [
    {
      name: 'with',
      settings: reverse,
      behaviors: ['job'],
      steps: REVERSE_STEPS,
      enough: Infinity,
      color: '--_spotlight-query',
    },
    {
      name: 'without',
      settings: { ...reverse, positions: 'none' },
      steps: REVERSE_STEPS,
      enough: Infinity,
      behaviors: ['job'],
      color: '--_spotlight-positive',
    },
  ];

  protected override outcomeOf({ with: positions, without }: LearningFigure['learned']): Outcome | null {
    if (!positions?.isDone || !without?.isDone) return null;
    const [right, left] = [positions.accuracy.at(-1)!, without.accuracy.at(-1)!];
    const facts = {
      with: percent(right),
      without: percent(left),
      steps: String(REVERSE_STEPS),
      chance: percent(taskOfSettings(reverse).chance),
    };
    return { facts, right: left >= 0.9 ? 0 : left > right / 2 ? 1 : 2 };
  }
}

export class LearningFigureOfTheMoment extends LearningFigure {
  protected override readonly offers: readonly Offer[] = [
    {
      name: 'two',
      settings: defaultSettings('induction'),
      behaviors: ['previous', 'job'],
      steps: 600,
      enough: SOLVED,
      color: '--_spotlight-query',
    },
  ];

  protected override outcomeOf({ two }: LearningFigure['learned']): Outcome | null {
    if (!two?.isDone) return null;
    const middle = Math.floor((two.accuracy.length - 1) / 2);
    const early = two.accuracy[middle]!;
    const facts = {
      early: percent(early),
      late: percent(two.accuracy.at(-1)!),
      steps: String(two.snapshot.step),
      middle: String(middle * STEPS_PER_POINT),
    };
    return { facts, right: early < 0.4 ? 1 : 0 };
  }
}
