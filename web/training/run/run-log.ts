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
  /** The first step with a loss far above that of the untrained model; null: none. */
  ranAwayAt: number | null = null;
  /** The step until which it plays. */
  until = Infinity;

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

  /** Loss and accuracy on the probe, the same sequences all the time, at the last snapshot; the timeline shows it, too. */
  get measured(): { loss: number; accuracy: number } {
    const { loss = 0, accuracy = 0 } = this.last ?? {};
    return { loss, accuracy };
  }

  /** The step at which it is played no further by itself, with the task learned in the middle; Infinity: it is not learned. */
  get enough(): number {
    const solved = this.moments.find(({ name }) => name === 'solved');
    return solved ? 2 * solved.step : Infinity;
  }

  get result(): Result {
    const divergedAt = this.status === 'diverged' ? this.step : null;
    return { ...this.measured, steps: this.step, generated: this.generated, divergedAt };
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

  /** A loss may be a number and yet out of all bounds: the weights have run away. */
  #watch(points: readonly Point[]): void {
    const most = FAR_ABOVE * (this.snapshots[0]?.loss ?? Infinity);
    this.ranAwayAt ??= points.find(({ loss }) => loss > most)?.step ?? null;
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

/** So many times the loss of the untrained model: no run that learns comes near it. */
const FAR_ABOVE = 10;
