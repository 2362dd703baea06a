// Logits of runs in each of which one activation is replaced. The runs whose first changed layer is the same form a
// batch from that layer on.
import { concatenated } from '../core/concatenated.js';
import { EventLoop } from '../core/event-loop.js';
import { stackOf, type AttentionType } from '../transformer/head-ref.js';
import { afterKept } from '../transformer/intervention.js';
import type { ComputedRun } from '../transformer/run-state.js';
import type { ResolvedReplacement } from '../transformer/replacement.js';
import type { Tensor } from '../core/tensor.js';
import type { TransformerComputation } from '../transformer/transformer-computation.js';

/**
 * Maximum number of rows (replacements × tokens) in a batch: the number of rows for which a matrix product reads its
 * weights once (cpp/kernels/row_block.hpp).
 */
const ROWS_OF_BATCH = 128;
/** Maximum number of hidden states that pass through the output layer at once. */
const ROWS_OF_LOGITS = 16;

/**
 * Computes the logits at one position, [vocabulary], for each replacement applied on its own in addition to the run's
 * interventions. The page can handle events between layers.
 * @throws the signal's reason if aborted
 */
export async function* logitsWithEach(
  computation: TransformerComputation,
  run: ComputedRun,
  replacements: readonly ResolvedReplacement[],
  position: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Float32Array> {
  const events = new EventLoop();
  const turn = async () => {
    await events.yield();
    signal?.throwIfAborted();
  };
  try {
    const rows = (run.encoder ?? run.decoder()).state.residuals[0]!.shape[0]!;
    const outputs: Float32Array[] = [];
    for (const batch of evenParts(replacements, Math.max(1, Math.floor(ROWS_OF_BATCH / rows)))) {
      const { data } = await outputsWithEach(computation, run, batch, position, turn);
      outputs.push(...rowsOf(data, batch.length));
    }
    for (const part of evenParts(outputs, ROWS_OF_LOGITS)) {
      await turn();
      const streams = {
        data: concatenated<Float32Array>(Float32Array, part),
        shape: [part.length, 1, computation.description.embedDim],
      };
      yield* rowsOf(computation.logitsOf(streams, run.intervention, position).data, part.length);
    }
  } finally {
    events.close();
  }
}

/**
 * Residual streams after the last layer at one position, [batch, 1, embedDim], one for each replacement of the batch.
 */
async function outputsWithEach(
  computation: TransformerComputation,
  run: ComputedRun,
  batch: readonly ResolvedReplacement[],
  position: number,
  turn: () => Promise<void>,
): Promise<Tensor> {
  const own = batch.map((each, entry) => ({ ...each, entry }));
  const intervention = { ...run.intervention, replacements: [...run.intervention.replacements, ...own] };
  const last: AttentionType = computation.activations.logits!.attention;
  const firstOf = (stack: 'encoder' | 'decoder') =>
    Math.min(
      ...batch
        .filter(({ activation }) => stackOf(activation.attention) === stack)
        .map((each) => each.activation.layer!),
    );
  const pass = async (stack: 'encoder' | 'decoder', first: number, from: Tensor, encoderOutput: Tensor | null) => {
    const { layers } = computation.stackOf(stack);
    let streams = from;
    for (let layer = first; layer < layers; ++layer) {
      await turn();
      const only = stack === last && layer === layers - 1 ? position : null;
      const toCome = layer === first ? afterKept(intervention, stack, layer) : intervention;
      const input = { intervention: toCome, encoderOutput, position: only };
      streams = computation.forwardLayer(stack, layer, streams, input).after;
    }
    return streams;
  };
  let encoderOutput = run.encoder?.state.output ?? null;
  let first = firstOf('decoder');
  if (firstOf('encoder') < Infinity) {
    const layer = firstOf('encoder');
    const streams = await pass('encoder', layer, run.encoder!.state.residuals[layer]!, null);
    if (last === 'encoder') return streams;
    [encoderOutput, first] = [computation.outputOf('encoder', streams, intervention), 0];
  }
  return pass('decoder', first, run.decoder().state.residuals[first]!, encoderOutput);
}

/** Splits a list into parts of at most `most` items, whose lengths differ by at most one. */
function evenParts<Item>(list: readonly Item[], most: number): Item[][] {
  const count = Math.ceil(list.length / most);
  const at = (part: number) => Math.round((part * list.length) / count);
  return Array.from({ length: count }, (_, part) => list.slice(at(part), at(part + 1)));
}

const rowsOf = (data: Float32Array, count: number): Float32Array[] =>
  Array.from({ length: count }, (_, row) =>
    data.subarray((row * data.length) / count, ((row + 1) * data.length) / count),
  );
