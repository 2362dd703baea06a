// Curves and snapshots of a training run, whose numbers are limited, however long the run is.

export interface Point {
  step: number;
  loss: number;
  accuracy: number;
  gradientNorm: number;
  weightNorm: number;
}

const MAX_POINTS = 240;

/**
 * Curves of a training run. Each point is the average of several training steps, so that there are at most MAX_POINTS
 * points.
 */
export class Curves {
  readonly points: Point[] = [];
  #stepsPerPoint = 1;
  #pending: Point[] = [];

  add(point: Point): void {
    this.#pending.push(point);
    if (this.#pending.length < this.#stepsPerPoint) return;
    this.points.push(averageOf(this.#pending));
    this.#pending = [];
    if (this.points.length <= MAX_POINTS) return;
    this.#stepsPerPoint *= 2;
    const pairs = Array.from({ length: this.points.length >> 1 }, (_, pair) =>
      this.points.slice(2 * pair, 2 * pair + 2),
    );
    const last = this.points.length % 2 === 1 ? this.points.at(-1)! : null;
    this.points.splice(0, Infinity, ...pairs.map(averageOf));
    if (last) this.#pending = [last];
  }

  /** The last point of the curves at or before a training step; undefined if the run has not reached the step. */
  at(step: number): Point | undefined {
    const { points } = this;
    if ((points.at(-1)?.step ?? -1) < step - this.#stepsPerPoint) return undefined;
    return points.findLast((point) => point.step <= step) ?? points[0];
  }
}

/** Averages points of the curves. The result has the training step of the last one. */
function averageOf(points: readonly Point[]): Point {
  const mean = (name: keyof Point) => points.reduce((sum, point) => sum + point[name], 0) / points.length;
  return {
    step: points.at(-1)!.step,
    loss: mean('loss'),
    accuracy: mean('accuracy'),
    gradientNorm: mean('gradientNorm'),
    weightNorm: mean('weightNorm'),
  };
}

const MAX_SNAPSHOTS = 64;
const FIRST_INTERVAL = 5;

/**
 * Number of training steps between two snapshots. It doubles whenever there would be more than MAX_SNAPSHOTS snapshots.
 * @param step training step that the run has reached
 */
export function snapshotInterval(step: number): number {
  let interval = FIRST_INTERVAL;
  while (step > interval * MAX_SNAPSHOTS) interval *= 2;
  return interval;
}

/** Removes snapshots that are no longer needed. Those at multiples of the current interval and the last one remain. */
export function thinned<Each extends { step: number }>(snapshots: readonly Each[]): Each[] {
  const interval = snapshotInterval(snapshots.at(-1)?.step ?? 0);
  return snapshots.filter(({ step }, at) => step % interval === 0 || at === snapshots.length - 1);
}
