// One text through a Transformer. A run owns everything that it is computed from, so that other runs do not affect it.
import { expectOneOf, expectWholeNumber } from '../core/checks.js';
import { copyOf, type Tensor } from '../core/tensor.js';
import { headOf } from './layer-trace.js';
import { ATTENTION_TYPES } from './run.js';
import {
  crossOptions,
  decoderOptions,
  encoderOptions,
  type AttentionInput,
  type DecoderState,
  type EncoderState,
  type TransformerComputation,
} from './transformer-computation.js';
import type { Intervention, ResolvedIntervention } from './intervention.js';
import type { AttentionType, HeadTrace, LayerTrace, Run, Target } from './run.js';
import type { MultiheadTensors } from '../attention/multihead-trace.js';
import type { Token } from '../../text/tokenize.js';
import type { WordFeatures } from '../../text/word-features.js';

/** What a run is made of. */
export interface RunState {
  text: string;
  tokens: readonly Token[];
  layers: Run['layers'];
  numHeads: number;
  /** The rows of the embedding table of each token. */
  features: readonly WordFeatures[];
  intervention: ResolvedIntervention;
  encoder: EncoderState;
  /** Checks an intervention for this text. */
  resolve: (intervene: Intervention) => ResolvedIntervention;
  decode: () => Decoded;
}

/** The decoder's text, the ids of its tokens, and the inputs of its attentions. */
export interface Decoded {
  target: Target;
  ids: readonly number[];
  state: DecoderState;
}

export class TransformerRun implements Run {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly trained = true;
  readonly layers: Run['layers'];
  readonly numHeads: number;
  readonly scale: number;
  readonly #computation: TransformerComputation;
  readonly #intervention: ResolvedIntervention;
  readonly #state: Pick<RunState, 'features' | 'encoder' | 'resolve' | 'decode'>;
  readonly #layers = new Map<string, LayerTrace>();
  #decoded: Decoded | null = null;

  constructor(computation: TransformerComputation, state: RunState) {
    const { text, tokens, layers, numHeads, intervention } = state;
    this.text = text;
    this.tokens = tokens;
    this.layers = layers;
    this.numHeads = numHeads;
    this.scale = intervention.scale;
    this.#computation = computation;
    this.#intervention = intervention;
    this.#state = state;
  }

  decode(): Target {
    return this.#decoderResult().target;
  }

  layer(attention: AttentionType, layer: number, intervene?: Intervention): LayerTrace {
    expectOneOf('attention', attention, ATTENTION_TYPES);
    expectWholeNumber('layer', layer, 0, this.layers[attention] - 1);
    if (intervene !== undefined) return this.#trace(attention, layer, this.#state.resolve(intervene));
    const key = `${attention} ${layer}`;
    const trace = this.#layers.get(key) ?? this.#trace(attention, layer, this.#intervention);
    this.#layers.set(key, trace);
    return trace;
  }

  embeddingRows(attention: 'encoder' | 'decoder'): readonly WordFeatures[] {
    if (expectOneOf('attention', attention, ['encoder', 'decoder']) === 'encoder') return this.#state.features;
    return this.#decoderResult().ids.map((id) => ({ rows: [id], weights: [1] }));
  }

  attention(attention: AttentionType, layer: number): Tensor {
    return copyOf(this.layer(attention, layer).weights);
  }

  trace(attention: AttentionType, layer: number, head: number): HeadTrace {
    return this.layer(attention, layer).head(head);
  }

  #trace(attention: AttentionType, layer: number, intervention: ResolvedIntervention): LayerTrace {
    const input = this.#inputOf(attention, layer, intervention);
    const compute = () => this.#computation.trace(attention, layer, input, intervention);
    return new RecomputedTrace(input, this.numHeads, compute);
  }

  #decoderResult(): Decoded {
    return (this.#decoded ??= this.#state.decode());
  }

  #inputOf(attention: AttentionType, layer: number, intervention: ResolvedIntervention): AttentionInput {
    const { encoder } = this.#state;
    if (attention === 'encoder') {
      const input = encoder.inputs[layer]!;
      return { query: input, key: input, options: encoderOptions(intervention) };
    }
    const { selfInputs, crossInputs } = this.#decoderResult().state;
    if (attention === 'decoder') {
      const input = selfInputs[layer]!;
      return { query: input, key: input, options: decoderOptions(intervention) };
    }
    return { query: crossInputs[layer]!, key: encoder.output, options: crossOptions(intervention) };
  }
}

/** A layer's trace, computed from the layer's input; only what is read is copied, and kept. */
class RecomputedTrace implements LayerTrace {
  readonly queryInput: Tensor;
  readonly keyInput: Tensor;
  readonly #numHeads: number;
  readonly #compute: () => MultiheadTensors;
  readonly #heads = new Map<number, HeadTrace>();
  #weights: Tensor | null = null;
  #outputs: { concat: Tensor; output: Tensor } | null = null;

  constructor({ query, key }: AttentionInput, numHeads: number, compute: () => MultiheadTensors) {
    this.queryInput = query;
    this.keyInput = key;
    this.#numHeads = numHeads;
    this.#compute = compute;
  }

  get weights(): Tensor {
    const [queries, keys] = [this.queryInput.shape[0]!, this.keyInput.shape[0]!];
    return (this.#weights ??= this.#compute().copyOut('weights', [this.#numHeads, queries, keys]));
  }

  get concat(): Tensor {
    return this.#readOutputs().concat;
  }

  get output(): Tensor {
    return this.#readOutputs().output;
  }

  head(head: number): HeadTrace {
    expectWholeNumber('head', head, 0, this.#numHeads - 1);
    let trace = this.#heads.get(head);
    if (!trace) this.#heads.set(head, (trace = this.#readHead(head)));
    return trace;
  }

  #readOutputs(): { concat: Tensor; output: Tensor } {
    if (!this.#outputs) {
      const tensors = this.#compute();
      const { shape } = this.queryInput;
      this.#outputs = { concat: tensors.copyOut('concat', shape), output: tensors.copyOut('output', shape) };
    }
    return this.#outputs;
  }

  #readHead(head: number): HeadTrace {
    const tensors = this.#compute();
    const [queries, embedDim] = this.queryInput.shape as [number, number];
    const keys = this.keyInput.shape[0]!;
    const headDim = embedDim / this.#numHeads;
    const view = (name: Parameters<MultiheadTensors['view']>[0], rows: number, columns: number): Tensor => ({
      data: tensors.view(name),
      shape: [this.#numHeads, rows, columns],
    });
    return headOf(
      {
        query: view('queryHeads', queries, headDim),
        key: view('keyHeads', keys, headDim),
        value: view('valueHeads', keys, headDim),
        scores: view('scores', queries, keys),
        scaled: view('scaled', queries, keys),
        masked: view('masked', queries, keys),
        weights: view('weights', queries, keys),
        output: view('heads', queries, headDim),
      },
      head,
    );
  }
}
