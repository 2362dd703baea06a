// State of the worker: an engine, a model, its run on the text, and results that depend on the model alone.
import { createEngine, type Engine } from '../../engine/index.js';
import type { AnalysisResult, HeadScores, MeanActivations } from '../../analysis/index.js';
import type { Intervention } from '../interventions.js';
import type { ViewName } from '../views.js';
import type { PretrainedFiles } from '../../engine/pretrained/load.js';
import type { PretrainedModel } from '../../engine/pretrained/pretrained-model.js';
import type { PretrainedRun } from '../../engine/pretrained/pretrained-run.js';

/** Circumstances of a request. */
export interface Context<Partial = never> {
  readonly signal: AbortSignal;
  /** @param done the completed share, from 0 to 1 @param partial the result so far */
  readonly report: (done: number, partial?: Partial) => void;
}

/** The run on a text, and the same with interventions. */
export interface Runs {
  /** Key of the text. */
  readonly key: string;
  readonly baseline: PretrainedRun;
  readonly interventions: readonly Intervention[];
  /** The baseline where there are no interventions. */
  readonly intervened: PretrainedRun;
}

/** A request for which nothing is open. */
const notOpen = (what: string) => new Error(`expected ${what}, got none: it has been closed`);

export class Inspected {
  #engine: Promise<Engine> | null = null;
  #files: PretrainedFiles | null = null;
  #model: PretrainedModel | null = null;
  #runs: Runs | null = null;
  /** The first layer that is read before the rest. */
  firstLayer: Promise<unknown> = Promise.resolve();
  /** Means of the model's activations, and scores of its heads, once computed. */
  means: MeanActivations | null = null;
  /** True if the means are over random tokens: the tokenizer does not know the words of the sentences. */
  areMeansOfRandom = false;
  scores: HeadScores | null = null;
  /** The run on a second text, and the run that it was made beside. */
  other: { readonly text: string; readonly run: PretrainedRun; readonly beside: PretrainedRun } | null = null;
  /** Results that views show, as the analysis gives them. */
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

  /** Runs on the text; null: there are none. */
  get runs(): Runs | null {
    return this.#runs;
  }

  /** The run that views show. */
  get run(): PretrainedRun {
    if (!this.#runs) throw notOpen('a run');
    return this.#runs.intervened;
  }

  show(runs: Runs): void {
    this.#runs = runs;
  }

  /** Keeps a result, or what is known of it, for its export. */
  keep(name: ViewName, result: AnalysisResult): void {
    this.#results.set(name, result);
  }

  resultOf(name: ViewName): AnalysisResult {
    const result = this.#results.get(name);
    if (!result) throw notOpen(`a result of '${name}'`);
    return result;
  }

  /** Takes the place of the model before, whose memory is freed. */
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
