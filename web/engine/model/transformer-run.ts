// One text through a Transformer. A run owns everything that it is computed from, so that other runs do not affect it.
import { expectOneOf, expectWholeNumber } from '../core/checks.js';
import { copyOf, type Tensor } from '../core/tensor.js';
import { RecomputedTrace } from './recomputed-trace.js';
import { ATTENTION_TYPES } from './run.js';
import { attentionInput } from './attention-input.js';
import { embeddingRow } from './model-input.js';
import type { TransformerComputation } from './transformer-computation.js';
import type { DecoderState, EncoderState } from './attention-input.js';
import type { Intervention, ResolvedIntervention } from './intervention.js';
import type { AttentionType, HeadTrace, LayerTrace, Run, Target } from './run.js';
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
    return this.#decoderResult().ids.map(embeddingRow);
  }

  attention(attention: AttentionType, layer: number): Tensor {
    return copyOf(this.layer(attention, layer).weights);
  }

  trace(attention: AttentionType, layer: number, head: number): HeadTrace {
    return this.layer(attention, layer).head(head);
  }

  #trace(attention: AttentionType, layer: number, intervention: ResolvedIntervention): LayerTrace {
    const { encoder } = this.#state;
    const input = attentionInput(attention, layer, encoder, () => this.#decoderResult().state, intervention);
    const compute = () => this.#computation.trace(attention, layer, input, intervention);
    return new RecomputedTrace(input, this.#computation.stackOf(attention), compute);
  }

  #decoderResult(): Decoded {
    return (this.#decoded ??= this.#state.decode());
  }
}
