// What the page knows of a run: its settings, its curves, its snapshots, and how it stands.
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
  /** The sequence that is shown. */
  readonly first: Example;
  readonly curves = new Curves();
  readonly moments: Moment[] = [];
  snapshots: Snapshot[] = [];
  status: Status = 'loading';
  /** Steps done. */
  step = 0;
  parameters = 0;
  stepsPerSecond = 0;
  /** The accuracy when the model writes on its own, of the last pause. */
  generated = 0;
  /** What the model wrote at the last pause; null: its task is no text. */
  written: string | null = null;
  /** What went wrong. */
  message = '';
  #recent: Point[] = [];

  constructor(settings: Settings) {
    this.settings = settings;
    this.task = taskOfSettings(settings);
    this.first = probeOf(this.task).first;
  }

  /** The tokens of the matrices' rows and columns. */
  get labels(): { queries: string[]; keys: string[] } {
    const { inputs, sources = inputs } = this.first;
    const write = (tokens: readonly number[]) => tokens.map((token) => this.task.vocabulary[token]!);
    return { queries: write(inputs), keys: write(sources) };
  }

  /** Whether later tokens are masked in the matrices: not in cross-attention. */
  get isMasked(): boolean {
    return this.settings.causal && this.first.sources === undefined;
  }

  /** The last snapshot; undefined: nothing is computed yet. */
  get last(): Snapshot | undefined {
    return this.snapshots.at(-1);
  }

  /** Of the last steps together: one batch alone is noisy. Guessing before the first. */
  get recent(): { loss: number; accuracy: number } {
    const { length } = this.#recent;
    if (length === 0) return { loss: this.last?.loss ?? 0, accuracy: this.last?.accuracy ?? 0 };
    const mean = (name: 'loss' | 'accuracy') => this.#recent.reduce((sum, point) => sum + point[name], 0) / length;
    return { loss: mean('loss'), accuracy: mean('accuracy') };
  }

  get result(): Result {
    const divergedAt = this.status === 'diverged' ? this.step : null;
    return { ...this.recent, steps: this.step, generated: this.generated, divergedAt };
  }

  /** Takes in what the worker says. @returns the moments that it brought */
  receive(reply: Reply): Moment[] {
    switch (reply.kind) {
      case 'created':
        this.status = 'ready';
        this.parameters = reply.parameters;
        return this.#keep([reply.snapshot]);
      case 'progress':
        this.stepsPerSecond = reply.stepsPerSecond;
        for (const point of reply.points) this.curves.add(point);
        this.#recent = [...this.#recent, ...reply.points].slice(-RECENT_STEPS);
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

const RECENT_STEPS = 20;
