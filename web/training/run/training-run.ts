// A training run in the worker. It trains in time slices, between which a message such as `pause` can arrive, and takes
// snapshots at fixed steps.
import { DivergenceError } from '../../engine/training/divergence-error.js';
import { accuracyInGeneration, probeOf, takeSnapshot, write, type Probe, type Snapshot } from './snapshot.js';
import { batchOf, type Task } from '../tasks/task.js';
import { configOf, taskOfSettings, type Settings } from '../settings.js';
import { snapshotInterval, type Point } from '../history.js';
import type { Reply } from './messages.js';
import type { Trainer, TrainerConfig } from '../../engine/training/trainer.js';

/** Milliseconds of training between two reports to the page, each of which makes the page render. */
const SLICE = 50;
const [PROMPT, WRITTEN] = [12, 120];

type Report = Reply extends infer Each ? (Each extends { run: number } ? Omit<Each, 'run'> : never) : never;

/** Waits until the worker has received its pending messages. */
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

export class TrainingRun {
  readonly #trainer: Trainer;
  readonly #task: Task;
  readonly #probe: Probe;
  readonly #post: (report: Report) => void;
  /** Training step at which training pauses. */
  #until = 0;
  #isTraining = false;
  #isDisposed = false;

  private constructor(trainer: Trainer, task: Task, post: (report: Report) => void) {
    this.#trainer = trainer;
    this.#task = task;
    this.#probe = probeOf(task);
    this.#post = post;
  }

  static async create(
    createTrainer: (config: TrainerConfig) => Promise<Trainer>,
    settings: Settings,
    post: (report: Report) => void,
  ): Promise<TrainingRun> {
    const task = taskOfSettings(settings);
    const data = (random: () => number) => batchOf(task, settings.batch, random);
    const run = new TrainingRun(await createTrainer({ ...configOf(settings, task), data }), task, post);
    post({ kind: 'created', snapshot: run.#snapshot(), parameters: run.#trainer.snapshot().length });
    return run;
  }

  /** Trains up to a step, or until `pause` or `dispose` is called. */
  async play(until: number): Promise<void> {
    this.#until = until;
    if (this.#isTraining) return;
    this.#isTraining = true;
    try {
      if (await this.#train()) this.#reportPause();
    } catch (error) {
      if (!this.#isDisposed) throw error;
    } finally {
      this.#isTraining = false;
    }
  }

  pause(): void {
    if (this.#isTraining) this.#until = 0;
    else this.#reportPause();
  }

  step(): Promise<void> {
    return this.play(this.#trainer.steps + 1);
  }

  save(): void {
    const { inputs, sources } = this.#probe.first;
    const config = this.#trainer.modelConfig(sources && { start: inputs[0]! });
    this.#post({ kind: 'saved', weights: this.#trainer.save(), config });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#trainer.dispose();
  }

  /** Text that the model generates at a pause; null unless the task is `text`. */
  get written(): string | null {
    return this.#task.name === 'text' ? write(this.#trainer, this.#task, this.#probe, PROMPT, WRITTEN) : null;
  }

  #snapshot(): Snapshot {
    return takeSnapshot(this.#trainer, this.#task, this.#probe);
  }

  #reportPause(): void {
    const { written } = this;
    const generated = accuracyInGeneration(this.#trainer, this.#task, this.#probe);
    this.#post({ kind: 'paused', snapshot: this.#snapshot(), generated, written });
  }

  /** Trains up to the step `#until`. @returns false if the loss has become infinite or NaN */
  async #train(): Promise<boolean> {
    while (this.#trainer.steps < this.#until) {
      if (!(await this.#slice())) return false;
      await nextTurn();
    }
    return true;
  }

  /**
   * Trains for about SLICE milliseconds, and reports to the page.
   * @returns false if the loss has become infinite or NaN
   */
  async #slice(): Promise<boolean> {
    const began = performance.now();
    const points: Point[] = [];
    const snapshots: Snapshot[] = [];
    const report = () => {
      const stepsPerSecond = (1000 * points.length) / (performance.now() - began);
      this.#post({ kind: 'progress', points, snapshots, stepsPerSecond });
    };
    do {
      try {
        const { step, loss, accuracy, gradientNorm, weightNorm } = await this.#trainer.stepAsync(1);
        points.push({ step, loss, accuracy, gradientNorm, weightNorm });
        if (step % snapshotInterval(step) === 0) snapshots.push(this.#snapshot());
      } catch (error) {
        if (!(error instanceof DivergenceError)) throw error;
        report();
        this.#post({ kind: 'diverged', step: error.step });
        return false;
      }
    } while (this.#trainer.steps < this.#until && performance.now() - began < SLICE);
    report();
    return true;
  }
}
