// State of the experiments “What breaks?”: for each, the learner's prediction and its two training runs.
import { EXPERIMENTS, type ExperimentName, type Result } from '../experiments.js';
import type { ReactiveControllerHost } from 'lit';
import type { RunLog } from '../run/run-log.js';
import type { Settings } from '../settings.js';
import type { Snapshot } from '../run/snapshot.js';

export const RUNS = ['baseline', 'changed'] as const;
type RunName = (typeof RUNS)[number];

/**
 * A training run of an experiment when it has ended. `snapshot` and `result` stay as they were then, since the user may
 * continue the run.
 */
export interface FinishedRun {
  run: RunLog;
  snapshot: Snapshot;
  result: Result;
}

/** State of an experiment: the learner's prediction, and the runs so far. */
export interface ExperimentState {
  /** Index of the answer that the learner has predicted; null if there is none yet. */
  prediction: number | null;
  running: RunName | null;
  baseline: FinishedRun | null;
  changed: FinishedRun | null;
}

export const NOT_STARTED: ExperimentState = { prediction: null, running: null, baseline: null, changed: null };

export class ExperimentRuns {
  readonly #host: ReactiveControllerHost;
  /**
   * Trains a model with the given settings for a number of steps. Resolves with null if another training run replaces
   * this one.
   */
  readonly #complete: (settings: Settings, steps: number) => Promise<RunLog | null>;
  readonly #states = new Map<ExperimentName, ExperimentState>();

  constructor(host: ReactiveControllerHost, complete: (settings: Settings, steps: number) => Promise<RunLog | null>) {
    this.#host = host;
    this.#complete = complete;
  }

  get states(): ReadonlyMap<ExperimentName, ExperimentState> {
    return this.#states;
  }

  predict(name: ExperimentName, prediction: number): void {
    this.#states.set(name, NOT_STARTED);
    this.#set(name, { prediction });
  }

  /**
   * Performs the two training runs of an experiment, one after the other. Stops if a run fails, is paused or is
   * replaced by another one.
   */
  async run(name: ExperimentName, seed: number): Promise<void> {
    const { steps, ...settings } = EXPERIMENTS[name];
    this.#set(name, { baseline: null, changed: null });
    for (const running of RUNS) {
      this.#set(name, { running });
      const ended = await this.#complete({ ...settings[running], seed }, steps);
      if (!ended || ended.status === 'failed' || (ended.status === 'paused' && ended.step < steps)) break;
      this.#set(name, { [running]: { run: ended, snapshot: ended.last, result: ended.result } });
    }
    this.#set(name, { running: null });
  }

  #set(name: ExperimentName, changed: Partial<ExperimentState>): void {
    this.#states.set(name, { ...(this.#states.get(name) ?? NOT_STARTED), ...changed });
    this.#host.requestUpdate();
  }
}
