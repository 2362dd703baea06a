// State of the worker: the engine, the model, its runs on the text, and a cache of results.
import { createEngine, type Engine } from '../../engine/index.js';
import type { AnalysisResult, HeadScores, MeanActivations } from '../../analysis/index.js';
import type { Intervention } from '../interventions.js';
import type { ViewName } from '../views.js';
import type { PretrainedFiles } from '../../engine/pretrained/load.js';
import type { PretrainedModel } from '../../engine/pretrained/pretrained-model.js';
import type { PretrainedRun } from '../../engine/pretrained/pretrained-run.js';

/** Context in which the worker handles a request: an abort signal, and a function that reports progress. */
export interface Context<Partial = never> {
  readonly signal: AbortSignal;
  /** Reports the progress of the request. @param done completed share, from 0 to 1 @param partial the result so far */
  readonly report: (done: number, partial?: Partial) => void;
}

/** Runs of the model on a text, with and without the interventions. */
export interface Runs {
  /** String that identifies the text or the pair of texts. */
  readonly key: string;
  readonly baseline: PretrainedRun;
  readonly interventions: readonly Intervention[];
  /** Run with the interventions; the baseline itself if there are none. */
  readonly intervened: PretrainedRun;
}

/** Error of a request that needs a model, files or a run, when none is open. */
const notOpen = (what: string) => new Error(`expected ${what}, got none: it has been closed`);

export class Inspected {
  #engine: Promise<Engine> | null = null;
  #files: PretrainedFiles | null = null;
  #model: PretrainedModel | null = null;
  #runs: Runs | null = null;
  /** Settles when the request for the first layer, which is read before the rest of the model, has ended. */
  firstLayer: Promise<unknown> = Promise.resolve();
  means: MeanActivations | null = null;
  /** True if `means` were taken over random tokens, because the tokenizer cannot encode the project's sentences. */
  areMeansOfRandom = false;
  scores: HeadScores | null = null;
  /** Run on the second sentence, with the run on the first sentence for which it was made; null if there is none. */
  other: { readonly text: string; readonly run: PretrainedRun; readonly beside: PretrainedRun } | null = null;
  /** Latest result of each view, stored for the export. */
  readonly #results = new Map<ViewName, AnalysisResult>();

  get engine(): Promise<Engine> {
    return (this.#engine ??= createEngine());
  }

  /** Files of the model that was described last. */
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

  /** Run with the interventions, from which the views show numbers. */
  get run(): PretrainedRun {
    if (!this.#runs) throw notOpen('a run');
    return this.#runs.intervened;
  }

  show(runs: Runs): void {
    this.#runs = runs;
  }

  /** Stores the complete or partial result of a view, for the export. */
  keep(name: ViewName, result: AnalysisResult): void {
    this.#results.set(name, result);
  }

  resultOf(name: ViewName): AnalysisResult {
    const result = this.#results.get(name);
    if (!result) throw notOpen(`a result of '${name}'`);
    return result;
  }

  /** Replaces the open model, and frees the memory of the previous one. */
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
