// The traces of the attentions of one run.
import { expectOneOf, expectWholeNumber } from '../core/checks.js';
import { attentionInput, type DecoderState, type EncoderState } from './attention-input.js';
import { RecomputedTrace } from './recomputed-trace.js';
import { ATTENTION_TYPES, type AttentionType, type LayerTrace, type Run } from './run.js';
import type { Intervention, ResolvedIntervention } from './intervention.js';
import type { TransformerComputation } from './transformer-computation.js';

/** What a run is traced from: it owns all of it, so that other runs do not affect it. */
export interface TracedState {
  layers: Run['layers'];
  intervention: ResolvedIntervention;
  /** Checks an intervention for the text of the run. */
  resolve: (intervene: Intervention) => ResolvedIntervention;
  /** null: the model has no encoder. */
  encoder: EncoderState | null;
  /** Called where the attention is of the decoder. */
  decoder: () => DecoderState;
}

/** The traces, each kept for as long as the run is. */
export class RunTraces {
  readonly #computation: TransformerComputation;
  readonly #state: TracedState;
  readonly #kept = new Map<string, LayerTrace>();

  constructor(computation: TransformerComputation, state: TracedState) {
    this.#computation = computation;
    this.#state = state;
  }

  /** As `run.layer`; one with interventions of its own is not kept. */
  layer(attention: AttentionType, layer: number, intervene?: Intervention): LayerTrace {
    const { layers, intervention, resolve } = this.#state;
    expectOneOf('attention', attention, ATTENTION_TYPES);
    expectWholeNumber('layer', layer, 0, layers[attention] - 1);
    if (intervene !== undefined) return this.#trace(attention, layer, resolve(intervene));
    const key = `${attention} ${layer}`;
    const trace = this.#kept.get(key) ?? this.#trace(attention, layer, intervention);
    this.#kept.set(key, trace);
    return trace;
  }

  #trace(attention: AttentionType, layer: number, intervention: ResolvedIntervention): LayerTrace {
    const { encoder, decoder } = this.#state;
    const input = attentionInput(attention, layer, encoder, decoder, intervention);
    const compute = () => this.#computation.trace(attention, layer, input, intervention);
    return new RecomputedTrace(input, this.#computation.stackOf(attention), compute);
  }
}
