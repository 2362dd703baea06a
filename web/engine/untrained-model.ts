// The smallest model that attends: seeded word vectors with sinusoidal positions and one multi-head self-attention.
// Nothing of it was trained, and it says so.
import { expectBoolean, expectOptions, expectText, expectWholeNumber } from './checks.js';
import { MultiheadAttention, type MultiheadTrace } from './multihead.js';
import { reserve, take } from './memory.js';
import type { Tensor } from './tensor.js';
import { tokenize, type Token } from '../text/tokenize.js';
import type { HeadTrace, Intervention, Run } from './run.js';
import type { Module } from './load.js';

/** How an untrained model is made. */
export interface UntrainedConfig {
  /** Length of a word's vector. Default 32. */
  embedDim?: number;
  /** Number of heads; must divide embedDim. Default 4. */
  numHeads?: number;
  /** The same seed gives the same model. Default 0. */
  seed?: number;
}

/** The most words that one text may have: the weights of all heads are kept, [heads, words, words]. */
export const LONGEST_TEXT = 1024;

/** A model whose weights are seeded and not trained. */
export class UntrainedModel {
  readonly trained = false;
  readonly embedDim: number;
  readonly numHeads: number;
  readonly #module: Module;
  readonly #seed: number;
  readonly #attention: MultiheadAttention;

  /** Not for direct use: `engine.createUntrainedModel`. */
  constructor(module: Module, value?: UntrainedConfig) {
    const config = expectOptions('config', value, ['embedDim', 'numHeads', 'seed']);
    const { embedDim = 32, numHeads = 4, seed = 0 } = config as UntrainedConfig;
    this.#module = module;
    this.#seed = expectWholeNumber('seed', seed, 0);
    this.#attention = new MultiheadAttention(module, { embedDim, numHeads, seed });
    this.embedDim = embedDim;
    this.numHeads = numHeads;
  }

  /**
   * Runs the model on a text.
   * @throws RangeError if there is no word in the text, or more than 1,024
   */
  run(text: string, options?: { intervene?: Intervention }): Run {
    const tokens = tokenize(expectText('text', text));
    if (tokens.length === 0) throw new RangeError('text: expected at least one word, got none');
    if (tokens.length > LONGEST_TEXT) {
      throw new RangeError(`text: expected at most ${LONGEST_TEXT} words, got ${tokens.length}`);
    }
    const intervene = expectOptions('options', options, ['intervene'])['intervene'];
    const { causal, scale } = checkIntervention(intervene);
    const embedding = this.#embed(tokens);
    const x: Tensor = { data: embedding.data, shape: [1, ...embedding.shape] };
    const trace = this.#attention.trace(x, x, x, { isCausal: causal, scale: scale ? this.#scale : 1 });
    return {
      text,
      tokens,
      trained: false,
      numHeads: this.numHeads,
      scale: scale ? this.#scale : 1,
      embedding,
      attention: () => ({ data: trace.weights.data.slice(), shape: trace.weights.shape.slice(1) }),
      trace: (head) => headOf(trace, expectWholeNumber('head', head, 0, this.numHeads - 1)),
      merged: { data: trace.merged.data, shape: trace.merged.shape.slice(1) },
      output: { data: trace.output.data, shape: trace.output.shape.slice(1) },
    };
  }

  /** Frees its memory. Using it afterwards is an error that says so. */
  dispose(): void {
    this.#attention.dispose();
  }

  get #scale(): number {
    return 1 / Math.sqrt(this.embedDim / this.numHeads);
  }

  /** The words' vectors with their positions, [seqLen, embedDim]. */
  #embed(tokens: readonly Token[]): Tensor {
    const shape = [tokens.length, this.embedDim];
    reserve(this.#module, [shape]);
    const numbers = new this.#module.Numbers(tokens.length * this.embedDim);
    tokens.forEach(({ text }, row) => numbers.fillWord(text, row, this.embedDim, this.#seed));
    numbers.addPositions(this.embedDim);
    const embedding = take(numbers.values(), shape);
    numbers.delete();
    return embedding;
  }
}

function checkIntervention(value: unknown): Required<Intervention> {
  const { causal = false, scale = true } = expectOptions('intervene', value, ['causal', 'scale']);
  return { causal: expectBoolean('intervene.causal', causal), scale: expectBoolean('intervene.scale', scale) };
}

/** One head of a trace of batch size 1. */
function headOf(trace: MultiheadTrace, head: number): HeadTrace {
  const one = ({ data, shape }: Tensor): Tensor => {
    const [, , rows, columns] = shape as [number, number, number, number];
    const size = rows * columns;
    return { data: data.slice(head * size, (head + 1) * size), shape: [rows, columns] };
  };
  return {
    query: one(trace.query),
    key: one(trace.key),
    value: one(trace.value),
    scores: one(trace.scores),
    scaled: one(trace.scaled),
    masked: one(trace.masked),
    weights: one(trace.weights),
    output: one(trace.heads),
  };
}
