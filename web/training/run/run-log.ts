// The page's record of a training run: its settings, curves, snapshots and status.
import { Curves, thinned, type Point } from '../history.js';
import { newMoments, type Moment } from './moments.js';
import { probeOf, type Snapshot } from './snapshot.js';
import { taskOfSettings, type Settings } from '../settings.js';
import type { Example, Task } from '../tasks/task.js';
import type { Reply } from './messages.js';
import type { Result } from '../experiments.js';

export type Status = 'loading' | 'ready' | 'playing' | 'paused' | 'diverged' | 'failed';

export class RunLog {
  readonly settings: Settings;
  readonly task: Task;
  readonly first: Example;
  readonly curves = new Curves();
  readonly moments: Moment[] = [];
  snapshots: Snapshot[] = [];
  status: Status = 'loading';
  step = 0;
  parameters = 0;
  stepsPerSecond = 0;
  /** Accuracy in generation, in which each token is predicted from only the tokens before it, at the last pause. */
  generated = 0;
  /** Text that the model generated at the last pause; null unless the task is `text`. */
  written: string | null = null;
  message = '';
  /** First training step whose loss is far above that of the untrained model; null if there is none. */
  explodedAt: number | null = null;
  /** Training step at which training pauses by itself; Infinity if there is none. */
  until = Infinity;

  constructor(settings: Settings) {
    this.settings = settings;
    this.task = taskOfSettings(settings);
    this.first = probeOf(this.task).first;
  }

  /** Texts of the tokens that label the attention matrices: queries for the rows, keys for the columns. */
  get labels(): { queries: string[]; keys: string[] } {
    const { inputs, sources = inputs } = this.first;
    const write = (tokens: readonly number[]) => tokens.map((token) => this.task.vocabulary[token]!);
    return { queries: write(inputs), keys: write(sources) };
  }

  /** True if the attention matrices have masked cells. Matrices of cross-attention have none. */
  get isMasked(): boolean {
    return this.settings.causal && this.first.sources === undefined;
  }

  get last(): Snapshot | undefined {
    return this.snapshots.at(-1);
  }

  /** Loss and accuracy on the test sequences at the last snapshot, the same numbers as in the timeline. */
  get measured(): { loss: number; accuracy: number } {
    const { loss = 0, accuracy = 0 } = this.last ?? {};
    return { loss, accuracy };
  }

  /**
   * Training step at which training pauses automatically: twice the step at which the task was solved; Infinity before
   * it is solved.
   */
  get enough(): number {
    const solved = this.moments.find(({ name }) => name === 'solved');
    return solved ? 2 * solved.step : Infinity;
  }

  get result(): Result {
    const divergedAt = this.status === 'diverged' ? this.step : null;
    return { ...this.measured, steps: this.step, generated: this.generated, divergedAt };
  }

  /** Records a reply of the worker. @returns the named moments that the reply shows for the first time */
  receive(reply: Reply): Moment[] {
    switch (reply.kind) {
      case 'created':
        this.status = 'ready';
        this.parameters = reply.parameters;
        return this.#keep([reply.snapshot]);
      case 'progress':
        this.stepsPerSecond = reply.stepsPerSecond;
        for (const point of reply.points) this.curves.add(point);
        this.#watch(reply.points);
        this.step = reply.points.at(-1)?.step ?? this.step;
        return this.#keep(reply.snapshots);
      case 'paused': {
        this.status = 'paused';
        this.generated = reply.generated;
        this.written = reply.written;
        return this.#keep(reply.snapshot.step > (this.last?.step ?? -1) ? [reply.snapshot] : []);
      }
      case 'diverged':
        this.status = 'diverged';
        this.step = reply.step;
        return [];
      case 'failed':
        this.status = 'failed';
        this.message = reply.message;
        return [];
      case 'saved':
        return [];
    }
  }

  /** Records the first training step whose loss is far above that of the untrained model. */
  #watch(points: readonly Point[]): void {
    const most = RUNAWAY_FACTOR * (this.snapshots[0]?.loss ?? Infinity);
    this.explodedAt ??= points.find(({ loss }) => loss > most)?.step ?? null;
  }

  #keep(snapshots: readonly Snapshot[]): Moment[] {
    const found: Moment[] = [];
    for (const snapshot of snapshots) {
      const now = newMoments(snapshot, this.snapshots[0] ?? snapshot, this.moments);
      this.moments.push(...now);
      found.push(...now);
      this.snapshots = thinned([...this.snapshots, snapshot]);
    }
    return found;
  }
}

/**
 * Factor, on the loss of the untrained model, above which a loss counts as far too large. No successful run exceeds it.
 */
const RUNAWAY_FACTOR = 10;
