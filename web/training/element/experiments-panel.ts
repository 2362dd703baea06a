// Panel of the experiments “What breaks?”: for each, a question, a prediction, two training runs, and their results.
import { EXPERIMENT_NAMES, EXPERIMENTS, type ExperimentName, type Result } from '../experiments.js';
import { NOT_STARTED, RUNS, type ExperimentState, type FinishedRun } from './experiment-runs.js';
import { fold } from './fold.js';
import { bestHead } from '../run/moments.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { Measured } from '../../locales/en/pages/training.js';
import type { TrainingTexts } from '../texts.js';

interface ExperimentsPanel {
  texts: TrainingTexts;
  states: ReadonlyMap<ExperimentName, ExperimentState>;
  /** Current step of the training run that is in progress. */
  step: number;
  isWide: boolean;
  percent: (share: number) => string;
  predict: (name: ExperimentName, answer: number) => void;
  run: (name: ExperimentName) => void;
}

export function experimentsPanel(panel: ExperimentsPanel): TemplateResult {
  const { name, intro } = panel.texts.experiments;
  const cards = EXPERIMENT_NAMES.map((each) => card(panel, each));
  return fold({ name, note: intro, isOpen: panel.isWide }, html`<div class="cards">${cards}</div>`);
}

function card({ texts, states, step, percent, predict, run }: ExperimentsPanel, name: ExperimentName): TemplateResult {
  const { experiments } = texts;
  const { name: title, question, answers, why } = experiments.each[name];
  const { prediction, running, baseline, changed } = states.get(name) ?? NOT_STARTED;
  const isBusy = [...states.values()].some((state) => state.running !== null);
  const outcome = baseline && changed ? EXPERIMENTS[name].answer(baseline.result, changed.result) : null;
  return html`<article>
    <h3>${title}</h3>
    <fieldset ?disabled=${isBusy || outcome !== null}>
      <legend>${question} ${experiments.predict}</legend>
      ${answers.map(
        (answer, index) =>
          html`<label class=${outcome === index ? 'right' : ''}>
            <input type="radio" name=${name} .checked=${prediction === index} @change=${() => predict(name, index)} />
            <span>${answer}${outcome === index ? ' ✓' : nothing}</span>
          </label>`,
      )}
    </fieldset>
    ${running ? html`<p class="note">${experiments.running[running](step, EXPERIMENTS[name].steps)}</p>` : nothing}
    <div aria-live="polite">
      ${baseline && running === null ? html`<p>${experiments.baseline(measured(baseline.result, percent))}</p>` : nothing}
      ${changed ? html`<p>${changedText(texts, changed.result, percent)}</p>` : nothing}
      ${
        outcome === null
          ? nothing
          : html`<div class="ends">${RUNS.map((each) => matrix(texts, name, each, states.get(name)![each]!))}</div>
              <p><b>${prediction === outcome ? experiments.right : experiments.wrong}</b> ${why}</p>`
      }
    </div>
    <button ?disabled=${isBusy || prediction === null} @click=${() => run(name)}>
      ${outcome === null ? experiments.try : experiments.again}
    </button>
  </article>`;
}

/** Attention matrix of the head that solves the task best, at the end of an experiment's run. */
function matrix(
  texts: TrainingTexts,
  name: ExperimentName,
  which: (typeof RUNS)[number],
  ended: FinishedRun,
): TemplateResult {
  const { layer, head } = bestHead(ended.snapshot, 'job');
  return html`<figure>
    <canvas
      role="img"
      aria-label=${texts.heads.head(layer, head)}
      data-experiment=${name}
      data-run=${which}
      data-layer=${layer}
      data-head=${head}
    ></canvas>
    <figcaption>${texts.experiments.ends[which]}</figcaption>
  </figure>`;
}

const measured = ({ steps, accuracy, loss, generated }: Result, percent: (share: number) => string): Measured => ({
  steps,
  accuracy: percent(accuracy),
  loss: loss.toPrecision(2),
  generated: percent(generated),
});

const changedText = ({ experiments }: TrainingTexts, result: Result, percent: (share: number) => string): string =>
  result.divergedAt === null ? experiments.changed(measured(result, percent)) : experiments.diverged(result.divergedAt);
