// Computes the states of the stacks (encoder and decoder) of a run, at once or layer by layer.
import { EventLoop } from '../core/event-loop.js';
import type { AsyncOptions } from '../core/async-options.js';
import { firstChange } from '../transformer/first-change.js';
import { embeddingRow } from '../transformer/model-input.js';
import type { ResolvedIntervention } from '../transformer/intervention.js';
import type { DecoderState, EncoderState, StackInput, StackState } from '../transformer/run-state.js';
import type { Tensor } from '../core/tensor.js';
import type { TransformerComputation } from '../transformer/transformer-computation.js';

export interface StackInputs {
  /** Input of the encoder; null if the model has no encoder. */
  readonly encoder: StackInput | null;
  /** Row of each of the decoder's tokens in the embedding table; null if the model has no decoder. */
  readonly decoder: readonly number[] | null;
}

export interface StackStates {
  readonly encoder: EncoderState | null;
  readonly decoder: DecoderState | null;
}

/**
 * States of an earlier run of the same input with other interventions, and the interventions in which the two runs
 * differ.
 */
export interface KnownStates {
  readonly states: StackStates;
  /**
   * Interventions, at least one of which changes the computation wherever the two runs differ. The first layer that
   * they change is where the new run's computation restarts.
   */
  readonly changes: readonly ResolvedIntervention[];
  /** Checked interventions that change nothing, for comparison. */
  readonly none: ResolvedIntervention;
}

/**
 * Computes the encoder and the decoder of a run. Results of an earlier run are reused up to the first layer that
 * interventions change.
 */
export function computeStates(
  computation: TransformerComputation,
  inputs: StackInputs,
  intervention: ResolvedIntervention,
  known?: KnownStates,
): StackStates {
  const restart = <State extends StackState>(stack: 'encoder' | 'decoder', state?: State | null) => {
    if (!known || !state) return undefined;
    return { ...firstChange(stack, known.changes, known.none, computation.stackOf(stack).layers, intervention), state };
  };
  const encoder =
    inputs.encoder && computation.encode(inputs.encoder, intervention, restart('encoder', known?.states.encoder));
  // The decoder is only resumed if the encoder's output is unchanged: each decoder token reads that output.
  const begun = encoder === known?.states.encoder ? restart('decoder', known?.states.decoder) : undefined;
  const decoder = inputs.decoder && computation.decodeAll(inputs.decoder, encoder, intervention, begun);
  return { encoder, decoder };
}

/**
 * Computes a decoder-only model's states if those of the first `length` tokens are known from a run with the same
 * prefix.
 */
export function extendStates(
  computation: TransformerComputation,
  decoder: readonly number[],
  intervention: ResolvedIntervention,
  { state, length }: { state: DecoderState; length: number },
): StackStates {
  const restart = { layer: 0, position: length, state };
  return { encoder: null, decoder: computation.decodeAll(decoder, null, intervention, restart) };
}

/**
 * Computes the layers of a run in sequence. Before each, it handles queued events, such as an abort or a repaint.
 * @throws the signal's reason if aborted
 */
export async function computeStatesByLayers(
  computation: TransformerComputation,
  inputs: StackInputs,
  intervention: ResolvedIntervention,
  { signal, onProgress }: AsyncOptions,
): Promise<StackStates> {
  const { encoder, decoder } = computation.description;
  const layers = (encoder?.layers ?? 0) + (decoder?.layers ?? 0);
  const events = new EventLoop();
  let done = 0;
  const stateOf = async (stack: 'encoder' | 'decoder', input: StackInput, encoderOutput: Tensor | null) => {
    const residuals: Tensor[] = [];
    let stream = computation.embed(stack, input, intervention);
    for (let layer = 0; layer < computation.stackOf(stack).layers; ++layer) {
      await events.yield();
      signal?.throwIfAborted();
      const { before, after } = computation.forwardLayer(stack, layer, stream, {
        intervention,
        encoderOutput,
        position: null,
      });
      residuals.push(single(before));
      stream = after;
      onProgress?.(++done / layers);
    }
    residuals.push(single(stream));
    return { residuals, output: computation.outputOf(stack, residuals.at(-1)!, intervention) };
  };
  try {
    const encoded = inputs.encoder && (await stateOf('encoder', inputs.encoder, null));
    const rows = inputs.decoder && { features: inputs.decoder.map(embeddingRow) };
    return { encoder: encoded, decoder: rows && (await stateOf('decoder', rows, encoded?.output ?? null)) };
  } finally {
    events.close();
  }
}

/** Removes the batch dimension of a tensor with a single batch entry, [1, tokens, embedDim]. */
const single = ({ data, shape }: Tensor): Tensor => ({ data, shape: shape.slice(1) });
