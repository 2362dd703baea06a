// State of the worker: the engine, the model, its runs on the text, and a cache of results.
import { createEngine, type Engine } from '../../engine/index.js';
import type { AnalysisResult, HeadScores, MeanActivations } from '../../analysis/index.js';
import type { Intervention } from '../interventions.js';
import type { ViewName } from '../views.js';
import type { PretrainedFiles } from '../../engine/pretrained/load.js';
import type { PretrainedModel } from '../../engine/pretrained/pretrained-model.js';
import type { PretrainedRun } from '../../engine/pretrained/pretrained-run.js';

/** Context that the worker passes to a request: an abort signal, and a function that reports progress. */
export interface Context<Partial = never> {
  readonly signal: AbortSignal;
  /**
   * Reports progress.
   * @param done completed share, from 0 to 1
   * @param partial the result so far
   */
  readonly report: (done: number, partial?: Partial) => void;
}

/** Runs on a text, with and without the interventions. */
export interface Runs {
  /** Identifies the text. */
  readonly key: string;
  readonly baseline: PretrainedRun;
  readonly interventions: readonly Intervention[];
  /** The run with the interventions. It is the baseline if there are none. */
  readonly intervened: PretrainedRun;
}

/** Error of a request that needs something that is not open. */
const notOpen = (what: string) => new Error(`expected ${what}, got none: it has been closed`);

export class Inspected {
  #engine: Promise<Engine> | null = null;
  #files: PretrainedFiles | null = null;
  #model: PretrainedModel | null = null;
  #runs: Runs | null = null;
  /** Settles when the first layer, which is read before the rest of the model, is done. */
  firstLayer: Promise<unknown> = Promise.resolve();
  means: MeanActivations | null = null;
  /** True if the means are over random tokens, because the tokenizer cannot encode the project's sentences. */
  areMeansOfRandom = false;
  scores: HeadScores | null = null;
  /** Run on the second sentence, with the run on the first one to which it belongs; null if there is none. */
  other: { readonly text: string; readonly run: PretrainedRun; readonly beside: PretrainedRun } | null = null;
  /** Latest result of each view, for export. */
  readonly #results = new Map<ViewName, AnalysisResult>();

  get engine(): Promise<Engine> {
    return (this.#engine ??= createEngine());
  }

  /** Files of the model that was last described. */
  get files(): PretrainedFiles {
    if (!this.#files) throw notOpen('files');
    return this.#files;
  }

  set files(files: PretrainedFiles) {
    this.#files = files;
  }

  get model(): PretrainedModel {
    if (!this.#model) throw notOpen('a model');
    return this.#model;
  }

  get runs(): Runs | null {
    return this.#runs;
  }

  /** The run with the interventions, which the views show. */
  get run(): PretrainedRun {
    if (!this.#runs) throw notOpen('a run');
    return this.#runs.intervened;
  }

  show(runs: Runs): void {
    this.#runs = runs;
  }

  /** Stores a view's complete or partial result for export. */
  keep(name: ViewName, result: AnalysisResult): void {
    this.#results.set(name, result);
  }

  resultOf(name: ViewName): AnalysisResult {
    const result = this.#results.get(name);
    if (!result) throw notOpen(`a result of '${name}'`);
    return result;
  }

  /** Replaces the model and frees the memory of the previous model. */
  replace(model: PretrainedModel): void {
    this.close();
    this.#model = model;
  }

  close(): void {
    this.#model?.dispose();
    this.#results.clear();
    this.areMeansOfRandom = false;
    this.#model = this.#runs = this.means = this.scores = this.other = null;
  }
}
