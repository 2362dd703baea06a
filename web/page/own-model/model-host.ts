// The host of the user's own model, which contains the model and its runs. It computes in a worker; in the single-file
// page, on the page's thread.
import type { AttentionType } from '../../engine/transformer/head-ref.js';
import type { DrawnToken } from '../../element/source/shown-model.js';
import type { Engine } from '../../engine/index.js';
import type { GenerateOptions } from '../../engine/pretrained/generate.js';
import type { Intervention } from '../../engine/transformer/intervention.js';
import type { LayerTrace } from '../../engine/transformer/run.js';
import type { ModelToken } from '../../engine/pretrained/subword-tokenizer.js';
import type { PretrainedFiles } from '../../engine/pretrained/load.js';
import type { PretrainedModel } from '../../engine/pretrained/pretrained-model.js';
import type { PretrainedRun } from '../../engine/pretrained/pretrained-run.js';
import type { RgbaImage } from '../../engine/pretrained/image-tokenizer.js';
import type { Tensor } from '../../engine/core/tensor.js';

/**
 * Part of a model that is read on its own: its first layers, and those rows of its embedding tables that one text
 * needs.
 */
export interface ModelPart {
  layers?: number;
  text?: string;
}

export interface RunOptions {
  intervene: Intervention;
  target?: string;
  /** Number of the run whose text this run continues, in a decoder. */
  after?: number;
}

/** Properties of a model that the page gets as soon as the model is open. */
export type ModelFacts = ReturnType<typeof factsOf>;

function factsOf(model: PretrainedModel) {
  const { trained, family, precision, embedDim, numHeads, layers, contextLength, image, labels } = model;
  const { heads, description, activations, parameters } = model;
  const weights = model.weights.map(({ name, file }) => ({ name, file }));
  const shape = { embedDim, numHeads, layers, contextLength, description, activations, parameters };
  return { trained, family, precision, image, labels, heads, weights, ...shape };
}

/** Properties of a run that the page gets. The page refers to the run by its number `id`. */
export interface RunFacts {
  id: number;
  text: string;
  tokens: readonly ModelToken[];
}

/** Maximum number of runs in memory. A run that has been removed is computed again if the page needs it. */
const MAX_RUNS = 16;

/** Input and options of a run, from which it can be computed again. */
interface RunRequest {
  input: string | RgbaImage;
  options: Omit<RunOptions, 'after'>;
}

/** Names of a run's methods whose results can be sent to the page as they are. */
export type Readable = 'decode' | 'embeddingRows' | 'activation' | 'attention' | 'trace' | 'candidates';

export class ModelHost {
  readonly #createEngine: () => Promise<Engine>;
  #model: PretrainedModel | null = null;
  #created = 0;
  readonly #requests = new Map<number, RunRequest>();
  /** The runs in memory by their numbers, in the order of their last use. */
  readonly #runs = new Map<number, PretrainedRun>();
  readonly #texts = new Map<number, Iterator<DrawnToken, void>>();

  constructor(createEngine: () => Promise<Engine>) {
    this.#createEngine = createEngine;
  }

  /** Reads a model, or a part of it. This method is called only once. */
  async open(files: PretrainedFiles, part: ModelPart): Promise<ModelFacts> {
    const engine = await this.#createEngine();
    this.#model = await engine.loadPretrained(files, part);
    return factsOf(this.#model);
  }

  tokenize(text: string): ModelToken[] {
    return this.#opened.tokenize(text);
  }

  parameter(name: string, rows?: readonly number[]): Tensor {
    return this.#opened.parameter(name, rows);
  }

  run(input: string | RgbaImage, { after, ...options }: RunOptions): RunFacts {
    const before = after === undefined ? {} : { after: this.#runOf(after) };
    return this.#add({ input, options }, this.#opened.run(input, { ...options, ...before }));
  }

  intervene(run: number, intervene: Intervention): RunFacts {
    const { input, options } = this.#requests.get(run)!;
    return this.#add({ input, options: { ...options, intervene } }, this.#runOf(run).intervene(intervene));
  }

  read<Name extends Readable>(
    run: number,
    name: Name,
    question: Parameters<PretrainedRun[Name]>,
  ): ReturnType<PretrainedRun[Name]> {
    const method = this.#runOf(run)[name] as (...question: unknown[]) => ReturnType<PretrainedRun[Name]>;
    return method.apply(this.#runOf(run), question);
  }

  layer(run: number, attention: AttentionType, layer: number): Omit<LayerTrace, 'head'> {
    const { queryInput, keyInput, weights, concat, output } = this.#runOf(run).layer(attention, layer);
    return { queryInput, keyInput, weights, concat, output };
  }

  /** Starts generating a continuation of a run's text. @returns number of the continuation */
  generate(run: number, options: GenerateOptions): number {
    this.#texts.set(++this.#created, this.#runOf(run).generate(options));
    return this.#created;
  }

  /** Generates the next token of a continuation. @returns text of the token; null if the continuation has ended */
  nextToken(continuation: number): string | null {
    const { value } = this.#texts.get(continuation)!.next();
    return value ? value.text : null;
  }

  release(id: number): void {
    this.#requests.delete(id);
    this.#runs.delete(id);
    this.#texts.delete(id);
  }

  dispose(): void {
    this.#model?.dispose();
  }

  #add(request: RunRequest, run: PretrainedRun): RunFacts {
    const id = ++this.#created;
    this.#requests.set(id, request);
    this.#keep(id, run);
    return { id, text: run.text, tokens: run.tokens };
  }

  #runOf(id: number): PretrainedRun {
    const { input, options } = this.#requests.get(id)!;
    const run = this.#runs.get(id) ?? this.#opened.run(input, options);
    this.#keep(id, run);
    return run;
  }

  /**
   * Puts a run into memory as the one used last, and removes the one not used for the longest time if there are too
   * many.
   */
  #keep(id: number, run: PretrainedRun): void {
    this.#runs.delete(id);
    this.#runs.set(id, run);
    if (this.#runs.size > MAX_RUNS) this.#runs.delete(this.#runs.keys().next().value!);
  }

  get #opened(): PretrainedModel {
    return this.#model!;
  }
}
