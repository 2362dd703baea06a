// One text through a Transformer. A run owns everything that it is computed from, so that other runs do not affect it.
import { expectOneOf } from '../core/checks.js';
import { copyOf, type Tensor } from '../core/tensor.js';
import { embeddingRow } from './model-input.js';
import { RunTraces } from './run-traces.js';
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
  readonly #traces: RunTraces;
  readonly #state: Pick<RunState, 'features' | 'decode'>;
  #decoded: Decoded | null = null;

  constructor(computation: TransformerComputation, state: RunState) {
    const { text, tokens, layers, numHeads, intervention } = state;
    this.text = text;
    this.tokens = tokens;
    this.layers = layers;
    this.numHeads = numHeads;
    this.scale = intervention.scale;
    this.#traces = new RunTraces(computation, { ...state, decoder: () => this.#decoderResult().state });
    this.#state = state;
  }

  decode(): Target {
    return this.#decoderResult().target;
  }

  layer(attention: AttentionType, layer: number, intervene?: Intervention): LayerTrace {
    return this.#traces.layer(attention, layer, intervene);
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

  #decoderResult(): Decoded {
    return (this.#decoded ??= this.#state.decode());
  }
}
