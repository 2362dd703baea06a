// Player of the training page: buttons that start and pause training, the state of the training run, and a summary of
// what the model has learned.
import { html, nothing, type TemplateResult } from 'lit';
import { bestHead } from '../run/moments.js';
import type { RunLog } from '../run/run-log.js';
import type { Settings } from '../settings.js';
import type { TrainingTexts } from '../texts.js';

/**
 * Share of a head's weight on the right positions from which on it counts as attending to them, even if the model's
 * predictions are not yet right.
 */
const HALF = 0.5;

interface Player {
  texts: TrainingTexts;
  /** Current training run; null before the first one. */
  run: RunLog | null;
  percent: (share: number) => string;
  play: () => void;
  pause: () => void;
  step: () => void;
  restart: () => void;
  change: (changed: Partial<Settings>) => void;
}

export function player(props: Player): TemplateResult {
  const { texts, run, play, pause, step, restart } = props;
  const isPlaying = run?.status === 'playing';
  const isStuck = !run || run.status === 'loading' || run.status === 'diverged' || run.status === 'failed';
  const begun = (run?.step ?? 0) > 0 ? texts.playOn : texts.play;
  return html`<div class="player">
      <button class="play" ?disabled=${isStuck} @click=${isPlaying ? pause : play}>
        <span aria-hidden="true">${isPlaying ? '❚❚' : '▶'}</span> ${isPlaying ? texts.pause : begun}
      </button>
      <button ?disabled=${isStuck || isPlaying} @click=${step}>${texts.step}</button>
      <button ?disabled=${!run || run.status === 'loading'} @click=${restart}>${texts.restart}</button>
      ${run?.last ? status(props, run) : html`<p class="status">${texts.loading}</p>`}
    </div>
    <p class="now">${run?.last ? learned(props, run) : nothing}</p>
    ${run ? trouble(props, run) : nothing}`;
}

function status({ texts, percent }: Player, run: RunLog): TemplateResult {
  const { loss, accuracy } = run.measured;
  return html`<p class="status">
    <span>${texts.status.step} <b>${run.step}</b></span>
    <span>
      ${texts.status.right} <b>${percent(accuracy)}</b>
      <small>(${texts.status.chance(percent(run.task.chance))})</small>
    </span>
    <span>${texts.status.loss} <b>${loss.toFixed(2)}</b></span>
    ${run.status === 'playing' ? html`<small>${texts.status.speed(run.stepsPerSecond.toFixed(0))}</small>` : nothing}
  </p>`;
}

/** Sentences about what the model has learned so far. */
function learned({ texts, percent }: Player, run: RunLog): string {
  const { now, heads } = texts;
  const momentOf = (name: 'job' | 'solved') => run.moments.find((moment) => moment.name === name);
  const [job, solved] = [momentOf('job'), momentOf('solved')];
  const sentences: string[] = [];
  if (job?.head) {
    const { layer, head } = job.head;
    const share = percent(run.last?.measures[layer]?.[head]?.job ?? 0);
    sentences.push(now.formed(job.step, heads.head(layer, head), share));
  } else if (run.step === 0) sentences.push(now.untrained(percent(run.last?.accuracy ?? 0)));
  else if (!solved) sentences.push(notYet(texts, run, percent));
  // Only one of these two sentences is shown: on a phone, both would take another line and shift the content below.
  if (run.status === 'paused' && run.until === run.enough && run.step >= run.enough) sentences.push(now.enough);
  else if (solved) sentences.push(now.solved(solved.step));
  return sentences.join(now.between);
}

/** Sentence about a model in which no head has formed for the task yet. */
function notYet({ now, heads }: TrainingTexts, { task, last }: RunLog, percent: Player['percent']): string {
  if (task.name === 'text' || !last) return now.reading;
  const { layer, head, score } = bestHead(last, 'job');
  return score < HALF ? now.guessing : now.unused(heads.head(layer, head), percent(score));
}

function trouble({ texts, change }: Player, run: RunLog): TemplateResult | typeof nothing {
  if (run.status === 'failed') return html`<p class="notice error" role="alert">${texts.failed(run.message)}</p>`;
  const reason =
    run.status === 'diverged' ? texts.diverged(run.step) : run.explodedAt && texts.lossExploded(run.explodedAt);
  if (!reason) return nothing;
  const { learningRate } = run.task.defaults;
  return html`<p class="notice error" role="alert">
    ${reason}
    <button @click=${() => change({ learningRate })}>${texts.lowerLearningRate(learningRate)}</button>
  </p>`;
}
